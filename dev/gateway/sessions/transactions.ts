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
  /** When it is rolled back, counted from its start. */
  readonly deadline: number;
  expired: boolean;
}

/** A lock that another transaction holds is a conflict; the wait covers those of single statements. */
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
 * Multi-document transactions: each is one PostgreSQL connection from its first command to commit or abort,
 * under repeatable read, whose serialisation failures are MongoDB's write conflicts.
 */
export class Transactions {
  readonly #open = new Map<string, Transaction>();
  readonly #committed = new Map<string, bigint>();
  readonly #raced = new Map<string, bigint>();
  readonly #sweep: NodeJS.Timeout;

  constructor(
    private readonly pool: PostgresPool,
    /** MongoDB's transactionLifetimeLimitSeconds for transactions that start from now on. */
    public lifetimeMs: number,
  ) {
    this.#sweep = setInterval(() => {
      this.#rollBackAbandoned();
    }, 1_000).unref();
  }

  /** Runs a command of a transaction on its connection; any error rolls the whole transaction back. */
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
   * Runs the first command, on a fresh snapshot again when the engine fails on a collection that was created after the
   * snapshot was taken: nothing else has been done in the transaction yet.
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

  /** Commits. Committing again what is committed is a success: a driver repeats a commit whose answer was lost. */
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
   * Whether a duplicate key that an upsert met in this transaction is to be taken for a lost race: the other
   * document may be younger than the transaction's snapshot. True once; when the driver has run the transaction
   * again and the key is still there, it is a duplicate for good.
   */
  mayHaveRaced(ref: TransactionRef): boolean {
    const before = this.#raced.get(ref.session);
    this.#raced.set(ref.session, ref.number);
    return before !== ref.number - 1n;
  }

  /** Rolls back what the sessions left open: their driver has ended them. */
  async endSessions(sessions: readonly string[]): Promise<void> {
    for (const session of sessions) {
      this.#committed.delete(session);
      this.#raced.delete(session);
      const transaction = this.#open.get(session);
      if (transaction && !transaction.busy) await this.#end(session, transaction, 'ROLLBACK');
    }
  }

  /** The sessions that have a transaction open. */
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
      // A statement that still runs is stopped; its failure then rolls the transaction back.
      transaction.expired = true;
      if (transaction.busy) transaction.pinned.connection.cancel();
      else void this.#end(session, transaction, 'ROLLBACK').catch(() => undefined);
    }
  }
}
