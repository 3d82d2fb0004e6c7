import type { Env } from '../shared/platform/env/env.js';
import { closeRedis, openWorkerRedis } from '../shared/platform/redis/redis.js';
import { createIndexCheck } from '../shared/platform/migrations/check-indexes.js';
import type { Log } from '../shared/platform/observability/logger.js';
import type { Deps, StartOverrides } from '../shared/composition/deps.js';
import { openProcess } from '../shared/composition/open-process.js';
import { registerFleetGauges } from './fleet-gauges.js';
import { closeWorker, JobWorker } from './job-worker.js';
import { createLoops } from './loops.js';
import { openProbes, type Probes } from '../shared/platform/observability/probe-server.js';
import { workerReadiness } from './probes.js';
import { runLoops } from './run-loops.js';

const POOL_SIZE = 16;

export interface RunningWorker {
  readonly probesUrl: string;
  readonly deps: Deps;
  close(): Promise<void>;
}

/** Opens the stores, and starts the jobs and the loops. Closing waits for what is under way. */
export async function startWorker(
  env: Env,
  log: Log,
  overrides: StartOverrides = {},
): Promise<RunningWorker> {
  const { closing, mongo, redis, base: deps } = openProcess(env, log, POOL_SIZE, overrides);

  registerFleetGauges(deps);

  const indexesReady = createIndexCheck(mongo.models, log);
  // Logs missing stores; the probes report a store that fails later.
  void mongo.connected.then(indexesReady).catch(() => undefined);
  const leaving = new AbortController();
  const blocking = openWorkerRedis(env.redis, log);
  closing.add('worker redis', () => closeRedis(blocking));
  // Closed in the reverse order: the probes answer until the worker has finished its work.
  const opened: { probes?: Probes } = {};
  closing.add('probes', async () => opened.probes?.close());
  const worker = new JobWorker(deps, blocking, leaving.signal);
  closing.add('worker', () => closeWorker(worker, blocking));
  const loops = runLoops(deps, createLoops(), leaving.signal, closing);
  const close = (): Promise<void> => {
    leaving.abort();
    return closing.run(log);
  };
  const probed = { env, mongo, redis, worker, sweep: loops.sweep, indexesReady };
  const probes = await openProbes({
    host: env.host,
    port: env.workerPort,
    metrics: deps.metrics,
    leaving: leaving.signal,
    readiness: () => workerReadiness(probed),
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  opened.probes = probes;
  // Sweeps for work missed while a store was down, as soon as it is back.
  blocking.on('ready', () => {
    loops.sweep.nudge();
  });
  mongo.connection.on('connected', () => {
    loops.sweep.nudge();
  });
  void mongo.connected
    .then(() => worker.run())
    .catch((error: unknown) => {
      log.error({ err: error }, 'The worker stopped taking jobs');
    });
  return { probesUrl: probes.url, deps, close };
}
