import { serialize } from 'bson';
import type { Parameter, PostgresConnection, Row } from '../postgres/connection.js';
import type { PostgresPool } from '../postgres/pool.js';
import type { Cursors } from '../sessions/cursors.js';
import type { FailPoints } from '../fail-points/fail-points.js';
import type { CollectionLocks } from '../sessions/collection-locks.js';
import type { RememberedBatches } from '../sessions/retries.js';
import type { Transactions } from '../sessions/transactions.js';
import type { Command } from '../wire/command.js';

/** State that all clients share. */
export interface Gateway {
  readonly pool: PostgresPool;
  readonly cursors: Cursors;
  readonly locks: CollectionLocks;
  readonly transactions: Transactions;
  readonly batches: RememberedBatches;
  /** Undefined unless test commands are enabled. */
  readonly failPoints: FailPoints | undefined;
  readonly port: number;
  readonly startedAt: number;
}

/** Runs the statements of one client's commands, and cancels them. */
export class Context {
  #running: PostgresConnection | undefined;
  #expired = false;
  /** The application name from the client's first hello. */
  appName = '';

  constructor(
    readonly gateway: Gateway,
    readonly connectionId: number,
  ) {}

  /** Whether the last statement was cancelled at the command's maxTimeMS. */
  get expired(): boolean {
    return this.#expired;
  }

  /** Runs one statement for the command, inside its transaction if it has one. */
  query(command: Command, sql: string, parameters: readonly Parameter[]): Promise<Row[]> {
    const { pool, transactions } = this.gateway;
    const use = (connection: PostgresConnection): Promise<Row[]> =>
      this.#watch(connection, command.maxTimeMs, () => connection.query(sql, parameters));
    return command.transaction ? transactions.run(command.transaction, use) : pool.run(use);
  }

  /**
   * Runs one statement of a command outside transactions in a repeatable read transaction, so that a conflict that
   * PostgreSQL would otherwise ignore fails with 40001.
   */
  queryStrictly(command: Command, sql: string, parameters: readonly Parameter[]): Promise<Row[]> {
    return this.gateway.pool.run((connection) =>
      this.#watch(connection, command.maxTimeMs, async () => {
        await connection.execute('BEGIN ISOLATION LEVEL REPEATABLE READ');
        try {
          const rows = await connection.query(sql, parameters);
          await connection.execute('COMMIT');
          return rows;
        } catch (error) {
          await connection.execute('ROLLBACK');
          throw error;
        }
      }),
    );
  }

  /** Cancels the running statement when the client disconnects. */
  close(): void {
    this.#running?.cancel();
  }

  async #watch<T>(connection: PostgresConnection, limitMs: number, run: () => Promise<T>): Promise<T> {
    this.#running = connection;
    this.#expired = false;
    const expire = (): void => {
      this.#expired = true;
      connection.cancel();
    };
    const timer = limitMs > 0 ? setTimeout(expire, limitMs) : undefined;
    try {
      return await run();
    } finally {
      clearTimeout(timer);
      this.#running = undefined;
    }
  }
}

/** Answers a command with one BSON document. Throws CommandError or PostgresError. */
export type Handler = (context: Context, command: Command) => Promise<Buffer> | Buffer;

export function reply(document: Record<string, unknown>): Buffer {
  return Buffer.from(serialize(document));
}
