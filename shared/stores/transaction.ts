import { setTimeout as wait } from 'node:timers/promises';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { isStoreFailure } from '../connections/mongo.js';
import { AppError } from '../errors/app-error.js';
import { Turns } from './turns.js';

const MOST_ATTEMPTS = 100;
const MOST_COMMITS = 3;
const RETRY_FOR_MS = 3000;
const TURN_WITHIN_MS = 4000;
const LONGEST_PAUSE_MS = 100;

/** Thrown by work inside a transaction that found a record changed since it read it: everything is read anew. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

/**
 * Runs work in one transaction: all of it or nothing, whatever process is killed at whichever point. Work may run
 * several times and must pass the session to every query and run them one after another. Adds one round trip, the
 * commit, to those of the work.
 * @throws AppError overloaded when it collides with others for three seconds; what the work throws
 */
export type Transact = <T>(
  organisationId: number,
  work: (session: ClientSession) => Promise<T>,
) => Promise<T>;

/**
 * Transactions of one organisation all write its counters, so those of one process take turns instead of making
 * each other start again. That only saves work: between processes the database decides.
 */
export function createTransact(connection: Connection): Transact {
  const turns = new Turns(TURN_WITHIN_MS);
  return (organisationId, work) => turns.take(organisationId, () => repeated(connection, work));
}

async function repeated<T>(connection: Connection, work: (session: ClientSession) => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + RETRY_FOR_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(connection, work);
    } catch (error) {
      if (!collided(error)) throw error;
      if (attempt >= MOST_ATTEMPTS || performance.now() >= giveUpAt) {
        throw isStoreFailure(error) ? error : new AppError('overloaded', { cause: error });
      }
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
    // Ending the session rolls back what is not committed. A store that is away does that by itself: nobody waits for it.
    const ended = session.endSession().catch(() => undefined);
    if (!isStoreFailure(failure)) await ended;
  }
}

/** A commit whose answer was lost is asked for again: that is a success if it had been done. */
async function commit(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (attempt >= MOST_COMMITS || !hasLabel(error, 'UnknownTransactionCommitResult')) throw error;
    }
  }
}

function collided(error: unknown): boolean {
  return error instanceof ChangedMeanwhile || hasLabel(error, 'TransientTransactionError');
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}
