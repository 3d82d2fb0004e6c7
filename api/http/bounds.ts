import type Joi from 'joi';
import { AppError } from '../../shared/platform/errors/app-error.js';

/** More than 20,000 parameters of a form make, and far more than any operation takes. */
const MAX_VALUES = 50_000;
const MAX_DEPTH = 10;

const known = new WeakMap<Joi.Schema, ReadonlyMap<string, number>>();

/**
 * Refuses what is deeper, larger or has longer lists than its schema allows, by one cheap walk that needs no stack.
 * A schema itself looks at every entry of a list before it judges its length.
 * @throws AppError invalidParameters for a list, bodyTooLarge for depth and number of values
 */
export function refuseOversized(schema: Joi.Schema, input: unknown): void {
  const lists = listsOf(schema);
  const left = [{ value: input, path: '', depth: 0 }];
  let values = 0;
  for (let at = left.pop(); at; at = left.pop()) {
    const { value, path, depth } = at;
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    const entries: [string, unknown][] | unknown[] = isList ? value : Object.entries(value);
    const most = lists.get(path);
    if (isList && most !== undefined && entries.length > most)
      throw new AppError('invalidParameters', { text: `${path}: at most ${most} entries` });
    values += entries.length;
    if (values > MAX_VALUES) throw tooLarge(`at most ${MAX_VALUES} values`);
    if (depth === MAX_DEPTH) throw tooLarge(`at most ${MAX_DEPTH} levels`);
    for (const entry of entries) {
      const [name, inner] = isList ? ['', entry] : (entry as [string, unknown]);
      left.push({ value: inner, path: isList ? path : join(path, name), depth: depth + 1 });
    }
  }
}

interface Description {
  readonly type?: string;
  readonly keys?: Readonly<Record<string, Description>>;
  readonly rules?: readonly { readonly name: string; readonly args?: { readonly limit?: unknown } }[];
  readonly items?: readonly Description[];
  readonly matches?: readonly { readonly schema?: Description }[];
}

/** How long each list of a schema may be, by its path. */
function listsOf(schema: Joi.Schema): ReadonlyMap<string, number> {
  const lists = known.get(schema) ?? new Map(longest(schema.describe(), ''));
  known.set(schema, lists);
  return lists;
}

function* longest(
  { type, keys = {}, rules = [], items = [], matches = [] }: Description,
  path: string,
): Generator<[string, number]> {
  const most = rules.find(({ name }) => name === 'max')?.args?.limit;
  if (type === 'array' && typeof most === 'number') yield [path, most];
  for (const [name, key] of Object.entries(keys)) yield* longest(key, join(path, name));
  for (const item of items) yield* longest(item, path);
  for (const match of matches) if (match.schema) yield* longest(match.schema, path);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function tooLarge(text: string): AppError {
  return new AppError('bodyTooLarge', { text });
}
