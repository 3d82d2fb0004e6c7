import { ERRORS, type ErrorName } from './catalogue.js';

/**
 * A refusal by name. The catalogue says what it means; whoever answers a caller decides how it looks.
 * `text` replaces the catalogue's text where the case has something to name; `details` are facts for the body and the log.
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
