import { setTimeout as wait } from 'node:timers/promises';
import { CODE, mongoCode } from '../errors/codes.js';
import { PostgresError } from '../postgres/postgres-error.js';
import { elementsOf } from '../wire/elements.js';
import type { Command } from '../wire/command.js';
import { isConflict, type WriteError } from './batch.js';

/*
 * Inside MongoDB a write that meets another one waits and tries again, unseen by the client. PostgreSQL reports
 * a deadlock or a serialisation failure instead, so the gateway tries again in its place.
 */
const CONFLICT_REPEATS = 8;

// PostgreSQL reports a duplicate only once the other write is committed, so a repeat finds its document.
const UPSERT_REPEATS = 3;

function isUpsert(write: Buffer): boolean {
  for (const element of elementsOf(write)) {
    if (element.name === 'upsert') return write[element.valueStart] !== 0;
  }
  return false;
}

/** Whether a write that failed with `error` is worth its `attempt`-th repeat. */
export function repeatable(error: WriteError, write: Buffer | undefined, attempt: number): boolean {
  if (!write) return false;
  if (isConflict(error.code)) return attempt <= CONFLICT_REPEATS;
  return error.code === CODE.duplicateKey && attempt <= UPSERT_REPEATS && isUpsert(write);
}

/** A short random wait that grows, so that those who collided do not collide again. */
export async function waitBeforeRepeat(attempt: number): Promise<void> {
  await wait(Math.random() * 4 * 2 ** Math.min(attempt, 6));
}

/** Repeats a whole command whose statement failed on a conflict. A transaction is for the driver to repeat. */
export async function repeatOnConflict<T>(command: Command, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (command.transaction || !(error instanceof PostgresError)) throw error;
      const failure = { index: 0, code: mongoCode(error.sqlState, false), errmsg: '' };
      const write = command.name === 'findAndModify' || isConflict(failure.code) ? command.body : undefined;
      if (!repeatable(failure, write, attempt)) throw error;
      await waitBeforeRepeat(attempt);
    }
  }
}
