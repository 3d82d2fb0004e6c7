import { setTimeout as wait } from 'node:timers/promises';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { isConflict, isStoreFailure } from './store-failure.js';
import { AppError } from '../errors/app-error.js';
import { KeyedLimiter } from '../keyed-limiter.js';

const MAX_COMMITS = 3;
const LONGEST_PAUSE_MS = 100;
/** How long a lost connection is retried before the caller gets storeUnreachable. */
const AWAY_MS = 1000;

/** Runs `wait` while the organisation's work leaves its permit to other work. */
export type WaitOutside = <T>(organisationId: number, wait: () => Promise<T>) => Promise<T>;

/**
 * How long a transaction waits for others: for the mutex within the process, and for retries after conflicts.
 */
export interface TransactionTimeouts {
  readonly mutexMs: number;
  readonly retryMs: number;
}

// A batch of a thousand takes up to two seconds; a request behind several of them should still succeed.
export const TRANSACTION_TIMEOUTS: TransactionTimeouts = { mutexMs: 15_000, retryMs: 10_000 };

/** Thrown inside a transaction when a record has changed since it was read; the transaction is retried. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/**
 * Runs work in one transaction: all of it or nothing, even if the process is killed. Work may run several times,
 * and must pass the session to every query and run them sequentially.
 * @throws AppError overloaded after too many conflicts or a timeout; errors of the work
 */
export type Transact = <T>(
  organisationId: number,
  work: (session: ClientSession) => Promise<T>,
  maxAttempts?: number,
) => Promise<T>;

/** Transact for work that writes no counter of an organisation: it waits for no other transaction of the process. */
export type TransactUncounted = <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;

/** Runs in the transaction of a change, with its result, as often as the transaction is tried. */
export type Accompany<Result> = (result: Result, session: ClientSession) => Promise<void>;

/** The same for a change without a result. */
export type AccompanyDeletion = (session: ClientSession) => Promise<void>;

/**
 * Transactions of one organisation all write its counters, so those of one process are serialised to avoid
 * conflicts. Between processes the database detects conflicts.
 */
export function createTransact(
  connection: Connection,
  timeouts: TransactionTimeouts = TRANSACTION_TIMEOUTS,
  waitOutside: WaitOutside = (_organisationId, wait) => wait(),
): Transact {
  const limiter = new KeyedLimiter<number>({
    maxRunning: Infinity,
    maxRunningPerKey: 1,
    waitMs: timeouts.mutexMs,
  });
  return async (organisationId, work, maxAttempts = Infinity) => {
    const release =
      limiter.tryAcquire(organisationId) ??
      (await waitOutside(organisationId, () => limiter.acquire(organisationId)));
    try {
      return await repeated(connection, work, timeouts.retryMs, maxAttempts);
    } finally {
      release();
    }
  };
}

export function createTransactUncounted(
  connection: Connection,
  { retryMs }: TransactionTimeouts = TRANSACTION_TIMEOUTS,
): TransactUncounted {
  return (work) => repeated(connection, work, retryMs, Infinity);
}

async function repeated<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
  retryMs: number,
  maxAttempts: number,
): Promise<T> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(connection, work);
    } catch (error) {
      const spent = performance.now() - began;
      if (!collided(error)) throw error;
      if (isAway(error) && spent >= AWAY_MS) throw error;
      if (attempt >= maxAttempts || spent >= retryMs) throw new AppError('overloaded', { cause: error });
    }
    await wait(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 1.5 ** attempt));
  }
}

async function once<T>(connection: Connection, work: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = await connection.startSession();
  let failure: unknown;
  try {
    session.startTransaction({
      readConcern: { level: 'snapshot' },
      writeConcern: new mongoose.mongo.WriteConcern('majority'),
    });
    const result = await work(session);
    await commit(session);
    return result;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // Ending the session rolls back an uncommitted transaction. An unreachable store does that itself, so the reply
    // is not awaited then.
    const ended = session.endSession().catch(() => undefined);
    if (!isAway(failure)) await ended;
  }
}

/**
 * Retries a commit with an unknown result, which succeeds if it was applied. Errors of an election may have no
 * label, and the driver does not roll back after a commit: without the retry the transaction would stay open and
 * block later ones.
 */
async function commit(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (attempt >= MAX_COMMITS || !isUnknownResult(error)) throw error;
    }
  }
}

function isUnknownResult(error: unknown): boolean {
  return isStoreFailure(error) && !hasLabel(error, 'TransientTransactionError');
}

function isAway(error: unknown): boolean {
  return isStoreFailure(error) && !isConflict(error);
}

function collided(error: unknown): boolean {
  return error instanceof ConflictError || hasLabel(error, 'TransientTransactionError');
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}
