import { deserialize } from 'bson';
import { CODE, mongoCode, unpackSqlState } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { PostgresError } from '../postgres/postgres-error.js';
import type { Parameter } from '../postgres/messages.js';
import type { Command } from '../wire/command.js';
import { type Context, type Handler, reply } from './context.js';
import { checkIndexesInTransaction } from './indexes-in-transaction.js';

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

interface IndexResult {
  readonly ok: number;
  readonly raw?: { readonly defaultShard?: IndexShard };
}

interface IndexShard extends Record<string, unknown> {
  readonly ok: number;
  readonly code?: number;
  readonly errmsg?: string;
}

/** Builds the indexes before it answers. The engine's answer is that of a shard; its fields are lifted out. */
const createIndexes: Handler = async (context, command) => {
  await checkIndexesInTransaction(context, command);
  const sql =
    'SELECT documentdb_api_internal.create_indexes_non_concurrently($1, $2::documentdb_core.bson, true)';
  const answer = await first(context, command, sql, [command.database, command.body]).catch(
    (error: unknown) => {
      const duplicate =
        error instanceof PostgresError && mongoCode(error.sqlState, false) === CODE.duplicateKey;
      throw duplicate ? duplicatesIn(command) : error;
    },
  );
  const { ok, raw } = deserialize(answer) as IndexResult;
  const shard = raw?.defaultShard;
  if (ok === 1 && (shard?.ok ?? 1) === 1) return reply({ ...shard, ok: 1 });
  const code = shard?.code ?? CODE.internal;
  const sqlState = unpackSqlState(code);
  const mapped = sqlState === null ? code : mongoCode(sqlState, false);
  if (mapped === CODE.duplicateKey) throw duplicatesIn(command);
  throw new CommandError(mapped, shard?.errmsg ?? 'The index could not be built');
};

/** What MongoDB answers when the documents of the collection violate a unique index that is to be built. */
function duplicatesIn({ database, target }: Command): CommandError {
  return new CommandError(CODE.duplicateKey, `E11000 duplicate key error collection: ${database}.${target}`);
}

const dropIndexes: Handler = async (context, command) => {
  const sql = 'CALL documentdb_api.drop_indexes($1, $2::documentdb_core.bson, NULL)';
  const answer = deserialize(await first(context, command, sql, [command.database, command.body]));
  return reply({ ...answer, ok: 1 });
};

const drop: Handler = async (context, command) => {
  const sql = 'SELECT documentdb_api.drop_collection($1, $2)';
  await context.query(command, sql, [command.database, command.target]);
  return reply({ ns: `${command.database}.${command.target}`, ok: 1 });
};

/** Tells the planner what the collection holds, which it otherwise learns some time after a large load. */
const analyze: Handler = async (context, command) => {
  const sql =
    'SELECT collection_id::text FROM documentdb_api_catalog.collections WHERE database_name = $1 AND collection_name = $2';
  const id = await first(context, command, sql, ofCollection(command));
  await context.query(command, `ANALYZE documentdb_data.documents_${id.toString()}`, []);
  return reply({ ok: 1 });
};

const dropDatabase: Handler = async (context, command) => {
  await context.query(command, 'SELECT documentdb_api.drop_database($1)', [command.database]);
  return reply({ dropped: command.database, ok: 1 });
};

const withTarget = ({ database, target, body }: Command): Parameter[] => [database, target, body];
const ofCollection = ({ database, target }: Command): Parameter[] => [database, target];

export const schemaCommands: Readonly<Record<string, Handler>> = {
  createIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
  drop,
  dropDatabase,
  analyze,
  create: statement(
    'SELECT documentdb_api.create_collection_view($1, $2::documentdb_core.bson)',
    ({ database, body }) => [database, body],
  ),
  renameCollection: statement(
    'SELECT documentdb_api.rename_collection($1::documentdb_core.bson)',
    ({ body }) => [body],
  ),
  collMod: statement('SELECT documentdb_api.coll_mod($1, $2, $3::documentdb_core.bson)', withTarget),
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
