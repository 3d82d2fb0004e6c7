import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';

/** Decides at each pass whether a fail point acts, and counts how often it did. */
export class Mode {
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

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
