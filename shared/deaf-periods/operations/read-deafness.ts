import type { DeafPeriodDeps } from '../deps.js';
import { Deafness, graceS, hidingSpan, united, type DeafSpan } from '../domain/deafness.js';
import { INSTALLATION, STILL_DEAF } from '../domain/deaf-period.js';
import type { DeafPeriod } from '../stores/deaf-period-store.js';

/** The periods that are known, of every organisation. */
export interface KnownDeafness {
  /** When the service did not hear the devices of an organisation. */
  of(organisationId: number): Deafness;
}

/** Periods that ended earlier are not read: they are shorter than the longest allowance in use. */
const LOOKBACK_MS = 32 * 86_400_000;
const MAX_PERIODS = 2000;

type ReadDeps = Pick<DeafPeriodDeps, 'now' | 'env'> & {
  readonly stores: Pick<DeafPeriodDeps['stores'], 'deafPeriods' | 'heartbeatCounts'>;
};

/** Reads the deaf periods and how far they are known. */
export async function readDeafness({ stores, env, now }: ReadDeps): Promise<KnownDeafness> {
  // In this order: what is known of the time after the periods were read is not used.
  const watch = await stores.heartbeatCounts.watch();
  const since = new Date(now().getTime() - LOOKBACK_MS);
  const periods = watch === null ? [] : await stores.deafPeriods.endingAfter(since, MAX_PERIODS);
  const grace = graceS(env);
  const knownTo = watch?.knownTo ?? null;
  const byOrganisation = new Map<number, Deafness>();
  return {
    of(organisationId) {
      const known = byOrganisation.get(organisationId);
      if (known) return known;
      const own = periods.filter((each) => [INSTALLATION, organisationId].includes(each.organisationId));
      const deafness = new Deafness(united(own.map(spanOf)), knownTo, grace);
      byOrganisation.set(organisationId, deafness);
      return deafness;
    },
  };
}

function spanOf({ organisationId, from, to }: DeafPeriod): DeafSpan {
  const end = to.getTime() === STILL_DEAF.getTime() ? Infinity : to.getTime();
  const scope = organisationId === INSTALLATION ? 'installation' : 'organisation';
  return hidingSpan({ scope, from: from.getTime(), to: end });
}

/** A reading is used for this long. */
const MAX_AGE_MS = 1000;

/**
 * Returns a function that reads the deaf periods at most once a second; concurrent callers share one reading.
 * @param clock milliseconds of a clock that never goes back
 */
export function createDeafnessReader(
  deps: ReadDeps,
  clock: () => number = () => performance.now(),
): () => Promise<KnownDeafness> {
  let reading: Promise<KnownDeafness> | null = null;
  let startedAt = -Infinity;
  return () => {
    if (reading === null || clock() - startedAt > MAX_AGE_MS) {
      startedAt = clock();
      const started = readDeafness(deps);
      reading = started;
      started.catch(() => {
        if (reading === started) reading = null;
      });
    }
    return reading;
  };
}
