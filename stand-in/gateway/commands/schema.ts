import { deserialize } from 'bson';
import { CODE, mongoCode, unpackSqlState } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { PostgresError } from '../postgres/postgres-error.js';
import type { Parameter } from '../postgres/connection.js';
import type { Command } from '../wire/command.js';
import { collectionExists, indexesOf } from './catalog.js';
import { type Context, type Handler, reply } from './context.js';
import { retryOnConflict } from './retry.js';

async function first(
  context: Context,
  command: Command,
  sql: string,
  parameters: Parameter[],
): Promise<Buffer> {
  const [row] = await context.query(command, sql, parameters);
  if (!row?.[0]) throw new CommandError(CODE.internal, `${command.name} gave no answer`);
  return row[0];
}

function statement(sql: string, parameters: (command: Command) => Parameter[]): Handler {
  return (context, command) => first(context, command, sql, parameters(command));
}

/**
 * Changes collections or indexes, and retries on a conflict. Each change is one statement, which a conflict rolls
 * back.
 */
function change(run: Handler): Handler {
  return (context, command) => retryOnConflict(context, command, false, async () => run(context, command));
}

interface IndexResult {
  readonly ok: number;
  readonly raw?: { readonly defaultShard?: IndexShard };
}

interface IndexShard extends Record<string, unknown> {
  readonly ok: number;
  readonly code?: number;
  readonly errmsg?: string;
}

/**
 * A transaction may create indexes only on a collection that it has created. Indexes that exist already are accepted.
 * Otherwise rolls back and throws CommandError.
 */
async function checkIndexesInTransaction(context: Context, command: Command): Promise<void> {
  const { transaction, database, target } = command;
  if (!transaction || !(await collectionExists(context, database, target))) return;
  const { indexes } = deserialize(command.body) as { indexes?: readonly { name?: unknown }[] };
  const existing = new Set((await indexesOf(context, command)).map(({ name }) => name as unknown));
  if (indexes?.every(({ name }) => existing.has(name)) === true) return;
  if (!transaction.starts) await context.gateway.transactions.abort(transaction);
  throw new CommandError(
    CODE.notInTransaction,
    `Cannot create new indexes on existing collection ${database}.${target} in a multi-document transaction.`,
  );
}

/** Builds the indexes before it answers. The engine nests its answer under a shard. */
const createIndexes = change(async (context, command) => {
  await checkIndexesInTransaction(context, command);
  const sql =
    'SELECT documentdb_api_internal.create_indexes_non_concurrently($1, $2::documentdb_core.bson, true)';
  const answer = await first(context, command, sql, [command.database, command.body]).catch(
    (error: unknown) => {
      if (!(error instanceof PostgresError)) throw error;
      throw indexError(mongoCode(error.sqlState, false), command) ?? error;
    },
  );
  const { ok, raw } = deserialize(answer) as IndexResult;
  const shard = raw?.defaultShard;
  if (ok === 1 && (shard?.ok ?? 1) === 1) return reply({ ...shard, ok: 1 });
  const code = shard?.code ?? CODE.internal;
  const sqlState = unpackSqlState(code);
  const mapped = sqlState === null ? code : mongoCode(sqlState, false);
  const errmsg = shard?.errmsg ?? 'The index could not be built';
  throw indexError(mapped, command) ?? new CommandError(mapped, errmsg);
});

/** MongoDB's error in place of the engine's; undefined if they are the same. */
function indexError(code: number, { database, target }: Command): CommandError | undefined {
  const collection = `${database}.${target}`;
  if (code === CODE.duplicateKey) {
    return new CommandError(code, `E11000 duplicate key error collection: ${collection}`);
  }
  // createIndexes creates a missing collection, so another client has dropped it since.
  return code === CODE.namespaceNotFound
    ? new CommandError(CODE.writeConflict, `${collection} was dropped while its indexes were built`)
    : undefined;
}

const dropIndexes = change(async (context, command) => {
  const sql = 'CALL documentdb_api.drop_indexes($1, $2::documentdb_core.bson, NULL)';
  const answer = deserialize(await first(context, command, sql, [command.database, command.body]));
  return reply({ ...answer, ok: 1 });
});

const drop = change(async (context, command) => {
  const sql = 'SELECT documentdb_api.drop_collection($1, $2)';
  await context.query(command, sql, [command.database, command.target]);
  return reply({ ns: `${command.database}.${command.target}`, ok: 1 });
});

/** Updates the planner's statistics of the collection, which otherwise happens some time after a large load. */
const analyze: Handler = async (context, command) => {
  const sql =
    'SELECT collection_id::text FROM documentdb_api_catalog.collections WHERE database_name = $1 AND collection_name = $2';
  const id = await first(context, command, sql, ofCollection(command));
  await context.query(command, `ANALYZE documentdb_data.documents_${id.toString()}`, []);
  return reply({ ok: 1 });
};

const dropDatabase = change(async (context, command) => {
  await context.query(command, 'SELECT documentdb_api.drop_database($1)', [command.database]);
  return reply({ dropped: command.database, ok: 1 });
});

const withTarget = ({ database, target, body }: Command): Parameter[] => [database, target, body];
const ofCollection = ({ database, target }: Command): Parameter[] => [database, target];

export const schemaCommands: Readonly<Record<string, Handler>> = {
  createIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
  drop,
  dropDatabase,
  analyze,
  create: change(
    statement(
      'SELECT documentdb_api.create_collection_view($1, $2::documentdb_core.bson)',
      ({ database, body }) => [database, body],
    ),
  ),
  renameCollection: change(
    statement('SELECT documentdb_api.rename_collection($1::documentdb_core.bson)', ({ body }) => [body]),
  ),
  collMod: change(statement('SELECT documentdb_api.coll_mod($1, $2, $3::documentdb_core.bson)', withTarget)),
  collStats: statement('SELECT documentdb_api.coll_stats($1, $2)', ofCollection),
  dbStats: statement('SELECT documentdb_api.db_stats($1)', ({ database }) => [database]),
  validate: statement(
    'SELECT document FROM documentdb_api.validate($1, $2::documentdb_core.bson)',
    ({ database, body }) => [database, body],
  ),
  listDatabases: statement('SELECT documentdb_api.list_databases($1::documentdb_core.bson)', ({ body }) => [
    body,
  ]),
};
