import { PostgresConnection } from './connection.js';
import { ConnectionLost } from './postgres-error.js';
import { Semaphore } from './semaphore.js';

/** A connection that one holder keeps over several statements, until it releases it. */
export interface Pinned {
  readonly connection: PostgresConnection;
  release(): void;
}

export interface PoolOptions {
  readonly socketPath: string;
  readonly settings: Record<string, string>;
  /** Statements that run at once; more clients than that take turns. */
  readonly statements: number;
  /** Connections kept by transactions, on top of the above: who keeps one must never starve the statements. */
  readonly pinned: number;
  /** Called when a connection broke or could not be made: the server may be gone. */
  onLost(error: ConnectionLost): void;
}

/** A bounded pool: any number of clients over a few PostgreSQL backends. */
export class PostgresPool {
  readonly #idle: PostgresConnection[] = [];
  readonly #statements: Semaphore;
  readonly #pinned: Semaphore;
  #closed = false;

  constructor(private readonly options: PoolOptions) {
    this.#statements = new Semaphore(options.statements);
    this.#pinned = new Semaphore(options.pinned);
  }

  /** Runs `use` with a connection that goes back to the pool afterwards. Throws what `use` throws. */
  async run<T>(use: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    await this.#statements.take();
    try {
      const connection = await this.#open();
      try {
        return await use(connection);
      } finally {
        this.#putBack(connection);
      }
    } catch (error) {
      if (error instanceof ConnectionLost) this.options.onLost(error);
      throw error;
    } finally {
      this.#statements.give();
    }
  }

  /** Takes a connection out of the pool until it is released, as a transaction needs it. */
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
      if (error instanceof ConnectionLost) this.options.onLost(error);
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
    return PostgresConnection.open(this.options.socketPath, this.options.settings);
  }

  #putBack(connection: PostgresConnection): void {
    if (connection.usable && !this.#closed) this.#idle.push(connection);
    else connection.close();
  }
}
