import { setTimeout as wait } from 'node:timers/promises';
import type { ParseArgsConfig } from 'node:util';
import type Joi from 'joi';
import type { Stores } from '../../shared/composition/deps.js';
import type { Env } from '../../shared/platform/env/env.js';
import type { FailpointHandler } from '../../shared/platform/failpoints.js';
import type { ProgressOutput } from './progress-line.js';

/** The context of a command of `npm run cli`. */
export interface CliContext {
  readonly stores: Stores;
  readonly env: Env;
  readonly now: () => Date;
  /** Prints one line, with control characters as text. */
  readonly print: (line: string) => void;
  /** Called between two durable effects; does nothing outside tests. */
  readonly failpoint: FailpointHandler;
  /** Clears the session caches of all APIs; false when Redis did not answer. */
  readonly changeAccessEpoch: () => Promise<boolean>;
  /** Where everything is shown. */
  readonly output: ProgressOutput;
  /** Aborted by Ctrl-C and SIGTERM when the command `follows` something. These signals kill other commands. */
  readonly interrupted: AbortSignal;
}

export type CliOptions = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export interface CliCommand {
  /** The command as typed, such as `user create`. */
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** The option whose value, or values, may follow the command without its name: `rollouts show 7`. */
  readonly positional?: string;
  /** Whether the command runs until it is interrupted and then ends by itself. */
  readonly follows?: boolean;
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

/** A value as the schema of its field converts it. @throws UsageError naming the option when it does not fit */
export function fitting<T>(name: string, schema: Joi.Schema<T>, value: unknown): T {
  const checked = schema.validate(value, { errors: { label: false } });
  if (checked.error) throw new UsageError(`--${name} ${checked.error.message}`);
  return checked.value;
}

/** Resolves after a time; false as soon as the command is interrupted. */
export async function pause({ interrupted }: CliContext, ms: number): Promise<boolean> {
  await wait(ms, undefined, { signal: interrupted }).catch(() => undefined);
  return !interrupted.aborted;
}
