import { setTimeout as wait } from 'node:timers/promises';
import { CODE, mongoCode } from '../errors/codes.js';
import { PostgresError } from '../postgres/postgres-error.js';
import { elementsOf } from '../wire/elements.js';
import type { Command } from '../wire/command.js';
import { isConflict, sequenceOf, type WriteError } from './batch.js';
import type { Context } from './context.js';

/*
 * Inside MongoDB a write that meets another one waits and tries again, unseen by the client. PostgreSQL reports
 * a deadlock or a serialisation failure instead, so the gateway tries again in its place.
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

/**
 * Runs a write, and again when its whole statement failed on a conflict: then alone on its collection, as
 * `alone` asks from the first. A transaction is for the driver to repeat.
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
      if (!(error instanceof PostgresError)) throw error;
      const failure = { index: 0, code: mongoCode(error.sqlState, false), errmsg: '' };
      if (!repeatable(failure, command.body, attempt)) throw error;
      await waitBeforeRepeat(attempt);
    }
  }
}
