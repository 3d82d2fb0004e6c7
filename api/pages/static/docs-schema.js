import { make } from './dom.js';

const MAX_DEPTH = 6;

/**
 * What a `$ref` of the document leads to; anything else is returned as it is.
 * @template {{ readonly $ref?: string }} T
 * @param {ApiDocument} api
 * @param {T} value
 * @returns {T}
 */
export function resolve(api, value) {
  if (value.$ref === undefined) return value;
  /** @type {any} */
  let found = api;
  for (const name of value.$ref.replace('#/', '').split('/')) found = found[name];
  return found;
}

/**
 * The type of a value in words, such as "string or null".
 * @param {ApiDocument} api
 * @param {ApiSchema} schema
 * @returns {string}
 */
export function typeText(api, schema) {
  const { type, items, anyOf, oneOf, const: constant, enum: values } = resolve(api, schema);
  if (values) return values.map(String).join(' | ');
  if (constant !== undefined) return String(constant);
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map((choice) => typeText(api, choice)).join(' or ');
  if (items) return `array of ${typeText(api, items)}`;
  return typeof type === 'object' ? type.join(' or ') : (type ?? 'any');
}

/**
 * A table of the fields of a schema, those of nested objects included; a schema without fields becomes its type.
 * @param {ApiDocument} api
 * @param {ApiSchema} schema
 * @param {string} label
 */
export function schemaTable(api, schema, label) {
  const rows = rowsOf(api, schema, '', 0);
  if (rows.length === 0) return make('p', {}, typeText(api, schema));
  const head = make(
    'tr',
    {},
    ...['Field', 'Type', 'Description'].map((name) => make('th', { scope: 'col' }, name)),
  );
  const table = make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows));
  return make('div', { class: 'scrolled', role: 'region', 'aria-label': label, tabindex: 0 }, table);
}

/**
 * @param {ApiDocument} api
 * @param {ApiSchema} given
 * @param {string} prefix
 * @param {number} depth
 * @returns {HTMLElement[]}
 */
function rowsOf(api, given, prefix, depth) {
  const schema = resolve(api, given);
  if (depth > MAX_DEPTH) return [];
  if (schema.items) return rowsOf(api, schema.items, `${prefix}[]`, depth + 1);
  const object = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    .map((one) => resolve(api, one))
    .find(({ properties }) => properties !== undefined);
  return Object.entries(object?.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const required = object?.required?.includes(name) ? '' : ' (optional)';
    const row = make(
      'tr',
      {},
      make('th', { scope: 'row' }, make('code', {}, path)),
      make('td', {}, typeText(api, field) + required),
      make('td', {}, resolve(api, field).description ?? ''),
    );
    return [row, ...rowsOf(api, field, path, depth + 1)];
  });
}

/**
 * A value with the required fields of a schema, to begin a request with.
 * @param {ApiDocument} api
 * @param {ApiSchema} given
 * @returns {unknown}
 */
export function exampleOf(api, given) {
  const schema = resolve(api, given);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (choice) return exampleOf(api, choice);
  if (schema.items) return [];
  if (schema.properties) {
    const names = schema.required ?? [];
    return Object.fromEntries(names.map((name) => [name, exampleOf(api, schema.properties?.[name] ?? {})]));
  }
  const type = typeof schema.type === 'object' ? schema.type[0] : schema.type;
  return { integer: 0, number: 0, boolean: false, object: {} }[type ?? ''] ?? '';
}
