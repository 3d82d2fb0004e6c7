import { byId } from './dom.js';
import { optionList } from './option-list.js';
import { offsetName } from './schedule-time.js';
import { ownZone, zoneNames } from './zone-names.js';

const MOST_SHOWN = 60;

/**
 * Lets people choose an IANA time zone by typing part of it; at first the browser's own.
 * @param {() => void} onChange
 * @returns {{ zone: () => string, reset: () => void }}
 */
export function zonePicker(onChange) {
  const input = byId('zone-search', HTMLInputElement);
  const own = ownZone();
  const names = zoneNames();
  let zone = own;

  /** @param {string} text */
  function find(text) {
    const words = text
      .toLowerCase()
      .replaceAll('_', ' ')
      .split(/[\s/]+/)
      .filter(Boolean);
    const unchanged = text === zone;
    const found = names.filter((name) => {
      const plain = name.toLowerCase().replaceAll('_', ' ');
      return unchanged || words.every((word) => plain.includes(word));
    });
    return unchanged ? [own, ...found.filter((name) => name !== own)] : found;
  }

  /** @param {string} chosen */
  function set(chosen) {
    zone = chosen;
    input.value = chosen;
    onChange();
  }

  optionList({
    input,
    list: byId('zone-list', HTMLElement),
    nothing: 'No such time zone',
    delayMs: 0,
    search(text) {
      const now = Date.now();
      const options = find(text)
        .slice(0, MOST_SHOWN)
        .map((name) => ({ key: name, label: name, detail: offsetName(name, now) }));
      return Promise.resolve([{ title: '', options }]);
    },
    onPick: (option) => set(option.key),
  });
  input.addEventListener('focus', () => input.select());
  // Typed text is accepted if it is a zone; otherwise the previous zone is kept.
  input.addEventListener('change', () => {
    const typed = names.find((name) => name.toLowerCase() === input.value.trim().toLowerCase());
    set(typed ?? zone);
  });
  return { zone: () => zone, reset: () => set(own) };
}
