/**
 * Notes which link of a list has the focus, before the list is drawn again.
 * @param {HTMLElement} list
 * @param {string} key the attribute that identifies a record
 * @returns {() => void} gives the focus back after the draw: to the link of the same record, to the one that took its
 *   place, or to the page's content when no link is left
 */
export function keepFocus(list, key) {
  const before = linksOf(list, key);
  const place = before.findIndex((link) => link === document.activeElement);
  const record = before[place] ? recordOf(before[place], key) : null;
  return () => {
    if (place < 0) return;
    const after = linksOf(list, key);
    const same = after.find((link) => recordOf(link, key) === record);
    const target = same ?? after[Math.min(place, after.length - 1)] ?? document.querySelector('main');
    target?.focus();
  };
}

/** @param {HTMLElement} list @param {string} key */
function linksOf(list, key) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(`[${key}] a`))];
}

/** @param {Element} link @param {string} key */
function recordOf(link, key) {
  return link.closest(`[${key}]`)?.getAttribute(key) ?? null;
}
