import type { PostgresPool } from '../postgres/pool.js';

/** More than drivers have on their way at once: each repeats a batch at most once, within seconds. */
const MAX_BATCHES = 1_000;

/**
 * The answers to batches of several retryable writes, by the name of the batch. The engine remembers only
 * commands of one write, so a repeat of a larger one is answered here.
 */
export class RememberedBatches {
  readonly #answers = new Map<string, Promise<Buffer>>();

  /** Runs a batch once; a repeat waits for its answer. A batch that failed as a whole is run again. */
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

/** A driver repeats a write within seconds; MongoDB remembers one for as long as a session lives. */
const REMEMBERED = '30 minutes';
const EVERY_MS = 300_000;

/** Removes the notes of retryable writes that nobody will repeat any more, every five minutes. */
export function forgetOldRetries(pool: PostgresPool): NodeJS.Timeout {
  const sql = 'DELETE FROM documentdb_data.retryable_writes WHERE write_time < now() - $1::text::interval';
  return setInterval(() => {
    pool.run((connection) => connection.query(sql, [REMEMBERED])).catch(() => undefined);
  }, EVERY_MS).unref();
}
