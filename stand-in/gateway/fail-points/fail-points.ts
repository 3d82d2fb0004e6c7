import type { Document } from 'bson';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { isRetryableWrite } from '../errors/labels.js';
import type { Command } from '../wire/command.js';
import { appliesTo, type FailCommand, readFailCommand } from './fail-command.js';

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** Decides each time whether a fail point fires, and counts how often it did. */
class Mode {
  #acted = 0;

  private constructor(
    private skip: number,
    private times: number,
  ) {}

  /** Reads `off`, `alwaysOn`, `{times}` or `{skip}`. Throws CommandError on anything else. */
  static read(value: unknown): Mode {
    if (value === 'off') return new Mode(0, 0);
    if (value === 'alwaysOn') return new Mode(0, Infinity);
    const { times, skip } = Object(value) as { times?: unknown; skip?: unknown };
    if (isCount(times) && skip === undefined) return new Mode(0, times);
    if (isCount(skip) && times === undefined) return new Mode(skip, Infinity);
    throw new CommandError(CODE.badValue, "mode must be 'off', 'alwaysOn', {times: n} or {skip: n}");
  }

  get fired(): number {
    return this.#acted;
  }

  fires(): boolean {
    if (this.times === 0) return false;
    if (this.skip > 0) {
      this.skip -= 1;
      return false;
    }
    this.times -= 1;
    this.#acted += 1;
    return true;
  }
}

/** The effect of `onPrimaryTransactionalWrite` on a retryable write. */
export interface FailWrite {
  readonly closeConnection: boolean;
  /** The write has no effect and fails with this code. */
  readonly errorCode: number | undefined;
}

interface Armed<T> {
  readonly mode: Mode;
  readonly action: T;
}

/** The fail points that the tests of drivers and applications use. Each has one setting at a time. */
export class FailPoints {
  #failCommand: Armed<FailCommand> | undefined;
  #failWrite: Armed<FailWrite> | undefined;
  /** Writes that took effect and whose answer was lost. Their retries are not failed again. */
  readonly #done = new Set<string>();

  /** Sets a fail point and returns how often its former setting fired. Throws CommandError on an unknown one. */
  configure(name: string, modeValue: unknown, data: Document): number {
    const mode = Mode.read(modeValue);
    if (name === 'failCommand') {
      const before = this.#failCommand;
      const off = modeValue === 'off';
      this.#failCommand = off ? undefined : { mode, action: readFailCommand(data) };
      return before?.mode.fired ?? 0;
    }
    if (name === 'onPrimaryTransactionalWrite') {
      const before = this.#failWrite;
      const errorCode = data['failBeforeCommitExceptionCode'] as number | undefined;
      const closeConnection = data['closeConnection'] !== false;
      this.#failWrite = { mode, action: { closeConnection, errorCode } };
      return before?.mode.fired ?? 0;
    }
    throw new CommandError(CODE.failPointSetFailed, `failpoint not found: ${name}`);
  }

  /** The effect on this command, if any. A returned effect counts as one of the fail point's times. */
  forCommand(command: Command, appName: string): FailCommand | undefined {
    const armed = this.#failCommand;
    if (!armed || command.name === 'configureFailPoint') return undefined;
    return appliesTo(armed.action, command, appName) && armed.mode.fires() ? armed.action : undefined;
  }

  /** The effect on a retryable write, if any. */
  forWrite(command: Command): FailWrite | undefined {
    const armed = this.#failWrite;
    const { retryId } = command;
    if (!armed || retryId === null || !isRetryableWrite(command) || this.#done.delete(retryId))
      return undefined;
    if (!armed.mode.fires()) return undefined;
    if (armed.action.errorCode === undefined) this.#done.add(retryId);
    return armed.action;
  }
}
