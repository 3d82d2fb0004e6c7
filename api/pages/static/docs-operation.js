import { exampleOf, resolve, schemaTable, typeText } from './docs-schema.js';
import { make } from './dom.js';

const MAX_SHOWN = 100_000;

/**
 * @typedef {{ readonly api: ApiDocument, readonly method: string, readonly path: string, readonly operation: ApiOperation }} Shown
 */

/**
 * An operation with its parameters, a form that sends it, and its answers.
 * @param {Shown} shown
 * @param {() => string} token returns the access token to send; empty for the session of the browser
 */
export function operationView(shown, token) {
  return make('div', { class: 'operation' }, requestForm(shown, token), ...answers(shown));
}

/**
 * @param {Shown} shown
 * @param {() => string} token
 */
function requestForm({ api, method, path, operation }, token) {
  const { operationId, parameters = [], requestBody } = operation;
  const content = requestBody?.content['application/json'];
  const controls = parameters.map((parameter) => control(api, operationId, parameter));
  const body = make('textarea', { id: `${operationId}-body`, rows: 8, spellcheck: 'false' });
  const answer = make('div', { role: 'status' });
  const form = make(
    'form',
    {},
    ...controls.map(({ field }) => field),
    ...(content
      ? [
          labelled(body, 'Body (JSON)', ''),
          schemaTable(api, content.schema, `Fields of the body of ${operationId}`),
        ]
      : []),
    make('button', { type: 'submit', class: 'primary' }, 'Send request'),
    answer,
  );
  if (content && body instanceof HTMLTextAreaElement)
    body.value = JSON.stringify(exampleOf(api, content.schema), null, 2);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const given = controls.map(({ parameter, read }) => ({ ...parameter, value: read() }));
    const text = content && body instanceof HTMLTextAreaElement ? body.value : undefined;
    void send({ method, path, given, text, token: token() }).then((nodes) =>
      answer.replaceChildren(...nodes),
    );
  });
  return form;
}

/**
 * @param {ApiDocument} api
 * @param {string} operationId
 * @param {ApiParameter} parameter
 */
function control(api, operationId, parameter) {
  const { name, required = false, description = '', schema } = parameter;
  const { enum: values, default: preset } = resolve(api, schema);
  const attributes = { id: `${operationId}-${name}`, ...(required ? { required: '' } : {}) };
  const input = values
    ? make('select', attributes, ...['', ...values].map((value) => make('option', {}, String(value))))
    : make('input', { ...attributes, autocomplete: 'off' });
  const about = [
    values ? '' : typeText(api, schema),
    required ? 'required' : '',
    preset === undefined ? '' : `${String(preset)} by default`,
    description,
  ];
  const field = labelled(input, name, about.filter((text) => text !== '').join('; '));
  const read = () =>
    input instanceof HTMLInputElement || input instanceof HTMLSelectElement ? input.value : '';
  return { parameter, field, read };
}

/**
 * @param {HTMLElement} input
 * @param {string} label
 * @param {string} hint
 */
function labelled(input, label, hint) {
  const about = `${input.id}-about`;
  if (hint !== '') input.setAttribute('aria-describedby', about);
  return make(
    'div',
    { class: 'field' },
    make('label', { for: input.id }, label),
    input,
    ...(hint === '' ? [] : [make('span', { id: about, class: 'hint' }, hint)]),
  );
}

/**
 * Sends a request and returns its answer as elements.
 * @param {{ method: string, path: string, given: readonly (ApiParameter & { value: string })[], text: string | undefined, token: string }} request
 */
async function send({ method, path, given, text, token }) {
  const headers = new Headers({ Accept: 'application/json' });
  const url = new URL(location.origin);
  url.pathname = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(given.find((parameter) => parameter.name === name)?.value ?? ''),
  );
  for (const { name, value, in: place } of given) {
    if (value === '') continue;
    if (place === 'query') url.searchParams.set(name, value);
    if (place === 'header') headers.set(name, value);
  }
  if (token !== '') headers.set('Authorization', `Bearer ${token}`);
  if (text !== undefined) headers.set('Content-Type', 'application/json');
  try {
    const response = await fetch(url, { method, headers, ...(text === undefined ? {} : { body: text }) });
    const shown = readable(await response.text()).slice(0, MAX_SHOWN);
    return [
      make('p', {}, `${response.status} ${response.statusText}`),
      make('pre', { class: 'scrolled', tabindex: 0, 'aria-label': 'Answer' }, shown),
    ];
  } catch {
    return [make('p', {}, 'The service cannot be reached.')];
  }
}

/** @param {string} text */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {Shown} shown */
function answers({ api, operation }) {
  return [
    make('h3', {}, 'Answers'),
    ...Object.entries(operation.responses).map(([status, response]) => {
      const { description = '', content } = resolve(api, response);
      const schema = content?.['application/json']?.schema;
      if (!schema) return make('p', {}, make('b', {}, status), ` ${description}`);
      const label = `Fields of the answer ${status} of ${operation.operationId}`;
      const table = schemaTable(api, schema, label);
      return make('details', {}, make('summary', {}, make('b', {}, status), ` ${description}`), table);
    }),
  ];
}
