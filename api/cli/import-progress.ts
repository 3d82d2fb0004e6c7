import type { ReportProgress } from '../../shared/import/operations/fleet-source.js';
import { createProgressLine, type ProgressOutput } from './progress-line.js';

export interface ImportProgress {
  readonly report: ReportProgress;
  /** Ends the line. */
  end(): void;
}

/** Shows the progress of an import. @param total records of the fleet; each is checked and then written */
export function showProgress(total: number, output: ProgressOutput, now: () => number): ImportProgress {
  const line = createProgressLine(output, now);
  const began = now();
  let done = 0;
  return {
    report(step, section, records) {
      done += records;
      const perSecond = (): number => Math.round((done / Math.max(1, now() - began)) * 1000);
      line.show(
        total === 0 ? 1 : done / (2 * total),
        () => `${step} ${section}  ${perSecond().toLocaleString('en')} records/s`,
      );
    },
    end: () => {
      line.end();
    },
  };
}
