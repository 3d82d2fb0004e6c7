import type { RedisClient } from '../shared/platform/redis/redis.js';
import type { Env } from '../shared/platform/env/env.js';
import type { Database } from '../shared/composition/database.js';
import type { IndexCheck } from '../shared/platform/migrations/check-indexes.js';
import type { Readiness } from '../shared/platform/observability/probe-server.js';
import { succeedsInTime } from '../shared/platform/observability/with-timeout.js';
import type { JobWorker } from './job-worker.js';
import type { RunningLoop } from './run-loops.js';

/** A sweep is late when it takes this long beyond the interval. */
const SWEEP_MS = 60_000;

interface Probed {
  readonly env: Env;
  readonly mongo: Database;
  readonly indexesReady: IndexCheck;
  readonly redis: RedisClient;
  readonly worker: Pick<JobWorker, 'isFetching' | 'silentMs'>;
  readonly sweep: Pick<RunningLoop, 'passedMs'>;
}

/** A worker is ready while the stores and the queue answer, and sweeps succeed. */
export async function workerReadiness(probed: Probed): Promise<Readiness> {
  const { env, worker } = probed;
  const [mongodb, redis, indexes] = await Promise.all([
    succeedsInTime(() => probed.mongo.ping()),
    succeedsInTime(() => probed.redis.exists(env.queuePrefix)),
    succeedsInTime(probed.indexesReady),
  ]);
  const sweptMs = probed.sweep.passedMs;
  const sweeping = sweptMs < 2000 * env.sweepIntervalS + SWEEP_MS;
  return {
    checks: { mongodb, redis, indexes, fetching: worker.isFetching(), sweeping },
    shown: { fetched_s_ago: secondsOf(worker.silentMs), swept_s_ago: secondsOf(sweptMs) },
  };
}

/** Null before the first one. */
function secondsOf(ms: number): number | null {
  return Number.isFinite(ms) ? Math.round(ms / 1000) : null;
}
