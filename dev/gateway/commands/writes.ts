import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import type { Command, TransactionRef } from '../wire/command.js';
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
import { describeWriteErrors } from './describe-duplicates.js';
import { findAndModify } from './find-and-modify.js';
import {
  holdsSeveralWrites,
  isSet,
  isUpsert,
  repeatOnConflict,
  repeatable,
  waitBeforeRepeat,
} from './repeat.js';

interface Ran {
  readonly answer: Buffer;
  readonly ok: boolean;
}

async function runBatch(context: Context, command: Command, sql: string, alone: boolean): Promise<Ran> {
  // The engine remembers one outcome under the name, and gives it for every delete of a batch.
  const retryId = holdsSeveralWrites(command) ? null : command.retryId;
  const parameters = [command.database, command.body, sequenceOf(command), retryId];
  const strict = losesSilently(command);
  const [row] = await repeatOnConflict(context, command, alone, () =>
    strict ? context.queryStrictly(command, sql, parameters) : context.query(command, sql, parameters),
  );
  const [answer, success] = row ?? [];
  if (!answer) throw new CommandError(CODE.internal, `${command.name} gave no answer`);
  return { answer, ok: success?.[0] === 1 };
}

/**
 * Whether the batch deletes single documents outside a transaction: the engine passes over one that somebody
 * changes at that moment, as if it were not there.
 */
function losesSilently(command: Command): boolean {
  if (command.name !== 'delete' || command.transaction) return false;
  return writesOf(command).some((write) => isSet(write, 'limit'));
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
    const { answer } = await runBatch(context, again, sql, true);
    total = mergeRepeat(total, readResult(answer, false), places);
  }
}

/** A failed write ends its transaction; a conflict says so in a way that makes the driver run it again. */
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

/** A batch of writes. When all is well the engine's answer goes to the client unread. */
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
    const settled = await repeatLosers(context, command, sql, result);
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
