import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresConnection } from '../gateway/postgres/connection.js';
import { ConnectionLost } from '../gateway/postgres/postgres-error.js';
import type { StorePrograms } from '../install/store-programs.js';
import { waitForEarlierRun, type Supervised, supervise, untilReady } from '../processes/supervise.js';
import type { StoreOptions } from '../store-handle.js';
import { initDataFolder, makeSocketFolder, removeStalePidFile } from './folders.js';
import { asPostgresUser } from './run-as.js';
import { postgresSettings } from './settings.js';

export interface RunningPostgres extends Omit<Supervised, 'exited'> {
  /** The Unix socket that it listens on. It has no port. */
  readonly socketPath: string;
}

const SESSION = { user: 'postgres', database: 'postgres' };

async function answers(socketPath: string): Promise<boolean> {
  try {
    (await PostgresConnection.open(socketPath, SESSION)).close();
    return true;
  } catch (error) {
    if (error instanceof ConnectionLost) return false;
    throw error;
  }
}

/** Creates DocumentDB's extensions if necessary, and unschedules jobs that are not needed. */
async function createExtensions(socketPath: string): Promise<void> {
  const connection = await PostgresConnection.open(socketPath, SESSION);
  try {
    await connection.execute('SET client_min_messages TO warning');
    await connection.execute('CREATE EXTENSION IF NOT EXISTS documentdb CASCADE');
    await connection.execute('CREATE EXTENSION IF NOT EXISTS documentdb_extended_rum');
    // createIndexes builds indexes before it answers, so the job that polls for builds is not needed.
    await connection.execute(
      "SELECT cron.unschedule(jobid) FROM cron.job WHERE jobname LIKE 'documentdb_index_build_task%'",
    );
  } finally {
    connection.close();
  }
}

/** Starts PostgreSQL with DocumentDB on the data below `dataDir`, which it creates if necessary. */
export async function startPostgres(
  programs: StorePrograms,
  { dataDir, durable, env }: Pick<StoreOptions, 'dataDir' | 'durable' | 'env'>,
): Promise<RunningPostgres> {
  const pidFile = join(dataDir, 'postgres.pid');
  await mkdir(dataDir, { recursive: true });
  await waitForEarlierRun(pidFile, 'PostgreSQL');
  const folder = join(dataDir, 'postgres');
  await initDataFolder(programs, folder, env);
  await removeStalePidFile(folder);
  const socketFolder = await makeSocketFolder(dataDir);
  const server = {
    name: 'PostgreSQL',
    ...asPostgresUser(programs.postgres, ['-D', folder, ...postgresSettings({ socketFolder, durable })]),
    env: { ...env, TZ: 'UTC', LC_ALL: 'C.UTF-8' },
    // A fast shutdown, which ends the sessions and keeps committed data.
    stopSignal: 'SIGINT' as const,
    pidFile,
    logFile: join(dataDir, 'postgres.log'),
  };
  const postgres = await supervise(server);
  const removeSocket = (): Promise<void> => rm(socketFolder, { recursive: true, force: true });
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await removeSocket();
  };
  const socketPath = join(socketFolder, '.s.PGSQL.5432');
  try {
    await untilReady(postgres, server, () => answers(socketPath));
    await createExtensions(socketPath);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    socketPath,
    stop,
    kill: async () => {
      await postgres.kill();
      await removeSocket();
    },
    pause: () => postgres.pause(),
    resume: () => postgres.resume(),
  };
}
