import { printable } from '../../shared/platform/values/printable.js';

const BAR_WIDTH = 30;
const REDRAW_MS = 100;
const PLAIN_LINE_MS = 5000;

/** The output of progress: a terminal line is overwritten; other outputs get a plain line at intervals. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

export type ProgressLine = ReturnType<typeof createProgressLine>;

/**
 * A line that shows how far something has got.
 * @param now in milliseconds
 */
export function createProgressLine(output: ProgressOutput, now: () => number) {
  const isTerminal = output.isTTY === true;
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : now();
  let drawn = '';
  return {
    /** Shows a share from 0 to 1; skips what comes too soon after the last one. */
    show(share: number, text: () => string): void {
      const at = now();
      if (at - shownAt < (isTerminal ? REDRAW_MS : PLAIN_LINE_MS)) return;
      shownAt = at;
      const line = printable(`${Math.floor(share * 100)} %  ${text()}`);
      const next = isTerminal ? `\r\u001b[K${bar(share)} ${line}` : `${line}\n`;
      if (next !== drawn) output.write(next);
      drawn = next;
    },
    /** Writes a line that stays. */
    print(line: string): void {
      const shown = printable(line);
      output.write(isTerminal ? `\r\u001b[K${shown}\n${drawn}` : `${shown}\n`);
    },
    /** Removes the line. */
    end(): void {
      if (isTerminal) output.write('\r\u001b[K');
    },
  };
}

function bar(share: number): string {
  const filled = Math.floor(Math.min(1, share) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}
