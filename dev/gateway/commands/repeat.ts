import { setTimeout as wait } from 'node:timers/promises';
import { CODE, mongoCode } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { INTERNAL_ERROR, PostgresError } from '../postgres/postgres-error.js';
import { elementsOf } from '../wire/elements.js';
import type { Command } from '../wire/command.js';
import { isConflict, sequenceOf, type WriteError } from './batch.js';
import type { Context } from './context.js';

/*
 * MongoDB repeats a write that conflicts with another one before it answers. PostgreSQL reports a deadlock or a
 * serialisation failure instead, and the gateway repeats the statement.
 */
const CONFLICT_REPEATS = 8;

// PostgreSQL reports a duplicate only once the other write is committed, so a repeat finds its document.
const UPSERT_REPEATS = 3;

/** Whether a field of a write is true, or a number that is not 0. */
export function isSet(write: Buffer, field: string): boolean {
  for (const { name, valueStart, end } of elementsOf(write)) {
    if (name === field) return write.subarray(valueStart, end).some((byte) => byte !== 0);
  }
  return false;
}

/** Whether a write, or a findAndModify, inserts what it does not find. */
export function isUpsert(write: Buffer): boolean {
  return isSet(write, 'upsert');
}

/** Whether a write that failed with `error` is worth its `attempt`-th repeat. */
export function repeatable(error: WriteError, write: Buffer | undefined, attempt: number): boolean {
  if (!write) return false;
  if (isConflict(error.code)) return attempt <= CONFLICT_REPEATS;
  return error.code === CODE.duplicateKey && attempt <= UPSERT_REPEATS && isUpsert(write);
}

/** A short random wait that grows, so that those who collided do not collide again. */
export async function waitBeforeRepeat(attempt: number): Promise<void> {
  await wait(Math.random() * 2 ** Math.min(attempt, 6));
}

/** Whether a batch has more than one write, as drivers send them: in a sequence of the message. */
export function holdsSeveralWrites(command: Command): boolean {
  const sequence = sequenceOf(command);
  return sequence !== null && sequence.length > sequence.readInt32LE(0);
}

/** MongoDB's code for what a statement outside transactions failed with; undefined when its outcome is unknown. */
function codeOf(error: unknown): number | undefined {
  if (error instanceof PostgresError) {
    return error.sqlState === INTERNAL_ERROR ? CODE.writeConflict : mongoCode(error.sqlState, false);
  }
  return error instanceof CommandError ? error.code : undefined;
}

/**
 * Runs a write or a schema change, and repeats it when the whole statement failed on a conflict, and was rolled
 * back. A repeat has its collection's gate for itself, as has the first attempt when `alone` is set. Inside a
 * transaction nothing is repeated: the driver repeats the transaction.
 */
export async function repeatOnConflict<T>(
  { gateway: { gates } }: Context,
  command: Command,
  alone: boolean,
  run: () => Promise<T>,
): Promise<T> {
  if (command.transaction) return run();
  const collection = `${command.database}.${command.target}`;
  for (let attempt = 1; ; attempt++) {
    try {
      if (alone || attempt > 1) return await gates.exclusive(collection, run);
      return holdsSeveralWrites(command) ? await gates.shared(collection, run) : await run();
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined) throw error;
      if (!repeatable({ index: 0, code, errmsg: '' }, command.body, attempt)) throw error;
      await waitBeforeRepeat(attempt);
    }
  }
}
