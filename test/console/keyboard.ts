import type { Locator, Page } from 'playwright-core';
import { eventually } from '../fixtures/eventually.js';

/** Looks at the focus while it is moved to a control; fewer when every control on the way takes the focus. */
const MAX_LOOKS = 120;
const MAX_JUMPS = 5;
const MAX_ARROWS = 60;

/** What the functions below, which run in the page, use of it. */
interface PageElement {
  readonly id: string;
  readonly tabIndex: number;
  readonly textContent: string;
  checkVisibility(): boolean;
  matches(selector: string): boolean;
  contains(other: PageElement): boolean;
  compareDocumentPosition(other: PageElement): number;
  getAttribute(name: string): string | null;
}
declare const document: {
  readonly activeElement: PageElement;
  getElementById(id: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};

/** Keys that bring the focus nearer to an element; none when it is there. */
interface Way {
  readonly key: 'Enter' | 'Tab' | 'Shift+Tab';
  readonly times: number;
}

/** The keys that bring the focus to an element, if every control between the two takes the focus. */
function wayTo(target: unknown): Way {
  const { activeElement: active } = document;
  const to = target as PageElement;
  if (active === to) return { key: 'Tab', times: 0 };
  if (active.matches('.skip-link') && document.getElementById('main')?.contains(to))
    return { key: 'Enter', times: 1 };
  // 2 is Node.DOCUMENT_POSITION_PRECEDING.
  const isBefore = (one: PageElement, other: PageElement): boolean =>
    (other.compareDocumentPosition(one) & 2) !== 0;
  const isForward = isBefore(active, to);
  const [first, last] = isForward ? [active, to] : [to, active];
  const between = [...document.querySelectorAll('a[href], button, input, textarea, [tabindex]')].filter(
    (one) =>
      isBefore(first, one) &&
      isBefore(one, last) &&
      one.tabIndex >= 0 &&
      !one.matches(':disabled, [type=radio]:not(:checked)') &&
      one.checkVisibility(),
  );
  // The first control of the page skips the navigation.
  const times = active.matches('body') ? 1 : between.length + 1;
  return { key: isForward ? 'Tab' : 'Shift+Tab', times };
}

function focusedName(): string {
  const { activeElement: active } = document;
  return active.getAttribute('aria-label') ?? active.textContent.slice(0, 40);
}

function isHighlighted(option: unknown): boolean {
  return (option as PageElement).id === document.activeElement.getAttribute('aria-activedescendant');
}

/**
 * Moves the focus to a control as a user without a mouse does, by Tab, Shift Tab and the link that skips the navigation.
 * @throws Error when the control is disabled, or these keys do not lead to it
 */
export async function reach(control: Locator): Promise<void> {
  const { keyboard } = control.page();
  await control.waitFor();
  await eventually('the control is enabled', () => control.isEnabled());
  const passed: string[] = [];
  while (passed.length < MAX_LOOKS) {
    const { key, times } = await control.evaluate(wayTo);
    if (times === 0) return;
    // Where some of them do not take it, one key at a time does not miss the control.
    const presses = passed.length < MAX_JUMPS ? times : 1;
    for (let pressed = 0; pressed < presses; pressed += 1) await keyboard.press(key);
    passed.push(await control.page().evaluate(focusedName));
  }
  throw new Error(`Tab does not lead to ${String(control)}, only to ${[...new Set(passed)].join(' | ')}`);
}

/** Uses a button or a link. */
export async function press(control: Locator): Promise<void> {
  await reach(control);
  await control.page().keyboard.press('Enter');
}

/** Changes a checkbox. */
export async function check(box: Locator): Promise<void> {
  await reach(box);
  await box.page().keyboard.press('Space');
}

/** Replaces the text of a field at once, as pasting does: a filter that waits for the end of typing applies one time. */
export async function fill(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page();
  await reach(field);
  await keyboard.press('Control+a');
  if (text === '') await keyboard.press('Delete');
  else await keyboard.insertText(text);
}

/** Opens the list of a select and takes an option; a list of several choices stays open. */
export async function choose(
  page: Page,
  label: string,
  option: string | RegExp,
  within: Page | Locator = page,
): Promise<void> {
  await press(within.getByLabel(label));
  await pick(page.getByRole('option', { name: option }).first());
}

/** Takes an option of the list that is open. @throws Error when the arrow keys do not lead to it */
export async function pick(option: Locator): Promise<void> {
  const { keyboard } = option.page();
  await option.waitFor();
  for (let arrows = 0; arrows < MAX_ARROWS; arrows += 1) {
    if (await option.evaluate(isHighlighted)) return keyboard.press('Enter');
    await keyboard.press('ArrowDown');
  }
  throw new Error(`The arrow keys do not lead to ${String(option)}`);
}

/** Opens a tab of the screen. @throws Error when the arrow keys do not lead to it */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  await reach(page.getByRole('tab', { selected: true }));
  for (let arrows = 0; arrows < MAX_ARROWS; arrows += 1) {
    if ((await tab.evaluate(wayTo)).times === 0) return;
    await page.keyboard.press('ArrowRight');
  }
  throw new Error(`The arrow keys do not lead to the tab ${name}`);
}
