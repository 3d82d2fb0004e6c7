import type { PostgresPool } from '../postgres/pool.js';

/** More batches than drivers have in flight. Each is retried at most once, within seconds. */
const MAX_BATCHES = 1_000;

/**
 * The answers to batches of several retryable writes, by their id. The engine remembers only commands with one write,
 * so the retry of a larger batch is answered from here.
 */
export class RememberedBatches {
  readonly #answers = new Map<string, Promise<Buffer>>();

  /** Runs a batch once; its retry gets the same answer. A batch that failed as a whole runs again. */
  once(retryId: string, run: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#answers.get(retryId);
    if (known) return known;
    const answer = run().catch((error: unknown) => {
      this.#answers.delete(retryId);
      throw error;
    });
    this.#answers.set(retryId, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_BATCHES && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}

/** Drivers retry a write within seconds. MongoDB remembers it for the lifetime of its session. */
const REMEMBERED = '30 minutes';
const EVERY_MS = 300_000;

/** Deletes the engine's records of old retryable writes, every five minutes. */
export function forgetOldRetries(pool: PostgresPool): NodeJS.Timeout {
  const sql = 'DELETE FROM documentdb_data.retryable_writes WHERE write_time < now() - $1::text::interval';
  return setInterval(() => {
    pool.run((connection) => connection.query(sql, [REMEMBERED])).catch(() => undefined);
  }, EVERY_MS).unref();
}
