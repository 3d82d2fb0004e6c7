import type { Deps } from '../shared/composition/deps.js';
import { sweep } from '../shared/upgrades/operations/sweep/sweep.js';

/**
 * Sweeps, and counts and logs what it found.
 * @returns false: the next sweep comes an interval later
 * @throws the failures of its parts that need MongoDB
 */
export async function sweepAndCount(deps: Deps): Promise<false> {
  const { metrics, log } = deps;
  const { findings, failures, queueFailure } = await sweep(deps);
  for (const [kind, count] of Object.entries(findings)) metrics.sweepFindings.inc({ kind }, Number(count));
  if (Object.values(findings).some((count) => count > 0)) log.info(findings, 'sweep');
  if (queueFailure !== null) log.warn({ err: queueFailure }, 'The sweep could not restore lost jobs');
  if (failures.length > 0) {
    metrics.sweepFindings.inc({ kind: 'failed' });
    throw new AggregateError(failures, 'Parts of the sweep failed');
  }
  metrics.sweeps.setToCurrentTime();
  return false;
}
