import { isDeepStrictEqual } from 'node:util';
import {
  leavesOut,
  TRANSIENT_CODES,
  type ConfigurationProblem,
  type ConfigurationReport,
  type ConfigurationState,
  type RefusedRevision,
} from '../records/domain/device-configuration.js';

/** The fields of the stored state that a heartbeat changes. */
export type ReportChange = Pick<
  ConfigurationState,
  'report' | 'reportedAt' | 'refused' | 'retried' | 'problem' | 'leavesOut'
>;

/**
 * What a heartbeat changes in the stored state of a device's configuration; null when nothing changes. A report that
 * repeats the number of an attempt repeats its outcome, so it never refuses a revision again.
 * @param report null: the device does not report its configuration
 */
export function judgeReport(
  stored: ConfigurationState | undefined,
  report: ConfigurationReport | null,
  at: Date,
): ReportChange | null {
  if (!stored?.report && report === null) return null;
  if (stored && isDeepStrictEqual(stored.report, report)) return null;
  const change = {
    report,
    reportedAt: at,
    retried: false,
    leavesOut: leavesOut({ ...stored, report }),
  };
  if (report === null) return { ...change, problem: null };
  const refused = refusedAfter(stored, report, at);
  return { ...change, refused, problem: problemOf({ ...stored, ...change, refused }) };
}

/** Whether the device tries the document of its failed attempt again by itself. */
export function isTransient({ error }: Pick<ConfigurationReport, 'error'>): boolean {
  return error !== null && TRANSIENT_CODES.some((code) => code === error.code);
}

function refusedAfter(
  stored: ConfigurationState | undefined,
  report: ConfigurationReport,
  at: Date,
): RefusedRevision | null {
  const before = stored?.refused ?? null;
  const { state, attempted, error } = report;
  const isFailure = state === 'failed' || state === 'rolled_back';
  if (isFailure && attempted !== null && !isTransient(report) && !isRepetition(report, stored?.report)) {
    const key = stored?.rendered?.key ?? null;
    return { revision: attempted, state, code: error?.code ?? null, key, at };
  }
  const isReset = report.revision === null && !isFailure && attempted === null;
  // A device can run a revision of which it could not apply another rendering.
  const isRunning = report.revision === before?.revision && !(isFailure && attempted === report.revision);
  return isReset || isRunning ? null : before;
}

/** Whether two reports have the outcome of the same attempt; without numbers, the same outcome. */
function isRepetition(report: ConfigurationReport, last: ConfigurationReport | null | undefined): boolean {
  if (!last) return false;
  if (report.attempt !== null) return report.attempt === last.attempt;
  const outcomeOf = ({ attempt, state, attempted, error }: ConfigurationReport) => {
    return { attempt, state, attempted, error };
  };
  return isDeepStrictEqual(outcomeOf(report), outcomeOf(last));
}

/** Whether the device reports drift that no retry mends yet. */
export function reportsDrift({ report, retried }: Pick<ConfigurationState, 'report' | 'retried'>): boolean {
  return report?.drifted === true && retried !== true;
}

/** The problem of a device under which lists find it. */
export function problemOf(
  state: Pick<ConfigurationState, 'report' | 'refused' | 'retried'> & {
    readonly rendered?: { readonly revision: string } | undefined;
  },
): ConfigurationProblem | null {
  const { report, refused, rendered } = state;
  if (!report) return null;
  if (refused && refused.revision === rendered?.revision) return refused.state;
  return reportsDrift(state) ? 'drifted' : null;
}
