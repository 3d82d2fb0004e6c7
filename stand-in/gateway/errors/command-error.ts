import { serialize } from 'bson';
import { CODE, CODE_NAMES } from './codes.js';

/** Closes the connection without an answer. */
export class CloseConnection extends Error {
  override readonly name = 'CloseConnection';
}

/** The error of a command, as the client sees it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    readonly code: number,
    message: string,
    /** Further fields of the answer. */
    readonly extra: Readonly<Record<string, unknown>> = {},
    /** Replace the labels that follow from the code. */
    readonly labels?: readonly string[],
  ) {
    super(message);
  }

  /** The answer with the error's own labels, else with `labels`. */
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

/** PostgreSQL is gone. The error is that of a mongod that shuts down, after which drivers reconnect and retry. */
export function interruptedAtShutdown(): CommandError {
  return new CommandError(CODE.interruptedAtShutdown, 'interrupted at shutdown');
}

/** The transaction is no longer open. The driver retries it. */
export function noSuchTransaction(): CommandError {
  const message = 'Given transaction number does not match any in-progress transactions';
  return new CommandError(CODE.noSuchTransaction, message);
}
