import { readEnv } from '../../../shared/platform/env/env.js';
import { killAt } from '../../../shared/platform/failpoints.js';
import { runProcess } from '../../../shared/platform/env/run-process.js';
import { createLogger } from '../../../shared/platform/observability/logger.js';
import { startWorker } from '../../../worker/start-worker.js';
import { storesOfRun } from './stores.js';
import { unprotected } from './switch.js';

/** The worker of worker/main.ts without one of its protections. */
await runProcess(async () => {
  const env = readEnv();
  const log = createLogger(env.logLevel, 'worker');
  const ownClock = unprotected() === 'store-clock' ? { now: () => new Date() } : {};
  const settings = { failpoint: killAt(env.killAt), createStores: storesOfRun(), ...ownClock };
  const worker = await startWorker(env, log, settings);
  log.info({ probes: worker.probesUrl }, 'Worker takes jobs');
  return worker;
});
