import { readFile } from 'node:fs/promises';
import type { SentCommand } from './round-trips.js';

/** What docs/scaling.md says about a sharded MongoDB. */
export interface Sharding {
  /** The field that a sharded collection is sharded by. */
  readonly keys: ReadonlyMap<string, string>;
  /** Queries that cannot carry it, as `find upgrades: deadlineAt, released`. */
  readonly exceptions: ReadonlySet<string>;
}

/** Reads both from its tables, so that what is documented is what is tested. */
export async function readSharding(): Promise<Sharding> {
  const text = await readFile('docs/scaling.md', 'utf8');
  const rows = (heading: string): string[][] => {
    const [, table = ''] = text.split(`| ${heading} |`);
    const [, ...lines] = (table.split('\n\n')[0] ?? '').split('\n').slice(1);
    return lines.map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? ''));
  };
  return {
    keys: new Map(rows('collection').map(([name = '', key = '']) => [name, key])),
    exceptions: new Set(rows('query').map(([query = '']) => query)),
  };
}

type Filter = Readonly<Record<string, unknown>>;

/** The filters and new documents of a command: what says on which shards it runs. None for the rest of a cursor. */
function aims({ name, command }: SentCommand): Filter[] {
  const statements = (list: unknown): Filter[] => (list as { q: Filter }[]).map(({ q }) => q);
  switch (name) {
    case 'find':
      return [command['filter'] as Filter];
    case 'count':
    case 'distinct':
    case 'findAndModify':
      return [command['query'] as Filter];
    case 'update':
      return statements(command['updates']);
    case 'delete':
      return statements(command['deletes']);
    case 'insert':
      return command['documents'] as Filter[];
    case 'aggregate':
      return [(command['pipeline'] as { $match?: Filter }[])[0]?.$match ?? {}];
    default:
      return [];
  }
}

/** Whether a condition leaves only certain values: one, or a list of them. */
function isExact(condition: unknown): boolean {
  if (condition === null || condition === undefined) return false;
  if (typeof condition !== 'object') return true;
  return '$in' in condition || '$eq' in condition;
}

/** Whether a filter leaves only certain values of the key, by itself or by a part that must hold as well. */
function isAimed(filter: Filter, key: string): boolean {
  const parts = (filter['$and'] ?? []) as Filter[];
  return isExact(filter[key]) || parts.some((part) => isAimed(part, key));
}

/** What of a command does not say to which shards it belongs, as the table of exceptions writes it; none is good. */
export function unaimed(sent: SentCommand, { keys }: Sharding): string[] {
  const { name, collection } = sent;
  const key = collection === null ? undefined : keys.get(collection);
  if (collection === null || key === undefined) return [];
  return aims(sent)
    .filter((filter) => !isAimed(filter, key))
    .map((filter) => `${name} ${collection}: ${Object.keys(filter).sort().join(', ')}`);
}
