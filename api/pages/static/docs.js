import { operationView } from './docs-operation.js';
import { byId, make } from './dom.js';

const token = byId('token', HTMLInputElement);
const filter = byId('filter', HTMLInputElement);
const place = byId('operations', HTMLElement);
const index = byId('groups', HTMLElement);

const response = await fetch('/openapi.json');
/** @type {ApiDocument} */
const api = await response.json();

/** @type {Map<string, HTMLElement[]>} */
const groups = new Map();
for (const [path, operations] of Object.entries(api.paths)) {
  const name = groupOf(path);
  const items = groups.get(name) ?? [];
  for (const [method, operation] of Object.entries(operations))
    items.push(item({ api, method: method.toUpperCase(), path, operation }));
  groups.set(name, items);
}
for (const [name, items] of groups) {
  const id = `group-${name.replaceAll(' ', '-')}`;
  place.append(make('section', { 'aria-labelledby': id }, make('h2', { id }, name), ...items));
  index.append(make('li', {}, make('a', { href: `#${id}` }, name)));
}
filter.addEventListener('input', showMatching);
addEventListener('hashchange', openNamed);
openNamed();

/**
 * The first part of a path that names a resource: `access points` of `/v1/access_points/provisioning`.
 * @param {string} path
 */
function groupOf(path) {
  const [first = '', second = ''] = path.split('/').filter((part) => !/^v\d+$/.test(part) && part !== '');
  const name = first === '' ? second : first;
  return name.replace(/\.json$/, '').replaceAll('_', ' ');
}

/**
 * An operation as a closed line; what it contains is made when it is first opened.
 * @param {Parameters<typeof operationView>[0]} shown
 */
function item(shown) {
  const { method, path, operation } = shown;
  const summary = make(
    'summary',
    {},
    make('b', { class: 'method' }, method),
    ' ',
    make('code', {}, path),
    ' ',
    make('span', {}, operation.summary),
  );
  const details = make('details', { id: operation.operationId, class: 'line' }, summary);
  const fill = () => details.append(operationView(shown, () => token.value.trim()));
  details.addEventListener('toggle', fill, { once: true });
  return details;
}

/** Shows the operations whose method, path or summary has every word of the filter. */
function showMatching() {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const section of place.querySelectorAll('section')) {
    for (const line of section.querySelectorAll('details.line')) {
      const text = line.querySelector('summary')?.textContent.toLowerCase() ?? '';
      line.toggleAttribute('hidden', !words.every((word) => text.includes(word)));
    }
    section.hidden = section.querySelector('details.line:not([hidden])') === null;
  }
}

/** Opens the operation that the URL names. */
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) named.open = true;
  named?.scrollIntoView();
}
