import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parameterArguments } from './parameters.js';
import { installStores } from '../install/store-programs.js';
import { startPostgres } from '../postgres/start-postgres.js';
import { choosePort } from '../processes/free-port.js';
import { type Supervised, superviseChild, untilReady } from '../processes/supervise.js';
import type { StoreHandle, StoreOptions } from '../store-handle.js';

const GATEWAY = fileURLToPath(new URL('../../gateway/main.js', import.meta.url));

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

/** Starts the gateway as a process that ends when its input ends. */
async function startGateway(
  port: number,
  socketPath: string,
  logFile: string,
  parameters: readonly string[],
): Promise<Supervised> {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [GATEWAY, String(port), socketPath, ...parameters], {
    stdio: ['pipe', log, log],
    detached: true,
  });
  closeSync(log);
  const gateway = superviseChild(child);
  await untilReady(gateway, { name: 'The gateway', logFile }, () => accepts(port));
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
    const port = await choosePort(join(dataDir, 'mongo.port'), options.port);
    const logFile = join(dataDir, 'gateway.log');
    const gateway = await startGateway(port, postgres.socketPath, logFile, parameterArguments(options));
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
