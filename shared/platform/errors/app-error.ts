import { ERRORS, type ErrorName } from './catalogue.js';

/**
 * A refusal by name; the catalogue has its status, code and text. `text` replaces the catalogue's text to name the
 * case; `details` are values for the body and the log.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    readonly refusal: ErrorName,
    options: { text?: string; details?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(
      options.text ?? ERRORS[refusal].text,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.details = options.details ?? {};
  }
}
