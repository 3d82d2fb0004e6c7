import { serialize } from 'bson';
import { CODE, CODE_NAMES } from './codes.js';

/** A command that failed, as the client is to read it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    readonly code: number,
    message: string,
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  /** The same error, telling the driver that the whole transaction may be run again. */
  asTransient(): CommandError {
    return new CommandError(this.code, this.message, {
      ...this.extra,
      errorLabels: ['TransientTransactionError'],
    });
  }

  toReply(): Buffer {
    const codeName = CODE_NAMES[this.code] ?? `Location${this.code}`;
    return Buffer.from(serialize({ ok: 0, errmsg: this.message, code: this.code, codeName, ...this.extra }));
  }
}

/** PostgreSQL is gone, as a mongod that shuts down says it: drivers find the server again and repeat. */
export function interruptedAtShutdown(): CommandError {
  const message = 'interrupted at shutdown';
  return new CommandError(CODE.interruptedAtShutdown, message, { errorLabels: ['RetryableWriteError'] });
}

/** A transaction that the server no longer knows; the driver runs it again. */
export function noSuchTransaction(): CommandError {
  const message = 'Given transaction number does not match any in-progress transactions';
  return new CommandError(CODE.noSuchTransaction, message).asTransient();
}
