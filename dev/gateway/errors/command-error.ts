import { serialize } from 'bson';
import { CODE, CODE_NAMES } from './codes.js';

/** No answer is to be sent: the connection is closed instead. */
export class CloseConnection extends Error {
  override readonly name = 'CloseConnection';
}

/** A command that failed, as the client is to read it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    readonly code: number,
    message: string,
    /** Fields of the answer besides the error's own. */
    readonly extra: Readonly<Record<string, unknown>> = {},
    /** Labels in place of those that follow from the code. */
    readonly labels?: readonly string[],
  ) {
    super(message);
  }

  /** The answer, with these labels unless the error has its own. */
  toReply(labels: readonly string[]): Buffer {
    const errorLabels = this.labels ?? labels;
    return Buffer.from(
      serialize({
        ok: 0,
        errmsg: this.message,
        code: this.code,
        codeName: CODE_NAMES[this.code] ?? `Location${this.code}`,
        ...this.extra,
        ...(errorLabels.length > 0 ? { errorLabels } : {}),
      }),
    );
  }
}

/** PostgreSQL is gone, as a mongod that shuts down says it: drivers find the server again and repeat. */
export function interruptedAtShutdown(): CommandError {
  return new CommandError(CODE.interruptedAtShutdown, 'interrupted at shutdown');
}

/** A transaction that the server no longer knows; the driver runs it again. */
export function noSuchTransaction(): CommandError {
  const message = 'Given transaction number does not match any in-progress transactions';
  return new CommandError(CODE.noSuchTransaction, message);
}
