import pino, { type Logger } from 'pino';

export type Log = Logger;

/** Names under which a secret could ever stand in something that is logged. */
const SECRETS = ['password', 'access_token', 'authorization', 'cookie', 'wpa_key', 'device_key', 'token'];

/**
 * One JSON line an event. Queries, headers and bodies are not logged at all; the redaction is a second net.
 * `process` names who speaks: api, worker, import …
 */
export function createLogger(level: string, process: string): Log {
  return pino({
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  });
}
