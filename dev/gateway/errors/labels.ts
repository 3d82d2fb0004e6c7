import type { Command } from '../wire/command.js';
import { CODE } from './codes.js';

/** The commands that MongoDB remembers by session and transaction number, so that a repeat is done once. */
const RETRYABLE_WRITES = new Set(['insert', 'update', 'delete', 'findandmodify']);

/** The codes of MongoDB's category RetriableError: the server, not the command, is the problem. */
const RETRIABLE = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** A conflict with other operations, or a snapshot that is gone: the transaction has had no effect. */
const CONFLICTS = new Set<number>([CODE.writeConflict, CODE.lockTimeout, 239, 246, 250, 267]);

/** Whether a repeat of the command is recognised: a write with a transaction number outside transactions. */
export function isRetryableWrite({ name, retryId }: Command): boolean {
  return retryId !== null && RETRYABLE_WRITES.has(name.toLowerCase());
}

export function endsTransaction({ name }: Command): boolean {
  return name === 'commitTransaction' || name === 'abortTransaction';
}

function isTransient(command: Command, code: number, writeConcernCode: number | undefined): boolean {
  if (!command.transaction) return false;
  if (CONFLICTS.has(code)) return true;
  if (endsTransaction(command)) return code === CODE.noSuchTransaction && writeConcernCode === undefined;
  return code === CODE.noSuchTransaction || RETRIABLE.has(code);
}

/**
 * The labels that MongoDB puts on an answer with this error, or write concern error: the whole transaction may
 * be run again, or the same write may be sent again.
 */
export function errorLabels(
  command: Command,
  code: number | undefined,
  writeConcernCode?: number,
): readonly string[] {
  if (code !== undefined && isTransient(command, code, writeConcernCode))
    return ['TransientTransactionError'];
  const commits = command.transaction !== undefined && endsTransaction(command);
  if (!commits && !isRetryableWrite(command)) return [];
  const retriable = [code, writeConcernCode].some((one) => one !== undefined && RETRIABLE.has(one));
  return retriable ? ['RetryableWriteError'] : [];
}
