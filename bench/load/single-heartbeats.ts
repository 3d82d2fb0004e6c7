import { startApi } from '../../api/start-api.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { runProcess } from '../../shared/platform/env/run-process.js';
import { createLogger } from '../../shared/platform/observability/logger.js';

/** The API without grouped heartbeats: it writes each separately, with up to one write for each database connection. */
await runProcess(async () => {
  const env = readEnv();
  const log = createLogger(env.logLevel, 'api');
  const heartbeatBatches = { maxPerBatch: 1, maxBatches: 32, maxWaiting: 20_000 };
  const api = await startApi(env, log, { heartbeatBatches });
  log.info({ url: api.url }, 'API listens');
  return api;
});
