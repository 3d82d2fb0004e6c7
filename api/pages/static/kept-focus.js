/**
 * Notes which button of a list has the focus, before the list is drawn again.
 * @param {HTMLElement} list
 * @param {string} key the attribute that identifies a record
 * @returns {() => void} gives the focus back after the draw: to the button of the same record, to the one that took its
 *   place, or to the page's content when no button is left
 */
export function keepFocus(list, key) {
  const before = buttonsOf(list, key);
  const place = before.findIndex((button) => button === document.activeElement);
  const record = before[place] ? recordOf(before[place], key) : null;
  return () => {
    if (place < 0) return;
    const after = buttonsOf(list, key);
    const same = after.find((button) => recordOf(button, key) === record);
    const target = same ?? after[Math.min(place, after.length - 1)] ?? document.querySelector('main');
    target?.focus();
  };
}

/**
 * Puts the focus on the button of a record if the page has lost it, as when a dialog closes over a replaced button.
 * The focus stays in a closed dialog until the browser renders the page.
 * @param {HTMLElement} list
 * @param {string} key
 * @param {string | number} record
 */
export function returnFocus(list, key, record) {
  const focused = document.activeElement;
  if (focused && focused !== document.body && !focused.closest('dialog:not([open])')) return;
  buttonsOf(list, key)
    .find((button) => recordOf(button, key) === String(record))
    ?.focus();
}

/** @param {HTMLElement} list @param {string} key */
function buttonsOf(list, key) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(`[${key}] button`))];
}

/** @param {Element} button @param {string} key */
function recordOf(button, key) {
  return button.closest(`[${key}]`)?.getAttribute(key) ?? null;
}
