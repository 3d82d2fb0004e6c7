import type { ParseArgsConfig } from 'node:util';
import type { Stores } from '../../shared/composition/stores.js';
import type { Env } from '../../shared/platform/env/env.js';

/** The context of a command of `npm run cli`. */
export interface CliContext {
  readonly stores: Stores;
  readonly env: Env;
  readonly now: () => Date;
  readonly print: (line: string) => void;
  /** Clears the session caches of all APIs; false when Redis did not answer. */
  readonly changeAccessEpoch: () => Promise<boolean>;
}

export type CliOptions = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export interface CliCommand {
  /** The command as typed, such as `user create`. */
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Returns the exit code. @throws UsageError when an option is invalid */
  run(context: CliContext, options: CliOptions): Promise<number>;
}

/** A usage error; the message gives the correct usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError when the option is missing or blank */
export function text(options: CliOptions, name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${name} is required`);
  return value.trim();
}

/** @throws UsageError when the option is not a whole number of at least 1 */
export function id(options: CliOptions, name: string): number {
  const value = Number(text(options, name));
  if (!Number.isSafeInteger(value) || value < 1)
    throw new UsageError(`--${name} must be a whole number from 1`);
  return value;
}
