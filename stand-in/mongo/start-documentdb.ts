import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parameterArguments } from './parameters.js';
import { installStores } from '../install/store-programs.js';
import { startPostgres } from '../postgres/start-postgres.js';
import { startOnPort } from '../processes/free-port.js';
import { type Supervised, superviseChild, untilReady } from '../processes/supervise.js';
import type { StoreHandle, StoreOptions } from '../store-handle.js';

const GATEWAY = fileURLToPath(new URL('../gateway/main.js', import.meta.url));

/** Starts the gateway as a process that ends when its input ends, and waits until it says that it listens. */
async function startGateway(
  port: number,
  socketPath: string,
  logFile: string,
  parameters: readonly string[],
): Promise<Supervised> {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [GATEWAY, String(port), socketPath, ...parameters], {
    stdio: ['pipe', log, log, 'ipc'],
    detached: true,
  });
  closeSync(log);
  let listens = false;
  child.once('message', () => (listens = true));
  const gateway = superviseChild(child);
  await untilReady(gateway, { name: 'The gateway', logFile }, () => Promise.resolve(listens));
  return gateway;
}

/**
 * Starts DocumentDB, a MongoDB engine on PostgreSQL, behind the gateway. Installs Debian's packages into the user's
 * cache first if necessary. Throws if the host is not Debian, or is offline and has nothing in its cache.
 */
export async function startDocumentDb(options: StoreOptions): Promise<StoreHandle> {
  const { dataDir } = options;
  const programs = await installStores(options);
  const postgres = await startPostgres(programs, options);
  try {
    const logFile = join(dataDir, 'gateway.log');
    const { port, gateway } = await startOnPort(
      join(dataDir, 'mongo.port'),
      options.port,
      async (chosen) => ({
        port: chosen,
        gateway: await startGateway(chosen, postgres.socketPath, logFile, parameterArguments(options)),
      }),
    );
    return {
      port,
      stop: async () => {
        await gateway.stop();
        await postgres.stop();
      },
      kill: async () => {
        await Promise.all([gateway.kill(), postgres.kill()]);
      },
      pause: async () => {
        await gateway.pause();
        await postgres.pause();
      },
      resume: async () => {
        await postgres.resume();
        await gateway.resume();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
