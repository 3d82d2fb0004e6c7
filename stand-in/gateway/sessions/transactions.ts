import type { TransactionRef } from '../wire/command.js';
import { CODE } from '../errors/codes.js';
import { CommandError, noSuchTransaction } from '../errors/command-error.js';
import type { PostgresConnection } from '../postgres/connection.js';
import { INTERNAL_ERROR, PostgresError } from '../postgres/postgres-error.js';
import type { Pinned, PostgresPool } from '../postgres/pool.js';

interface Transaction {
  readonly number: bigint;
  readonly pinned: Pinned;
  busy: boolean;
  /** When it is rolled back, in milliseconds since the epoch. */
  readonly deadline: number;
  expired: boolean;
}

/** A lock that another transaction holds is a conflict. The timeout outlasts the locks of single statements. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = '10ms'`;
const REMEMBERED_COMMITS = 10_000;
const MAX_STARTS = 4;

function expiredError(): CommandError {
  return new CommandError(
    CODE.transactionExpired,
    'The transaction exceeded transactionLifetimeLimitSeconds',
  );
}

function outOfOrder(current: bigint, asked: bigint): CommandError {
  const message = `Cannot start transaction ${asked}: the session is at transaction ${current}`;
  return new CommandError(current === asked ? CODE.conflictingOperation : CODE.transactionTooOld, message);
}

/**
 * Multi-document transactions. Each has its own PostgreSQL connection and runs under repeatable read, so that a
 * serialisation failure is MongoDB's write conflict.
 */
export class Transactions {
  readonly #open = new Map<string, Transaction>();
  readonly #committed = new Map<string, bigint>();
  readonly #raced = new Map<string, bigint>();
  readonly #sweep: NodeJS.Timeout;

  constructor(
    private readonly pool: PostgresPool,
    /** MongoDB's transactionLifetimeLimitSeconds. A change applies to new transactions. */
    public lifetimeMs: number,
  ) {
    this.#sweep = setInterval(() => {
      this.#rollBackAbandoned();
    }, 1_000).unref();
  }

  /** Runs a command of a transaction on its connection. An error rolls the transaction back. */
  async run<T>(ref: TransactionRef, use: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const transaction = ref.starts ? await this.#begin(ref) : this.#open.get(ref.session);
    if (transaction?.number !== ref.number || transaction.busy) throw noSuchTransaction();
    transaction.busy = true;
    try {
      return await (ref.starts ? this.#startUntilSeen(transaction, use) : use(transaction.pinned.connection));
    } catch (error) {
      await this.#end(ref.session, transaction, 'ROLLBACK').catch(() => undefined);
      throw transaction.expired ? expiredError() : error;
    } finally {
      transaction.busy = false;
    }
  }

  /**
   * Runs the first command of a transaction. If the engine fails on a collection that was created after the snapshot,
   * retries on a new snapshot, since the transaction has done nothing else yet.
   */
  async #startUntilSeen<T>(
    { pinned: { connection } }: Transaction,
    use: (connection: PostgresConnection) => Promise<T>,
  ): Promise<T> {
    for (let start = 1; ; start += 1) {
      try {
        return await use(connection);
      } catch (error) {
        const again = error instanceof PostgresError && error.sqlState === INTERNAL_ERROR;
        if (!again || start === MAX_STARTS) throw error;
        await connection.execute('ROLLBACK');
        await connection.execute(BEGIN);
      }
    }
  }

  /** Commits. A repeated commit succeeds, because a driver retries a commit whose answer was lost. */
  async commit(ref: TransactionRef): Promise<void> {
    const transaction = this.#open.get(ref.session);
    if (transaction?.number === ref.number) {
      await this.#end(ref.session, transaction, 'COMMIT');
      this.#remember(ref);
    } else if (this.#committed.get(ref.session) !== ref.number) throw noSuchTransaction();
  }

  async abort(ref: TransactionRef): Promise<void> {
    const transaction = this.#open.get(ref.session);
    if (transaction?.number !== ref.number) throw noSuchTransaction();
    await this.#end(ref.session, transaction, 'ROLLBACK');
  }

  /**
   * Whether to report the duplicate key of an upsert as a write conflict: the other document may be newer than the
   * transaction's snapshot. True once; if the key is still there when the driver has retried the transaction, it is a
   * duplicate.
   */
  mayHaveRaced(ref: TransactionRef): boolean {
    const before = this.#raced.get(ref.session);
    this.#raced.set(ref.session, ref.number);
    return before !== ref.number - 1n;
  }

  /** Rolls back the open transactions of sessions that their driver has ended. */
  async endSessions(sessions: readonly string[]): Promise<void> {
    for (const session of sessions) {
      this.#committed.delete(session);
      this.#raced.delete(session);
      const transaction = this.#open.get(session);
      if (transaction && !transaction.busy) await this.#end(session, transaction, 'ROLLBACK');
    }
  }

  /** The sessions with an open transaction. */
  sessions(): Iterable<string> {
    return this.#open.keys();
  }

  close(): void {
    clearInterval(this.#sweep);
    for (const { pinned } of this.#open.values()) {
      pinned.connection.close();
      pinned.release();
    }
    this.#open.clear();
  }

  async #begin(ref: TransactionRef): Promise<Transaction> {
    const earlier = this.#open.get(ref.session);
    if (earlier && earlier.number >= ref.number) throw outOfOrder(earlier.number, ref.number);
    if (earlier) await this.#end(ref.session, earlier, 'ROLLBACK');
    const pinned = await this.pool.pin();
    const deadline = Date.now() + this.lifetimeMs;
    const transaction: Transaction = { number: ref.number, pinned, busy: false, deadline, expired: false };
    this.#open.set(ref.session, transaction);
    try {
      await pinned.connection.execute(BEGIN);
      return transaction;
    } catch (error) {
      this.#release(ref.session, transaction);
      throw error;
    }
  }

  async #end(session: string, transaction: Transaction, sql: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.#open.delete(session);
    try {
      await transaction.pinned.connection.execute(sql);
    } finally {
      this.#release(session, transaction);
    }
  }

  #release(session: string, transaction: Transaction): void {
    if (this.#open.get(session) === transaction) this.#open.delete(session);
    transaction.pinned.release();
  }

  #remember(ref: TransactionRef): void {
    this.#committed.delete(ref.session);
    this.#committed.set(ref.session, ref.number);
    const [oldest] = this.#committed.keys();
    if (this.#committed.size > REMEMBERED_COMMITS && oldest !== undefined) this.#committed.delete(oldest);
  }

  #rollBackAbandoned(): void {
    const now = Date.now();
    for (const [session, transaction] of this.#open) {
      if (transaction.deadline > now) continue;
      // The failure of the cancelled statement rolls the transaction back.
      transaction.expired = true;
      if (transaction.busy) transaction.pinned.connection.cancel();
      else void this.#end(session, transaction, 'ROLLBACK').catch(() => undefined);
    }
  }
}
