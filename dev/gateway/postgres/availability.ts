import { setTimeout as wait } from 'node:timers/promises';
import { PostgresConnection } from './connection.js';

const PROBE_EVERY_MS = 100;

/**
 * Whether PostgreSQL is there. Clients are dropped when it goes, and turned away until it is back: their drivers
 * then look for the server again by themselves, as they do when a mongod restarts.
 */
export class Availability {
  #away = false;
  #closed = false;

  constructor(
    private readonly socketPath: string,
    private readonly settings: Record<string, string>,
    private readonly onAway: () => void,
  ) {}

  get away(): boolean {
    return this.#away;
  }

  /** A connection broke: takes PostgreSQL for gone until a new connection succeeds. */
  suspect(): void {
    if (this.#away || this.#closed) return;
    this.#away = true;
    this.onAway();
    void this.#untilBack();
  }

  close(): void {
    this.#closed = true;
  }

  async #untilBack(): Promise<void> {
    while (!this.#closed) {
      try {
        (await PostgresConnection.open(this.socketPath, this.settings)).close();
        this.#away = false;
        return;
      } catch {
        await wait(PROBE_EVERY_MS);
      }
    }
  }
}
