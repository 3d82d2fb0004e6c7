import { createRequire } from 'node:module';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { PrettyOptions } from 'pino-pretty';
import type { Env } from '../env/env.js';

export type Log = Logger;
export type LogFormat = 'json' | 'readable';

/** Names under which a secret could ever stand in something that is logged. */
const SECRETS = ['password', 'access_token', 'authorization', 'cookie', 'wpa_key', 'device_key', 'token'];

/** What LOG_FORMAT says; without it lines are for people when a terminal shows them, and never in production. */
export function logFormat({ logFormat: given, nodeEnv }: Pick<Env, 'logFormat' | 'nodeEnv'>): LogFormat {
  return given ?? (process.stdout.isTTY && nodeEnv !== 'production' ? 'readable' : 'json');
}

/**
 * One line an event, JSON unless told otherwise. Queries, headers and bodies are not logged at all; the redaction is
 * a second net. `name` says who speaks: api, worker, import …
 * @param output where the lines go; to the standard output unless given
 */
export function createLogger(
  level: string,
  name: string,
  format: LogFormat = 'json',
  output: DestinationStream | null = null,
): Log {
  const options = {
    level,
    base: { process: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRETS.flatMap((secret) => [secret, `*.${secret}`, `*.*.${secret}`]),
      censor: '[redacted]',
    },
  };
  const stream = output ?? (format === 'readable' ? readableStream() : null);
  return stream ? pino(options, stream) : pino(options);
}

/**
 * The same log without its second net, for lines that come with every heartbeat: each of their fields is listed by
 * hand, and looking for secrets at three depths takes longer than writing them.
 */
export function withoutRedaction(log: Log): Log {
  return log.child({}, { redact: [] });
}

/** pino-pretty is a development package: where only those for production are installed, lines stay JSON. */
function readableStream(): DestinationStream | null {
  const load = createRequire(import.meta.url);
  try {
    const pretty = load('pino-pretty') as (options: PrettyOptions) => DestinationStream;
    return pretty({
      colorize: process.stdout.isTTY,
      translateTime: 'SYS:HH:MM:ss.l',
      messageFormat: '{process}: {msg}',
      ignore: 'process',
      singleLine: true,
      sync: true,
    });
  } catch {
    return null;
  }
}
