import { readEnv } from '../shared/config/env.js';
import { dieAt } from '../shared/config/kill-at.js';
import { runProcess } from '../shared/config/run-process.js';
import { createLogger, logFormat } from '../shared/observability/logger.js';
import { startApi } from './start-api.js';

await runProcess(async () => {
  const env = readEnv();
  const log = createLogger(env.logLevel, 'api', logFormat(env));
  const api = await startApi(env, log, { reach: dieAt(env.killAt) });
  log.info({ url: api.url }, 'API listens');
  return api;
});
