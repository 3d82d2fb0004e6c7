import { AppError } from '../../shared/platform/errors/app-error.js';

/** The shape of what comes in before a schema has looked at it. */
export type RawParameters = Record<string, unknown>;

const MAX_PARAMETERS = 20_000;
const MAX_DEPTH = 6;
/** `upgrade[aps][]` is a name and its keys; an empty key is the next entry of a list. */
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

/**
 * Form-encoded text as an object: `columns[0][data]`, `ids[]` and a name that is repeated make objects and lists, in
 * time proportional to the text. Names of Object.prototype are left out.
 * @throws AppError bodyTooLarge past the limits, malformedBody for a name that is both a text and an object
 */
export function parseNested(text: string): RawParameters {
  refuseTooMany(text);
  const root = new Node();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    if (name === '' || path.some((key) => key in Object.prototype)) continue;
    let node = root;
    for (const key of path) node = node.child(key);
    node.values.push(value);
  }
  return objectOf(root.children);
}

/** Cutting off the rest instead could drop what matters most. */
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

function valueOf(node: Node, name: string): unknown {
  const { values, children } = node;
  if (children.size === 0) return values.length === 1 ? values[0] : values;
  const isList = [...children.keys()].every((key) => /^\d{1,9}$/.test(key));
  if (isList) return [...values, ...listOf(children)];
  if (values.length > 0) {
    const text = `The parameters cannot be read: ${name.slice(0, 100)} is both a text and an object`;
    throw new AppError('malformedBody', { text });
  }
  return objectOf(children);
}

function listOf(children: ReadonlyMap<string, Node>): unknown[] {
  const inOrder = [...children].sort(([one], [other]) => Number(one) - Number(other));
  return inOrder.map(([key, child]) => valueOf(child, key));
}

function objectOf(children: ReadonlyMap<string, Node>): RawParameters {
  return Object.fromEntries([...children].map(([key, child]) => [key, valueOf(child, key)]));
}

function tooLarge(text: string): AppError {
  return new AppError('bodyTooLarge', { text: `The parameters cannot be read: ${text}` });
}
