import { Duration } from 'luxon';
import type { ImportStep, ReportProgress } from '../../shared/import/operations/fleet-source.js';
import { createProgressLine, type ProgressOutput } from './progress-line.js';

export interface ImportProgress {
  readonly report: ReportProgress;
  /** Ends the line. */
  end(): void;
}

/**
 * Shows the progress of an import, with the rate of its step and the time that this leaves.
 * @param total records of the fleet; each is checked and then written
 */
export function showProgress(total: number, output: ProgressOutput, now: () => number): ImportProgress {
  const line = createProgressLine(output, now);
  const done = { checked: 0, written: 0, indexing: 0 };
  let current: { readonly step: ImportStep; readonly began: number } = { step: 'checked', began: now() };
  let reportedAt = current.began;
  return {
    report(step, section, records) {
      if (step !== current.step) current = { step, began: reportedAt };
      reportedAt = now();
      if (step === 'indexing') {
        line.print('Building the indexes of searches');
        return;
      }
      done[step] += records;
      line.show(total === 0 ? 1 : (done.checked + done.written) / (2 * total), () => {
        const perMs = done[step] / Math.max(1, reportedAt - current.began);
        const left = Duration.fromMillis((total - done[step]) / perMs).toFormat('m:ss');
        const rate = Math.round(perMs * 1000).toLocaleString('en');
        return `${step} ${section}  ${rate} records/s, ${left} left until all are ${step}`;
      });
    },
    end: () => {
      line.end();
    },
  };
}
