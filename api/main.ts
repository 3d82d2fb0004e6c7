import { readEnv } from '../shared/platform/env/env.js';
import { killAt } from '../shared/platform/failpoints.js';
import { runProcess } from '../shared/platform/env/run-process.js';
import { createLogger, logFormat } from '../shared/platform/observability/logger.js';
import { startApi } from './start-api.js';

await runProcess(async () => {
  const env = readEnv();
  const log = createLogger(env.logLevel, 'api', logFormat(env));
  const api = await startApi(env, log, { failpoint: killAt(env.killAt) });
  log.info({ url: api.url }, 'API listens');
  return api;
});
