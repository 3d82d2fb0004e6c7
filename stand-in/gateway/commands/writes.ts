import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import type { Command, TransactionRef } from '../wire/command.js';
import {
  type BatchResult,
  isOrdered,
  mergeRetry,
  readResult,
  resultReply,
  sequenceOf,
  withWrites,
  writesOf,
} from './batch.js';
import type { Context, Handler } from './context.js';
import { describeWriteErrors } from './describe-duplicates.js';
import { findAndModify } from './find-and-modify.js';
import {
  holdsSeveralWrites,
  isSet,
  isUpsert,
  retryOnConflict,
  shouldRetry,
  waitBeforeRetry,
} from './retry.js';

interface Ran {
  readonly answer: Buffer;
  readonly ok: boolean;
}

async function runBatch(context: Context, command: Command, sql: string, exclusive: boolean): Promise<Ran> {
  // The engine stores one result under the id and would return it for every delete of a batch.
  const retryId = holdsSeveralWrites(command) ? null : command.retryId;
  const parameters = [command.database, command.body, sequenceOf(command), retryId];
  const strict = deletesOne(command);
  const [row] = await retryOnConflict(context, command, exclusive, () =>
    strict ? context.queryStrictly(command, sql, parameters) : context.query(command, sql, parameters),
  );
  const [answer, success] = row ?? [];
  if (!answer) throw new CommandError(CODE.internal, `${command.name} gave no answer`);
  return { answer, ok: success?.[0] === 1 };
}

/**
 * Whether the batch deletes single documents outside a transaction. The engine skips a document that another client
 * is changing, unless the statement runs under repeatable read.
 */
function deletesOne(command: Command): boolean {
  if (command.name !== 'delete' || command.transaction) return false;
  return writesOf(command).some((write) => isSet(write, 'limit'));
}

/** Retries the writes of a batch that conflicted with concurrent ones. */
async function retryConflicts(
  context: Context,
  command: Command,
  sql: string,
  result: BatchResult,
): Promise<BatchResult> {
  const writes = writesOf(command);
  let total = result;
  for (let attempt = 1; ; attempt++) {
    const conflicts = total.errors.filter((error) => shouldRetry(error, writes[error.index], attempt));
    const [first] = conflicts;
    if (!first) return total;
    await waitBeforeRetry(attempt);
    const places = isOrdered(command)
      ? writes.map((_, index) => index).slice(first.index)
      : conflicts.map(({ index }) => index);
    const again = withWrites(
      command,
      places.flatMap((place) => writes[place] ?? []),
    );
    const { answer } = await runBatch(context, again, sql, true);
    total = mergeRetry(total, readResult(answer, false), places);
  }
}

/** Rolls back the transaction of a failed write. Throws a write conflict where the driver is to retry it. */
async function failTransaction(
  context: Context,
  command: Command,
  transaction: TransactionRef,
  result: BatchResult,
): Promise<Buffer> {
  const { transactions } = context.gateway;
  await transactions.abort(transaction);
  const writes = writesOf(command);
  const conflict = result.errors.find(({ code, index }) => {
    if (code !== CODE.duplicateKey) return code === CODE.writeConflict;
    const write = writes[index];
    return write !== undefined && isUpsert(write) && transactions.mayHaveRaced(transaction);
  });
  if (conflict) throw new CommandError(CODE.writeConflict, conflict.errmsg);
  return resultReply(result, await describeWriteErrors(context, command, result));
}

/** Handles a batch of writes. If all succeed, the engine's answer goes to the client unread. */
function batch(kind: 'insert' | 'update' | 'delete'): Handler {
  const sql =
    `SELECT p_result, p_success FROM documentdb_api.${kind}` +
    `($1, $2::documentdb_core.bson, $3::documentdb_core.bsonsequence, $4)`;
  const run: Handler = async (context, command) => {
    const { answer, ok } = await runBatch(context, command, sql, false);
    if (ok) return answer;
    const { transaction } = command;
    const result = readResult(answer, transaction !== undefined);
    if (transaction) return failTransaction(context, command, transaction, result);
    const settled = await retryConflicts(context, command, sql, result);
    return resultReply(settled, await describeWriteErrors(context, command, settled));
  };
  return (context, command) => {
    const { retryId } = command;
    if (retryId === null || !holdsSeveralWrites(command)) return run(context, command);
    return context.gateway.batches.once(retryId, async () => run(context, command));
  };
}

export const writeCommands: Readonly<Record<string, Handler>> = {
  insert: batch('insert'),
  update: batch('update'),
  delete: batch('delete'),
  findAndModify,
  findandmodify: findAndModify,
};
