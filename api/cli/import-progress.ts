import type { ReportProgress } from '../../shared/import/operations/fleet-source.js';

const BAR_WIDTH = 30;
const REDRAW_MS = 100;
const PLAIN_LINE_MS = 5000;

/** The output of progress: a terminal line is overwritten; other outputs get a plain line at intervals. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ImportProgress {
  readonly report: ReportProgress;
  /** Ends the line. */
  end(): void;
}

/** Shows the progress of an import. @param total records of the fleet; each is checked and then written */
export function showProgress(total: number, output: ProgressOutput, now: () => number): ImportProgress {
  const isTerminal = output.isTTY === true;
  const began = now();
  let done = 0;
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : began;
  return {
    report(step, section, records) {
      done += records;
      const at = now();
      if (at - shownAt < (isTerminal ? REDRAW_MS : PLAIN_LINE_MS)) return;
      shownAt = at;
      const share = total === 0 ? 1 : done / (2 * total);
      const perSecond = Math.round((done / Math.max(1, at - began)) * 1000);
      const text = `${Math.floor(share * 100)} %  ${step} ${section}  ${perSecond.toLocaleString('en')} records/s`;
      output.write(isTerminal ? `\r\u001b[K${bar(share)} ${text}` : `${text}\n`);
    },
    end() {
      if (isTerminal) output.write('\r\u001b[K');
    },
  };
}

function bar(share: number): string {
  const filled = Math.floor(Math.min(1, share) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}
