import { readEnv } from '../../../shared/config/env.js';
import { dieAt } from '../../../shared/config/kill-at.js';
import { runProcess } from '../../../shared/config/run-process.js';
import { createLogger } from '../../../shared/observability/logger.js';
import { startWorker } from '../../../worker/start-worker.js';
import { storesOfRun } from './stores.js';

/** The worker as worker/main.ts runs it, without one of its protections. */
await runProcess(async () => {
  const env = readEnv();
  const log = createLogger(env.logLevel, 'worker');
  const worker = await startWorker(env, log, { reach: dieAt(env.killAt), createStores: storesOfRun() });
  log.info({ probes: worker.probesUrl }, 'Worker takes jobs');
  return worker;
});
