import { createRequire } from 'node:module';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { PrettyOptions } from 'pino-pretty';
import type { Env } from '../env/env.js';

export type Log = Logger;
export type LogFormat = 'json' | 'readable';

/** Field names that may hold a secret. */
const SECRETS = [
  'password',
  'access_token',
  'authorization',
  'cookie',
  'wpa_key',
  'device_key',
  'token',
  'secret',
  'client_secret',
  'id_token',
];

/** LOG_FORMAT; by default readable in a terminal outside production, JSON otherwise. */
export function logFormat({ logFormat: given, nodeEnv }: Pick<Env, 'logFormat' | 'nodeEnv'>): LogFormat {
  return given ?? (process.stdout.isTTY && nodeEnv !== 'production' ? 'readable' : 'json');
}

/**
 * Writes one line per event, JSON by default. Queries, headers and bodies are never logged; redaction is a second
 * safeguard. `name` is the process: api, worker, import.
 * @param output the destination; the standard output by default
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
 * The log without redaction, for the lines of every request: their fields are listed explicitly, and redaction at
 * three depths costs more than writing them.
 */
export function withoutRedaction(log: Log): Log {
  return log.child({}, { redact: [] });
}

/** pino-pretty is a development dependency: in production installs lines stay JSON. */
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
