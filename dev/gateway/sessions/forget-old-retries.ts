import type { PostgresPool } from '../postgres/pool.js';

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
