import type { Command } from '../wire/command.js';
import { CODE } from './codes.js';

/** The commands that MongoDB executes once per session and transaction number. */
const RETRYABLE_WRITES = new Set(['insert', 'update', 'delete', 'findandmodify']);

/** The codes of MongoDB's category RetriableError: faults of the server, not of the command. */
const RETRIABLE = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** Codes of conflicts and lost snapshots: the transaction has had no effect. */
const CONFLICTS = new Set<number>([CODE.writeConflict, CODE.lockTimeout, 239, 246, 250, 267]);

/** Whether the command is a retryable write: one with a transaction number, outside transactions. */
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
 * MongoDB's labels for an answer with this error or write concern error. They allow the driver to retry the whole
 * transaction or the same write.
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
