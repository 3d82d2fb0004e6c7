import type { Page } from 'playwright-core';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

interface Written {
  readonly text: string;
  readonly colour: string;
  /** From the element to its ancestors. */
  readonly grounds: readonly string[];
}

/** Every visible text with its colour and the backgrounds under it; disabled controls are exempt. */
const COLLECT = `[...document.querySelectorAll('body *')].flatMap((element) => {
  const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join('');
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const faint = element.closest('[disabled], [aria-disabled="true"], .disabled');
  if (own === '' || faint || box.width < 2 || style.visibility !== 'visible') return [];
  if (document.querySelector('dialog[open]') && !element.closest('dialog[open]')) return [];
  const grounds = [];
  for (let at = element; at; at = at.parentElement) grounds.push(getComputedStyle(at).backgroundColor);
  return [{ text: own.slice(0, 40), colour: style.color, grounds }];
})`;

/** The texts with less contrast than WCAG AA requires for normal text, 4.5 to 1. */
export async function faintTexts(page: Page): Promise<string[]> {
  const written = await page.evaluate<Written[]>(COLLECT);
  if (written.length === 0) throw new Error('The page shows no text');
  return written.flatMap(({ text, colour, grounds }) => {
    const ground = grounds.map(parse).reduceRight<Colour>((under, over) => blend(over, under), [1, 1, 1, 1]);
    const ratio = contrast(blend(parse(colour), ground), ground);
    return ratio < 4.5 ? [`${text}: ${ratio.toFixed(2)}`] : [];
  });
}

/** `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)` or `color(srgb 0.1 0.2 0.3 / 0.5)`, the forms in which browsers give colours. */
function parse(text: string): Colour {
  const numbers = (text.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  const scale = text.startsWith('color(') ? 1 : 255;
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
  return [red / scale, green / scale, blue / scale, alpha];
}

function blend([r, g, b, alpha]: Colour, under: Colour): Colour {
  const mix = (over: number, below: number): number => over * alpha + below * (1 - alpha);
  return [mix(r, under[0]), mix(g, under[1]), mix(b, under[2]), 1];
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
