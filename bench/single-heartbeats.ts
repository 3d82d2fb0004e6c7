import { startApi } from '../api/start-api.js';
import { readEnv } from '../shared/platform/env/env.js';
import { runProcess } from '../shared/platform/env/run-process.js';
import { createLogger } from '../shared/platform/observability/logger.js';

/** The API, but every heartbeat is written by itself; as many at once as there are connections to the database. */
await runProcess(async () => {
  const env = readEnv();
  const log = createLogger(env.logLevel, 'api');
  const heartbeatBatches = { maxPerBatch: 1, maxBatches: 32, maxWaiting: 20_000 };
  const api = await startApi(env, log, { heartbeatBatches });
  log.info({ url: api.url }, 'API listens');
  return api;
});
