import pTimeout from 'p-timeout';
import { readEnv, type Env } from '../../shared/platform/env/env.js';
import { openDatabase, type Database } from '../../shared/composition/database.js';
import { createLogger, type Log } from '../../shared/platform/observability/logger.js';
import { printLinesTo } from './terminal.js';

const CONNECT_MS = 10_000;
// A command, unlike a request, may count or index a million records in one operation.
const OPERATION_MS = 10 * 60_000;
const POOL_SIZE = 8;

export interface CommandContext {
  readonly env: Env;
  readonly mongo: Database;
  readonly log: Log;
}

/**
 * Runs one command against MongoDB and sets its exit code. A failure prints one line to stderr and sets exit code 1,
 * without a stack or the address, which may contain a password.
 */
export async function withMongo(
  name: string,
  run: (context: CommandContext) => Promise<number>,
): Promise<void> {
  try {
    const env = readEnv();
    const log = createLogger(env.logLevel === 'debug' ? 'debug' : 'silent', name);
    const mongo = openDatabase(env.mongodbUri, { timeoutMs: OPERATION_MS, poolSize: POOL_SIZE }, log);
    try {
      await pTimeout(mongo.connected, {
        milliseconds: CONNECT_MS,
        message: 'MongoDB does not answer. Is it running, and does MONGODB_URI name it?',
      });
      process.exitCode = await run({ env, mongo, log });
    } finally {
      await mongo.close();
    }
  } catch (error) {
    printLinesTo(process.stderr, error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** Aborted by the first Ctrl-C or SIGTERM, which then does not end the process. */
export function interruption(): AbortSignal {
  const asked = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      asked.abort();
    });
  }
  return asked.signal;
}
