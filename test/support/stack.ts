import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStores, type Stores } from '../../dev/services/start-stores.js';
import { closeGateway } from '../gateway/gateway-uri.js';
import { closeSharedApi } from './api.js';
import { expectNoSecretLogged } from './log-watch.js';

let stores: Stores | undefined;
let folder: string | undefined;

/**
 * Mocha's root hooks: one MongoDB and one Redis for the whole run, on a scratch folder and without fsync, unless
 * MONGODB_URI and REDIS_URL name others. Tests find them in these two variables.
 */
export async function mochaGlobalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'airfleet-test-'));
  const lines: string[] = [];
  try {
    stores = await startStores({
      dataDir: folder,
      durable: false,
      testCommands: true,
      log: (line) => lines.push(line),
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`The stores for the tests could not be started.\n${lines.join('\n')}`, { cause: error });
  }
  process.env['MONGODB_URI'] = stores.mongodbUri;
  process.env['REDIS_URL'] = stores.redisUrl;
}

/** After the last test: no process has logged a token, a password, a key or a session that any test used. */
export const mochaHooks = {
  afterAll(): void {
    expectNoSecretLogged();
  },
};

/** Stops them and removes their data, and before that the API and the gateway that tests shared. */
export async function mochaGlobalTeardown(): Promise<void> {
  await closeSharedApi();
  await closeGateway();
  await stores?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
