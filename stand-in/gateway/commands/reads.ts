import { Long } from 'bson';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { bigintOf, elementsOf } from '../wire/elements.js';
import type { Command } from '../wire/command.js';
import { aggregate } from './aggregate.js';
import { type Context, type Handler, reply } from './context.js';

type FirstPage = 'find' | 'aggregate' | 'list_collections' | 'list_indexes';

function firstPage(kind: FirstPage): Handler {
  const sql =
    `SELECT cursorpage, continuation, cursorid ` +
    `FROM documentdb_api.${kind}_cursor_first_page($1, $2::documentdb_core.bson, 0)`;
  return async (context, command) => {
    const [row] = await context.query(command, sql, [command.database, command.body]);
    const [page, continuation, id] = row ?? [];
    if (!page) throw new CommandError(CODE.internal, `${command.name} gave no page`);
    if (continuation && id) context.gateway.cursors.set(id.readBigInt64BE(0), command.database, continuation);
    return page;
  };
}

function cursorId(command: Command): bigint {
  for (const element of elementsOf(command.body)) {
    const id = element.name === 'getMore' ? bigintOf(command.body, element) : undefined;
    if (id !== undefined) return id;
  }
  throw new CommandError(CODE.badValue, 'getMore without a cursor id');
}

const getMore: Handler = async (context, command) => {
  const { cursors } = context.gateway;
  const id = cursorId(command);
  const cursor = cursors.get(id);
  if (!cursor) throw new CommandError(CODE.cursorNotFound, `cursor id ${id} not found`);
  const [row] = await context.query(
    command,
    'SELECT cursorpage, continuation FROM documentdb_api.cursor_get_more($1, $2::documentdb_core.bson, $3::documentdb_core.bson)',
    [cursor.database, command.body, cursor.continuation],
  );
  const [page, continuation] = row ?? [];
  if (!page) throw new CommandError(CODE.internal, 'getMore gave no page');
  if (continuation) cursors.set(id, cursor.database, continuation);
  else cursors.delete(id);
  return page;
};

function idsToKill(command: Command): bigint[] {
  const ids: bigint[] = [];
  for (const list of elementsOf(command.body)) {
    if (list.name !== 'cursors') continue;
    for (const element of elementsOf(command.body, list.valueStart)) {
      const id = bigintOf(command.body, element);
      if (id !== undefined) ids.push(id);
    }
  }
  return ids;
}

/** Closes cursors and removes the files that the engine may keep for them. */
async function killCursors(context: Context, command: Command): Promise<Buffer> {
  const ids = idsToKill(command);
  const killed = ids.filter((id) => context.gateway.cursors.delete(id));
  if (killed.length > 0) {
    const sql = 'SELECT documentdb_api_internal.delete_cursors(string_to_array($1, $2)::bigint[])';
    await context.query(command, sql, [killed.join(','), ',']);
  }
  const unknown = ids.filter((id) => !killed.includes(id));
  return reply({
    cursorsKilled: killed.map((id) => Long.fromBigInt(id)),
    cursorsNotFound: unknown.map((id) => Long.fromBigInt(id)),
    cursorsAlive: [],
    cursorsUnknown: [],
    ok: 1,
  });
}

function singleDocument(sql: string): Handler {
  return async (context, command) => {
    const [row] = await context.query(command, sql, [command.database, command.body]);
    if (!row?.[0]) throw new CommandError(CODE.internal, `${command.name} gave no answer`);
    return row[0];
  };
}

export const readCommands: Readonly<Record<string, Handler>> = {
  find: firstPage('find'),
  aggregate: aggregate(firstPage('aggregate')),
  listCollections: firstPage('list_collections'),
  listIndexes: firstPage('list_indexes'),
  getMore,
  killCursors,
  count: singleDocument('SELECT document FROM documentdb_api.count_query($1, $2::documentdb_core.bson)'),
  distinct: singleDocument(
    'SELECT document FROM documentdb_api.distinct_query($1, $2::documentdb_core.bson)',
  ),
};
