import { exceedsPercent } from '../../shared/rollouts/domain/gates/gates.js';
import type { MemoryUpgrade } from './memory-upgrades.js';
import type { MemoryStores } from './memory-stores.js';
import type { SimulatedService } from './simulated-rollout.js';

/** What a rule did in a run. */
export interface Verdict {
  /** The gate that paused the rollout; null when it was not paused. */
  readonly by: string | null;
  /** From the first start of the new version on a device that it makes sick, in minutes; null in a harmless run. */
  readonly minutes: number | null;
  /** Devices that had been offered the upgrade. */
  readonly offered: number;
  /** Devices among them that the release makes sick. */
  readonly harmed: number;
}

export type Threshold = 'reported failures' | 'sick share';

/** A run that thresholds watch. */
interface WatchedRun {
  readonly memory: MemoryStores;
  readonly service: SimulatedService;
  /** Seconds since its start. */
  readonly now: number;
  verdict(by: string | null): Verdict;
}

const PERCENT = 5;
const LEAST = 10;
const REPORTED = ['download', 'install', 'silent', 'wrong_version'];

/** When plain thresholds would have paused a rollout. */
export class Thresholds {
  private readonly tripped: Partial<Record<Threshold, Verdict>> = {};

  get isDecided(): boolean {
    return Object.keys(this.tripped).length === 2;
  }

  /** @returns false, so that the run goes on */
  judge(run: WatchedRun): false {
    if (tripsOnReports([...run.memory.upgrades.all.values()]))
      this.tripped['reported failures'] ??= run.verdict('reported failures');
    if (tripsOnSickness(run)) this.tripped['sick share'] ??= run.verdict('sick share');
    return false;
  }

  verdicts(end: WatchedRun): Record<Threshold, Verdict> {
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
function tripsOnSickness({ memory, service, now }: WatchedRun): boolean {
  const at = service.dateOf(now).getTime();
  const looks = memory.events
    .filter((event) => event.action === 'rollout.health_look' && event.at.getTime() === at)
    .map(({ after }) => (after as LoggedLook).counts);
  const sick = looks.reduce((sum, counts) => sum + counts.sick, 0);
  const treated = looks.reduce((sum, counts) => sum + counts.treated, 0);
  return treated >= LEAST && exceedsPercent(sick, treated, PERCENT);
}
