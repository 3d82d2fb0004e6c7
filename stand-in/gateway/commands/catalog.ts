import { type Document, deserialize, serialize } from 'bson';
import type { PostgresError } from '../postgres/postgres-error.js';
import type { Command } from '../wire/command.js';
import type { Context } from './context.js';

export interface IndexOfCollection {
  readonly name: string;
  readonly key: Document;
}

interface IndexPage {
  readonly cursor: { readonly firstBatch: readonly IndexOfCollection[] };
}

/** The committed indexes of the command's collection. Reads outside the command's transaction. */
export async function indexesOf(context: Context, command: Command): Promise<readonly IndexOfCollection[]> {
  const sql =
    'SELECT cursorpage FROM documentdb_api.list_indexes_cursor_first_page($1, $2::documentdb_core.bson, 0)';
  const spec = Buffer.from(serialize({ listIndexes: command.target, cursor: { batchSize: 1_000 } }));
  const [row] = await context.gateway.pool.run((connection) =>
    connection.query(sql, [command.database, spec]),
  );
  return row?.[0] ? (deserialize(row[0]) as IndexPage).cursor.firstBatch : [];
}

/** MongoDB's name for the index that PostgreSQL calls `documents_rum_index_<id>`; `_id_` for the primary key. */
export async function violatedIndex(context: Context, error: PostgresError): Promise<string> {
  const id = /(\d+)$/.exec(error.constraint ?? '')?.[1];
  if (id === undefined || error.constraint?.startsWith('collection_pk') === true) return '_id_';
  const sql =
    'SELECT (index_spec).index_name::text FROM documentdb_api_catalog.collection_indexes WHERE index_id = $1::text::int';
  const [row] = await context.gateway.pool.run((connection) => connection.query(sql, [id]));
  return row?.[0]?.toString() ?? '_id_';
}

/** The names of these indexes, by what PostgreSQL calls them; some plans have MongoDB's names already. */
export async function indexNames(
  context: Context,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const idOf = (name: string): string => /^documents_rum_index_(\d+)$/.exec(name)?.[1] ?? '';
  const sql =
    'SELECT index_id::text, (index_spec).index_name::text FROM documentdb_api_catalog.collection_indexes ' +
    "WHERE index_id::text = ANY (string_to_array($1, ','))";
  const rows = await context.gateway.pool.run((connection) =>
    connection.query(sql, [names.map(idOf).join()]),
  );
  const byId = new Map(rows.map(([id, name]) => [id?.toString(), name?.toString() ?? '']));
  const nameOf = (name: string): string =>
    name.startsWith('collection_pk_') ? '_id_' : (byId.get(idOf(name)) ?? name);
  return new Map(names.map((name) => [name, nameOf(name)]));
}

/** Whether a committed collection or view has this name. Reads outside the command's transaction. */
export async function collectionExists(context: Context, database: string, name: string): Promise<boolean> {
  const sql =
    'SELECT 1::text FROM documentdb_api_catalog.collections WHERE database_name = $1 AND collection_name = $2';
  const rows = await context.gateway.pool.run((connection) => connection.query(sql, [database, name]));
  return rows.length > 0;
}
