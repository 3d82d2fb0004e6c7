import { deserialize, type Document } from 'bson';
import { CODE, mongoCode } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { describeDuplicate, intendedDocument } from '../errors/duplicate-key.js';
import { PostgresError } from '../postgres/postgres-error.js';
import type { Command } from '../wire/command.js';
import {
  type BatchResult,
  isOrdered,
  mergeRepeat,
  readResult,
  resultReply,
  sequenceOf,
  withWrites,
  writesOf,
} from './batch.js';
import type { Context, Handler } from './context.js';
import { indexesOf, violatedIndex } from './index-lookup.js';
import { repeatOnConflict, repeatable, waitBeforeRepeat } from './repeat.js';

async function runBatch(
  context: Context,
  command: Command,
  sql: string,
): Promise<{ answer: Buffer; ok: boolean }> {
  const [row] = await repeatOnConflict(command, () =>
    context.query(command, sql, [command.database, command.body, sequenceOf(command)]),
  );
  const [answer, success] = row ?? [];
  if (!answer) throw new CommandError(CODE.internal, `${command.name} gave no answer`);
  return { answer, ok: success?.[0] === 1 };
}

/** Runs again those writes of a batch that lost against others writing at the same moment. */
async function repeatLosers(
  context: Context,
  command: Command,
  sql: string,
  result: BatchResult,
): Promise<BatchResult> {
  const writes = writesOf(command);
  let total = result;
  for (let attempt = 1; ; attempt++) {
    const losers = total.errors.filter((error) => repeatable(error, writes[error.index], attempt));
    const [first] = losers;
    if (!first) return total;
    await waitBeforeRepeat(attempt);
    const places = isOrdered(command)
      ? writes.map((_, index) => index).slice(first.index)
      : losers.map(({ index }) => index);
    const again = withWrites(
      command,
      places.flatMap((place) => writes[place] ?? []),
    );
    const { answer } = await runBatch(context, again, sql);
    total = mergeRepeat(total, readResult(answer, false), places);
  }
}

/** Gives duplicate keys the text and the fields that MongoDB's users expect. */
async function describeErrors(context: Context, command: Command, result: BatchResult): Promise<Document[]> {
  if (!result.errors.some(({ code }) => code === CODE.duplicateKey)) return [...result.errors];
  const indexes = await indexesOf(context, command);
  const writes = writesOf(command);
  const namespace = `${command.database}.${command.target}`;
  return result.errors.map((error) => {
    const write = writes[error.index];
    const index = indexes.find(({ name }) => error.errmsg.endsWith(`'${name}'`));
    if (error.code !== CODE.duplicateKey || !write || !index) return { ...error };
    return { ...error, ...describeDuplicate(namespace, index, intendedDocument(deserialize(write))) };
  });
}

/** A batch of writes. When all is well the engine's answer goes to the client unread. */
function batch(kind: 'insert' | 'update' | 'delete'): Handler {
  const sql =
    `SELECT p_result, p_success FROM documentdb_api.${kind}` +
    `($1, $2::documentdb_core.bson, $3::documentdb_core.bsonsequence)`;
  return async (context, command) => {
    const { answer, ok } = await runBatch(context, command, sql);
    if (ok) return answer;
    const { transaction } = command;
    const result = readResult(answer, transaction !== undefined);
    if (!transaction) {
      const settled = await repeatLosers(context, command, sql, result);
      return resultReply(settled, await describeErrors(context, command, settled));
    }
    await context.gateway.transactions.abort(transaction);
    const conflict = result.errors.find(({ code }) => code === CODE.writeConflict);
    if (conflict) throw new CommandError(conflict.code, conflict.errmsg);
    return resultReply(result, await describeErrors(context, command, result));
  };
}

/** The write in a findAndModify, in the form that a batch of updates has. */
function writeOf(command: Command): Document {
  const { query, update } = deserialize(command.body) as { query?: Document; update?: Document };
  return { q: query ?? {}, u: update ?? {} };
}

const findAndModify: Handler = async (context, command) => {
  const sql = 'SELECT p_result FROM documentdb_api.find_and_modify($1, $2::documentdb_core.bson)';
  try {
    const [row] = await repeatOnConflict(command, () =>
      context.query(command, sql, [command.database, command.body]),
    );
    if (!row?.[0]) throw new CommandError(CODE.internal, 'findAndModify gave no answer');
    return row[0];
  } catch (error) {
    if (!(error instanceof PostgresError) || mongoCode(error.sqlState, false) !== CODE.duplicateKey)
      throw error;
    const [name, indexes] = await Promise.all([violatedIndex(context, error), indexesOf(context, command)]);
    const index = indexes.find((one) => one.name === name);
    if (!index) throw error;
    const namespace = `${command.database}.${command.target}`;
    const { errmsg, ...details } = describeDuplicate(namespace, index, intendedDocument(writeOf(command)));
    throw new CommandError(CODE.duplicateKey, errmsg, details);
  }
};

export const writeCommands: Readonly<Record<string, Handler>> = {
  insert: batch('insert'),
  update: batch('update'),
  delete: batch('delete'),
  findAndModify,
  findandmodify: findAndModify,
};
