import Bourne from '@hapi/bourne';
import type { Context } from 'koa';
import { AppError } from '../../shared/platform/errors/app-error.js';

/** Parameters before validation. */
export type RawParameters = Record<string, unknown>;

const MAX_PARAMETERS = 20_000;
const MAX_DEPTH = 6;
/** Indexes such as `columns[7]` may leave entries out; far more than the columns of any table. */
const MAX_EMPTY_ENTRIES = 10_000;
/** A name and its keys, such as `upgrade[aps][]`; an empty key appends to a list. */
const NESTED = /^[^[\]]+(?:\[[^[\]]*\])+$/;

class Node {
  readonly values: string[] = [];
  readonly children = new Map<string, Node>();
  private next = 0;

  child(key: string): Node {
    const name = key === '' ? this.freeIndex() : key;
    const known = this.children.get(name) ?? new Node();
    this.children.set(name, known);
    return known;
  }

  private freeIndex(): string {
    while (this.children.has(String(this.next))) this.next += 1;
    return String(this.next);
  }
}

/** Path parameters take precedence over the body, and the body over the query. @throws AppError */
export function readParameters(
  ctx: Context & { state: { body?: Buffer }; params?: Record<string, string> },
): RawParameters {
  return { ...parseNested(ctx.querystring), ...parseBody(ctx), ...ctx.params };
}

/**
 * Parses the body: JSON or form-encoded, not compressed; {} when it is absent or empty.
 * @throws AppError malformedBody
 */
export function parseBody(ctx: Context & { state: { body?: Buffer } }): RawParameters {
  const { body } = ctx.state;
  if (body === undefined) return {};
  if ((ctx.get('Content-Encoding') || 'identity') !== 'identity') {
    throw new AppError('malformedBody', { text: 'A compressed request body is not accepted' });
  }
  const text = body.toString('utf8');
  if (text.trim() === '') return {};
  return ctx.is('urlencoded') ? parseNested(text) : parseJson(text);
}

function parseJson(text: string): RawParameters {
  let value: unknown;
  try {
    value = Bourne.parse(text, { protoAction: 'remove' });
  } catch (error) {
    throw new AppError('malformedBody', { text: 'The request body is not JSON', cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('malformedBody', { text: 'The request body must be a JSON object' });
  }
  return value as RawParameters;
}

/**
 * Parses form-encoded text. `columns[0][data]`, `ids[]` and repeated names become objects and lists, in time linear in
 * the text. Names of Object.prototype are dropped.
 * @throws AppError bodyTooLarge above the limits, malformedBody for a name that is both a text and an object
 */
export function parseNested(text: string): RawParameters {
  if (text === '') return {};
  refuseTooMany(text);
  const root = new Node();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    if (name === '' || path.some((key) => key in Object.prototype)) continue;
    let node = root;
    for (const key of path) node = node.child(key);
    node.values.push(value);
  }
  return objectOf(root.children, { entries: MAX_EMPTY_ENTRIES });
}

/** Refuses instead of truncating, which could drop the parameters that restrict a change. */
function refuseTooMany(text: string): void {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1;
    if (count > MAX_PARAMETERS) throw tooLarge(`at most ${MAX_PARAMETERS} parameters`);
  }
}

function pathOf(name: string): string[] {
  if (!NESTED.test(name)) return [name];
  const path = name.slice(0, -1).split(/\]?\[/);
  if (path.length > MAX_DEPTH) throw tooLarge(`at most ${MAX_DEPTH} levels in ${name.slice(0, 100)}`);
  return path;
}

/** How many entries of lists without a value a request may still have. */
interface Budget {
  entries: number;
}

function valueOf(node: Node, name: string, budget: Budget): unknown {
  const { values, children } = node;
  if (children.size === 0) return values.length === 1 ? values[0] : values;
  const isList = [...children.keys()].every((key) => /^(?:0|[1-9]\d{0,8})$/.test(key));
  if (isList) return [...values, ...listOf(children, name, budget)];
  if (values.length > 0) {
    const text = `The parameters cannot be read: ${name.slice(0, 100)} is both a text and an object`;
    throw new AppError('malformedBody', { text });
  }
  return objectOf(children, budget);
}

/** Every entry keeps its index, as in JSON; entries without one are null. */
function listOf(children: ReadonlyMap<string, Node>, name: string, budget: Budget): unknown[] {
  const byIndex = new Map([...children].map(([key, child]) => [Number(key), child]));
  let length = 0;
  for (const index of byIndex.keys()) length = Math.max(length, index + 1);
  budget.entries -= length - byIndex.size;
  if (budget.entries < 0) throw tooLarge(`at most ${MAX_EMPTY_ENTRIES} entries without a value in lists`);
  return Array.from({ length }, (_, index) => {
    const child = byIndex.get(index);
    return child ? valueOf(child, `${name}[${index}]`, budget) : null;
  });
}

function objectOf(children: ReadonlyMap<string, Node>, budget: Budget): RawParameters {
  return Object.fromEntries([...children].map(([key, child]) => [key, valueOf(child, key, budget)]));
}

function tooLarge(text: string): AppError {
  return new AppError('bodyTooLarge', { text: `The parameters cannot be read: ${text}` });
}
