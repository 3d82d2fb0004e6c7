/** The bands of radios, in the order of documents. */
export const BANDS = ['2g', '5g', '6g'] as const;
export type Band = (typeof BANDS)[number];

/** The widths that each band has, in MHz. */
export const WIDTHS: Readonly<Record<Band, readonly number[]>> = {
  '2g': [20, 40],
  '5g': [20, 40, 80, 160],
  '6g': [20, 40, 80, 160, 320],
};

/** From `first` to `last`, each a step after the one before. */
function steps(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}

/** The primary channels of each band. Channel 2 of 6 GHz has 20 MHz of its own below the others. */
export const CHANNELS: Readonly<Record<Band, readonly number[]>> = {
  '2g': steps(1, 14, 1),
  '5g': [...steps(36, 64, 4), ...steps(100, 144, 4), ...steps(149, 177, 4)],
  '6g': [1, 2, ...steps(5, 233, 4)],
};

/**
 * Whether any regulation has a transmission of this width with this primary channel. In 5 and 6 GHz a wider transmission
 * takes fixed groups of neighbouring channels.
 */
export function hasWidth(band: Band, channel: number, widthMhz: number): boolean {
  if (!CHANNELS[band].includes(channel) || !WIDTHS[band].includes(widthMhz)) return false;
  if (widthMhz === 20) return true;
  switch (band) {
    case '2g':
      return channel !== 14;
    case '5g':
      return widthMhz < 160 || !isBetween(channel, 132, 144);
    case '6g':
      return channel !== 2 && channel <= LAST_OF_WIDTH_6G[widthMhz as 40 | 80 | 160 | 320];
  }
}

/** The last channel of the last group of each width. */
const LAST_OF_WIDTH_6G = { 40: 229, 80: 221, 160: 221, 320: 221 } as const;

function isBetween(channel: number, first: number, last: number): boolean {
  return first <= channel && channel <= last;
}
