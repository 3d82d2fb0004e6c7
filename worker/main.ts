import { readEnv } from '../shared/config/env.js';
import { dieAt } from '../shared/config/kill-at.js';
import { runProcess } from '../shared/config/run-process.js';
import { createLogger, logFormat } from '../shared/observability/logger.js';
import { startWorker } from './start-worker.js';

await runProcess(async () => {
  const env = readEnv();
  const log = createLogger(env.logLevel, 'worker', logFormat(env));
  const worker = await startWorker(env, log, { reach: dieAt(env.killAt) });
  log.info({ probes: worker.probesUrl }, 'Worker takes jobs');
  return worker;
});
