import type { Document } from 'bson';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { isRetryableWrite } from '../errors/labels.js';
import type { Command } from '../wire/command.js';
import { concerns, type FailCommand, readFailCommand } from './fail-command.js';

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** Decides at each pass whether a fail point acts, and counts how often it did. */
class Mode {
  #acted = 0;

  private constructor(
    private skip: number,
    private times: number,
  ) {}

  /** Reads `off`, `alwaysOn`, `{times}`, `{skip}`. Throws CommandError on anything else. */
  static read(value: unknown): Mode {
    if (value === 'off') return new Mode(0, 0);
    if (value === 'alwaysOn') return new Mode(0, Infinity);
    const { times, skip } = Object(value) as { times?: unknown; skip?: unknown };
    if (isCount(times) && skip === undefined) return new Mode(0, times);
    if (isCount(skip) && times === undefined) return new Mode(skip, Infinity);
    throw new CommandError(CODE.badValue, "mode must be 'off', 'alwaysOn', {times: n} or {skip: n}");
  }

  get acted(): number {
    return this.#acted;
  }

  acts(): boolean {
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

/** What `onPrimaryTransactionalWrite` does to a retryable write. */
export interface FailWrite {
  readonly closeConnection: boolean;
  /** The write is not done and fails with this code. */
  readonly errorCode: number | undefined;
}

interface Armed<T> {
  readonly mode: Mode;
  readonly action: T;
}

/** The fail points of MongoDB's test commands that tests of clients use, one setting of each at a time. */
export class FailPoints {
  #failCommand: Armed<FailCommand> | undefined;
  #failWrite: Armed<FailWrite> | undefined;
  /** Writes that are done and whose answer was lost: a repeat of one is no write. */
  readonly #done = new Set<string>();

  /** Sets a fail point; returns how often its former setting acted. Throws CommandError on an unknown one. */
  configure(name: string, modeValue: unknown, data: Document): number {
    const mode = Mode.read(modeValue);
    if (name === 'failCommand') {
      const before = this.#failCommand;
      const off = modeValue === 'off';
      this.#failCommand = off ? undefined : { mode, action: readFailCommand(data) };
      return before?.mode.acted ?? 0;
    }
    if (name === 'onPrimaryTransactionalWrite') {
      const before = this.#failWrite;
      const errorCode = data['failBeforeCommitExceptionCode'] as number | undefined;
      const closeConnection = data['closeConnection'] !== false;
      this.#failWrite = { mode, action: { closeConnection, errorCode } };
      return before?.mode.acted ?? 0;
    }
    throw new CommandError(CODE.failPointSetFailed, `failpoint not found: ${name}`);
  }

  /** What is to be done to this command, if anything; asking counts as one of its times. */
  forCommand(command: Command, appName: string): FailCommand | undefined {
    const armed = this.#failCommand;
    if (!armed || command.name === 'configureFailPoint') return undefined;
    return concerns(armed.action, command, appName) && armed.mode.acts() ? armed.action : undefined;
  }

  /** The same for one write of a command with a transaction number. */
  forWrite(command: Command): FailWrite | undefined {
    const armed = this.#failWrite;
    const { retryId } = command;
    if (!armed || retryId === null || !isRetryableWrite(command) || this.#done.delete(retryId))
      return undefined;
    if (!armed.mode.acts()) return undefined;
    if (armed.action.errorCode === undefined) this.#done.add(retryId);
    return armed.action;
  }
}
