import { make } from './dom.js';

/**
 * @typedef {object} Option
 * @property {string} key
 * @property {string} label
 * @property {string} detail shown beside the label
 */

/**
 * @typedef {object} OptionGroup
 * @property {string} title empty for a list without groups
 * @property {Option[]} options
 */

/**
 * @typedef {object} OptionListSettings
 * @property {HTMLInputElement} input
 * @property {HTMLElement} list
 * @property {(text: string, signal: AbortSignal) => Promise<OptionGroup[]>} search
 * @property {(option: Option) => void} onPick
 * @property {string} nothing said when nothing is found
 * @property {number} delayMs how long typing must rest before a search
 */

/**
 * The result list of an input (WAI-ARIA combobox): arrows move, Enter picks, Escape closes. The input keeps the
 * focus.
 * @param {OptionListSettings} settings
 * @returns {{ close: () => void }}
 */
export function optionList({ input, list, search, onPick, nothing, delayMs }) {
  /** @type {Option[]} */
  let shown = [];
  let active = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asking = new AbortController();

  function close() {
    clearTimeout(timer);
    asking.abort();
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  async function open() {
    asking.abort();
    const mine = new AbortController();
    asking = mine;
    const groups = await search(input.value, mine.signal).catch((error) => {
      if (!mine.signal.aborted) show([], error instanceof Error ? error.message : String(error));
      return null;
    });
    if (groups !== null && !mine.signal.aborted && document.activeElement === input) show(groups, nothing);
  }

  /** @param {OptionGroup[]} groups @param {string} otherwise */
  function show(groups, otherwise) {
    shown = groups.flatMap((group) => group.options);
    let index = 0;
    const drawn = groups
      .filter((group) => group.options.length > 0)
      .map(({ title, options }) => {
        const heading = title === '' ? [] : [make('div', { class: 'group', 'aria-hidden': 'true' }, title)];
        const rows = options.map((option) => optionElement(list.id, option, index++));
        return make('div', { role: 'group', 'aria-label': title || 'All' }, ...heading, ...rows);
      });
    const empty = make('div', { class: 'group', role: 'option', 'aria-disabled': 'true' }, otherwise);
    list.replaceChildren(...(drawn.length > 0 ? drawn : [empty]));
    list.hidden = false;
    list.scrollTop = 0;
    input.setAttribute('aria-expanded', 'true');
    activate(shown.length > 0 && input.value.trim() !== '' ? 0 : -1);
  }

  /** @param {number} index */
  function activate(index) {
    active = index;
    const rows = list.querySelectorAll('[data-index]');
    rows.forEach((row, at) => row.setAttribute('aria-selected', String(at === index)));
    const row = rows[index];
    if (row) {
      input.setAttribute('aria-activedescendant', row.id);
      row.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  }

  /** @param {number} index */
  function pick(index) {
    const option = shown[index];
    if (!option || list.hidden) return;
    close();
    onPick(option);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.isComposing) return;
    const isOpen = !list.hidden;
    const last = shown.length - 1;
    switch (event.key) {
      case 'ArrowDown':
        event.preventDefault();
        if (isOpen) activate(active >= last ? 0 : active + 1);
        else void open();
        break;
      case 'ArrowUp':
        event.preventDefault();
        if (isOpen) activate(active <= 0 ? last : active - 1);
        break;
      case 'Enter':
        // Enter does not submit the form; only the button does.
        event.preventDefault();
        pick(active);
        break;
      case 'Escape':
        // Closes the list but not the dialog.
        if (isOpen) event.preventDefault();
        close();
        break;
      default:
    }
  }

  input.addEventListener('keydown', onKey);
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(open, delayMs);
  });
  input.addEventListener('click', () => void open());
  input.addEventListener('blur', close);
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    if (row instanceof HTMLElement) pick(Number(row.dataset['index']));
  });
  return { close };
}

/** @param {string} listId @param {Option} option @param {number} index */
function optionElement(listId, option, index) {
  const attributes = { id: `${listId}-${index}`, class: 'option', role: 'option', 'data-index': index };
  return make(
    'div',
    attributes,
    make('span', { class: 'label' }, option.label),
    make('span', { class: 'detail' }, option.detail),
  );
}
