import { readEnv } from '../shared/platform/env/env.js';
import { killAt } from '../shared/platform/failpoints.js';
import { runProcess } from '../shared/platform/env/run-process.js';
import { createLogger, logFormat } from '../shared/platform/observability/logger.js';
import { startWorker } from './start-worker.js';

await runProcess(async () => {
  const env = readEnv();
  const log = createLogger(env.logLevel, 'worker', logFormat(env));
  const worker = await startWorker(env, log, { failpoint: killAt(env.killAt) });
  log.info({ probes: worker.probesUrl }, 'Worker takes jobs');
  return worker;
});
