import { getJson } from './api.js';
import { byId, make } from './dom.js';
import { optionList } from './option-list.js';

const TYPING_RESTS_MS = 150;

/** @typedef {import('./option-list.js').Option} Option */
/** @typedef {{ id: number, name: string, mac_id?: string, network_name?: string | null, device_count?: number }} Found */
/** @typedef {'devices' | 'networks' | 'tags'} Kind */

/** @type {Record<Kind, { prefix: string, word: string, title: string, detail: (found: Found) => string }>} */
const KINDS = {
  networks: {
    prefix: 'network',
    word: 'network',
    title: 'Networks',
    detail: (found) => (found.device_count === 1 ? '1 device' : `${found.device_count} devices`),
  },
  tags: { prefix: 'tag', word: 'tag', title: 'Tags', detail: () => 'devices with this tag' },
  devices: {
    prefix: 'AP',
    word: 'device',
    title: 'Devices',
    detail: (found) => [found.mac_id, found.network_name].filter(Boolean).join(' · '),
  },
};

/**
 * Lets people choose what to upgrade by name.
 * @returns {{ chosen: () => string[], clear: () => void, focus: () => void }} `chosen` as the service takes it
 */
export function targetPicker() {
  const input = byId('target-search', HTMLInputElement);
  const chips = byId('chosen-targets', HTMLElement);
  /** @type {Map<string, Option>} */
  const chosen = new Map();

  /** @param {string} text @param {AbortSignal} signal */
  async function search(text, signal) {
    const { data } = await getJson('/upgrades/targets.json', new URLSearchParams({ search: text }), signal);
    const found = /** @type {Record<Kind, Found[]>} */ (data);
    return /** @type {Kind[]} */ (Object.keys(KINDS)).map((kind) => ({
      title: KINDS[kind].title,
      options: found[kind].map((one) => option(kind, one)).filter(({ key }) => !chosen.has(key)),
    }));
  }

  /** @param {string} key */
  function remove(key) {
    chosen.delete(key);
    draw();
    input.focus();
  }

  function draw() {
    chips.replaceChildren(...[...chosen.values()].map((one) => chip(one, remove)));
    input.placeholder = chosen.size === 0 ? 'Type a name' : 'Add another';
  }

  optionList({
    input,
    list: byId('target-list', HTMLElement),
    search,
    nothing: 'Nothing of that name that you may upgrade',
    delayMs: TYPING_RESTS_MS,
    onPick(one) {
      chosen.set(one.key, one);
      input.value = '';
      draw();
    },
  });
  input.addEventListener('keydown', (event) => {
    const last = [...chosen.keys()].at(-1);
    if (event.key === 'Backspace' && input.value === '' && last !== undefined) remove(last);
  });

  return {
    chosen: () => [...chosen.keys()],
    clear() {
      chosen.clear();
      input.value = '';
      draw();
    },
    focus: () => input.focus(),
  };
}

/** @param {Kind} kind @param {Found} found @returns {Option} */
function option(kind, found) {
  const { prefix, detail } = KINDS[kind];
  return { key: `${prefix}:${found.id}`, label: found.name, detail: detail(found) };
}

/** @param {Option} option @param {(key: string) => void} remove */
function chip({ key, label }, remove) {
  const kind = Object.values(KINDS).find(({ prefix }) => key.startsWith(`${prefix}:`));
  const word = kind?.word ?? '';
  const button = make(
    'button',
    { type: 'button', class: 'chip', 'aria-label': `Remove ${word} ${label}` },
    make('span', { class: 'kind' }, word),
    make('span', { class: 'name' }, label),
    make('span', { 'aria-hidden': 'true' }, '×'),
  );
  button.addEventListener('click', () => remove(key));
  return make('li', {}, button);
}
