import { exceedsPercent } from '../../shared/rollouts/domain/gates/gates.js';
import type { MemoryUpgrade } from './memory-upgrades.js';
import type { Rule, SimulatedRun, Verdict } from './run.js';

const PERCENT = 5;
const LEAST = 10;
const REPORTED = ['download', 'install', 'silent', 'wrong_version'];

/** When plain thresholds would have paused a rollout. */
export class Thresholds {
  private readonly tripped: Partial<Record<Rule, Verdict>> = {};

  get isDecided(): boolean {
    return Object.keys(this.tripped).length === 2;
  }

  /** @returns false, so that the run goes on */
  judge(run: SimulatedRun): false {
    if (tripsOnReports([...run.memory.upgrades.all.values()]))
      this.tripped['reported failures'] ??= run.verdict('reported failures');
    if (tripsOnSickness(run)) this.tripped['sick share'] ??= run.verdict('sick share');
    return false;
  }

  verdicts(end: SimulatedRun): Record<Exclude<Rule, 'gates'>, Verdict> {
    return {
      'reported failures': this.tripped['reported failures'] ?? end.verdict(null),
      'sick share': this.tripped['sick share'] ?? end.verdict(null),
    };
  }
}

/** A device that runs the new version has succeeded, as far as it reports. */
function tripsOnReports(upgrades: readonly MemoryUpgrade[]): boolean {
  const failed = upgrades.filter(
    ({ status, cause }) => status === 'Failed' && REPORTED.includes(cause ?? ''),
  ).length;
  const succeeded = upgrades.filter(({ verifyingAt }) => verifyingAt !== undefined).length;
  return failed + succeeded >= LEAST && exceedsPercent(failed, failed + succeeded, PERCENT);
}

interface LoggedLook {
  readonly counts: { readonly sick: number; readonly treated: number };
}

/** By the looks of the last minute, over all parts. */
function tripsOnSickness({ memory, service, now }: SimulatedRun): boolean {
  const at = service.dateOf(now).getTime();
  const looks = memory.events
    .filter((event) => event.action === 'rollout.health_look' && event.at.getTime() === at)
    .map(({ after }) => (after as LoggedLook).counts);
  const sick = looks.reduce((sum, counts) => sum + counts.sick, 0);
  const treated = looks.reduce((sum, counts) => sum + counts.treated, 0);
  return treated >= LEAST && exceedsPercent(sick, treated, PERCENT);
}
