import type { Connection, mongo } from 'mongoose';

/** One query of a command, as explain takes it; of a write the query that finds its documents. */
export interface Query {
  readonly collection: string;
  readonly command: Readonly<Record<string, unknown>>;
}

type Command = Readonly<Record<string, unknown>>;

/** What explain is asked with: the parts of a command that decide its plan. */
const PLANNED = [
  'filter',
  'query',
  'pipeline',
  'key',
  'sort',
  'hint',
  'skip',
  'limit',
  'projection',
  'cursor',
] as const;

/**
 * Every query that a connection sends while something runs, each shape once: what differs only in the values that
 * are asked for has one plan.
 */
export async function queriesDuring(
  { connection }: { readonly connection: Connection },
  run: () => Promise<unknown>,
): Promise<Query[]> {
  const shapes = new Map<string, Query>();
  const note = ({ command }: mongo.CommandStartedEvent): void => {
    for (const query of queriesOf(command)) {
      const shape = JSON.stringify([query.collection, shapeOf(query.command)]);
      if (!shapes.has(shape)) shapes.set(shape, query);
    }
  };
  const client = connection.getClient();
  client.on('commandStarted', note);
  try {
    await run();
  } finally {
    client.off('commandStarted', note);
  }
  return [...shapes.values()];
}

function queriesOf(command: Command): Query[] {
  const [name = ''] = Object.keys(command);
  const collection = command[name];
  if (typeof collection !== 'string') return [];
  const find = (filter: unknown, rest: Command = {}): Query => ({
    collection,
    command: { find: collection, filter, ...rest },
  });
  switch (name) {
    case 'find':
    case 'aggregate':
    case 'count':
    case 'distinct':
      return [{ collection, command: { [name]: collection, ...pick(command, PLANNED) } }];
    case 'findAndModify':
      return [find(command['query'], { ...pick(command, ['sort', 'hint']), limit: 1 })];
    case 'update':
    case 'delete':
      return (command[`${name}s`] as Command[]).map((write) => find(write['q'], pick(write, ['hint'])));
    default:
      return [];
  }
}

function pick(from: Command, names: readonly string[]): Command {
  return Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));
}

/** What decides a plan as it stands, and not only that it is there. */
const AS_IT_IS = new Set(['sort', '$sort', 'hint']);

/** Names and operators without values; a list is as its first entry is. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== 'object' || value instanceof Date) return 0;
  return Object.entries(value).map(([name, part]: [string, unknown]) => [
    name,
    // The driver keeps a sort as a map, because the order of its fields counts.
    AS_IT_IS.has(name) ? (part instanceof Map ? [...part] : part) : shapeOf(part),
  ]);
}
