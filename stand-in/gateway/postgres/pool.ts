import { setTimeout as wait } from 'node:timers/promises';
import { PostgresConnection } from './connection.js';
import { ConnectionLost } from './postgres-error.js';

/** A connection that one holder keeps over several statements, until it releases it. */
export interface Pinned {
  readonly connection: PostgresConnection;
  release(): void;
}

export interface PoolOptions {
  readonly socketPath: string;
  /** Statements that run at once outside transactions; further ones wait for their turn. */
  readonly statements: number;
  /** Connections for transactions, in addition to those above, so that transactions never starve statements. */
  readonly pinned: number;
  /** Called when PostgreSQL becomes unreachable. */
  onAway(): void;
}

const SETTINGS = { user: 'postgres', database: 'postgres', application_name: 'gateway' };
const PROBE_EVERY_MS = 100;

/** Limits concurrency, in the order of requests. async-mutex makes a page of 100 documents up to 6 % slower. */
class Semaphore {
  readonly #waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take(): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}

/** A bounded pool of PostgreSQL connections, which all clients of the gateway share. */
export class PostgresPool {
  readonly #idle: PostgresConnection[] = [];
  readonly #statements: Semaphore;
  readonly #pinned: Semaphore;
  #away = false;
  #closed = false;

  constructor(private readonly options: PoolOptions) {
    this.#statements = new Semaphore(options.statements);
    this.#pinned = new Semaphore(options.pinned);
  }

  /** Whether PostgreSQL is unreachable: true from a lost connection until a new one succeeds. */
  get away(): boolean {
    return this.#away;
  }

  /** Runs `use` with a connection that goes back to the pool afterwards. Throws what `use` throws. */
  async run<T>(use: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    await this.#statements.take();
    try {
      const connection = await this.#open();
      try {
        return await use(connection);
      } catch (error) {
        if (error instanceof ConnectionLost) this.#suspect();
        throw error;
      } finally {
        this.#putBack(connection);
      }
    } finally {
      this.#statements.give();
    }
  }

  /** Takes a connection out of the pool until it is released. */
  async pin(): Promise<Pinned> {
    await this.#pinned.take();
    try {
      const connection = await this.#open();
      let released = false;
      return {
        connection,
        release: () => {
          if (released) return;
          released = true;
          this.#putBack(connection);
          this.#pinned.give();
        },
      };
    } catch (error) {
      this.#pinned.give();
      throw error;
    }
  }

  close(): void {
    this.#closed = true;
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  async #open(): Promise<PostgresConnection> {
    if (this.#closed) throw new ConnectionLost('The gateway is closing');
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.usable) return idle;
    try {
      return await this.#connect();
    } catch (error) {
      this.#suspect();
      throw error;
    }
  }

  #connect(): Promise<PostgresConnection> {
    return PostgresConnection.open(this.options.socketPath, SETTINGS);
  }

  #putBack(connection: PostgresConnection): void {
    if (connection.usable && !this.#closed) this.#idle.push(connection);
    else connection.close();
  }

  /** Takes PostgreSQL for unreachable until a new connection succeeds. */
  #suspect(): void {
    if (this.#away || this.#closed) return;
    this.#away = true;
    this.options.onAway();
    void this.#untilBack();
  }

  async #untilBack(): Promise<void> {
    while (!this.#closed) {
      try {
        (await this.#connect()).close();
        this.#away = false;
        return;
      } catch {
        await wait(PROBE_EVERY_MS);
      }
    }
  }
}
