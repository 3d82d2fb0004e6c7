import type { DeafPeriodDeps } from '../deps.js';
import { INSTALLATION } from '../domain/deaf-period.js';
import type { BegunPeriod } from '../stores/deaf-period-store.js';

/** Ends a period, and counts it in the metric once. */
export async function endPeriod(
  { stores, metrics, log }: DeafPeriodDeps,
  period: BegunPeriod,
  to: Date,
): Promise<void> {
  if (!(await stores.deafPeriods.end(period, to))) return;
  const scope = period.organisationId === INSTALLATION ? 'installation' : 'organisation';
  const seconds = (to.getTime() - period.from.getTime()) / 1000;
  metrics.deafSeconds.inc({ scope }, Math.max(0, seconds));
  log.warn(
    { ...period, to, seconds },
    'The service did not hear devices for a time, which counts against none',
  );
}
