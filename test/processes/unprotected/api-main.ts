import mongoose from 'mongoose';
import { startApi, type RunningApi } from '../../../api/start-api.js';
import { readEnv } from '../../../shared/platform/env/env.js';
import { killAt } from '../../../shared/platform/failpoints.js';
import { runProcess } from '../../../shared/platform/env/run-process.js';
import { createLogger } from '../../../shared/platform/observability/logger.js';
import { storesOfRun } from './stores.js';
import { unprotected } from './switch.js';

const DAY_MS = 86_400_000;

/** The API of api/main.ts without one of its protections. */
await runProcess(async () => {
  const env = readEnv();
  const log = createLogger(env.logLevel, 'api');
  if (unprotected() === 'mongodb-timeout') waitLongForMongo();
  const api = await startApi(env, log, { failpoint: killAt(env.killAt), createStores: storesOfRun() });
  believeInMongo(api);
  log.info({ url: api.url }, 'API listens');
  return api;
});

/** Longer than any test waits. */
function waitLongForMongo(): void {
  const { prototype } = mongoose.Connection;
  const openUri = Reflect.get<mongoose.Connection, 'openUri'>(prototype, 'openUri');
  prototype.openUri = function (uri, options) {
    return openUri.call(this, uri, { ...options, serverSelectionTimeoutMS: DAY_MS });
  };
}

function believeInMongo({ deps: { mongo } }: RunningApi): void {
  if (unprotected() === 'mongodb-timeout')
    Object.assign(mongo, { isConnected: () => true, ping: () => Promise.resolve() });
}
