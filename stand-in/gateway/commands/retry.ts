import { setTimeout as wait } from 'node:timers/promises';
import { CODE, mongoCode } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { INTERNAL_ERROR, PostgresError } from '../postgres/postgres-error.js';
import { elementsOf } from '../wire/elements.js';
import type { Command } from '../wire/command.js';
import { isConflict, sequenceOf, type WriteError } from './batch.js';
import type { Context } from './context.js';

/*
 * MongoDB retries a conflicting write before it answers. PostgreSQL reports a deadlock or a serialisation failure
 * instead, and the gateway retries the statement.
 */
const MAX_CONFLICT_RETRIES = 8;

// PostgreSQL reports a duplicate once the other write is committed, so a retry finds its document.
const MAX_UPSERT_RETRIES = 3;

/** Whether a field of a write is true or a number other than 0. */
export function isSet(write: Buffer, field: string): boolean {
  for (const { name, valueStart, end } of elementsOf(write)) {
    if (name === field) return write.subarray(valueStart, end).some((byte) => byte !== 0);
  }
  return false;
}

/** Whether a write or a findAndModify is an upsert. */
export function isUpsert(write: Buffer): boolean {
  return isSet(write, 'upsert');
}

/** Whether to retry a write that failed with `error` for the `attempt`-th time. */
export function shouldRetry(error: WriteError, write: Buffer | undefined, attempt: number): boolean {
  if (!write) return false;
  if (isConflict(error.code)) return attempt <= MAX_CONFLICT_RETRIES;
  return error.code === CODE.duplicateKey && attempt <= MAX_UPSERT_RETRIES && isUpsert(write);
}

/** Waits for a short random time that grows with each attempt, so that conflicting writes do not collide again. */
export async function waitBeforeRetry(attempt: number): Promise<void> {
  await wait(Math.random() * 2 ** Math.min(attempt, 6));
}

/** Whether a batch has more than one write. Drivers send them in a document sequence. */
export function holdsSeveralWrites(command: Command): boolean {
  const sequence = sequenceOf(command);
  return sequence !== null && sequence.length > sequence.readInt32LE(0);
}

/** MongoDB's code for the error of a statement outside transactions; undefined if its outcome is unknown. */
function codeOf(error: unknown): number | undefined {
  if (error instanceof PostgresError) {
    return error.sqlState === INTERNAL_ERROR ? CODE.writeConflict : mongoCode(error.sqlState, false);
  }
  return error instanceof CommandError ? error.code : undefined;
}

/**
 * Runs a write or a schema change, and retries it if the whole statement failed on a conflict and was rolled back. A
 * retry locks its collection exclusively, and so does the first attempt if `exclusive` is set. Inside a transaction
 * nothing is retried, because the driver retries the transaction.
 */
export async function retryOnConflict<T>(
  { gateway: { locks } }: Context,
  command: Command,
  exclusive: boolean,
  run: () => Promise<T>,
): Promise<T> {
  if (command.transaction) return run();
  const collection = `${command.database}.${command.target}`;
  for (let attempt = 1; ; attempt++) {
    try {
      if (exclusive || attempt > 1) return await locks.exclusive(collection, run);
      return holdsSeveralWrites(command) ? await locks.shared(collection, run) : await run();
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined) throw error;
      if (!shouldRetry({ index: 0, code, errmsg: '' }, command.body, attempt)) throw error;
      await waitBeforeRetry(attempt);
    }
  }
}
