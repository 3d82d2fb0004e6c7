import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresConnection } from '../../gateway/postgres/connection.js';
import { ConnectionLost } from '../../gateway/postgres/postgres-error.js';
import type { InstalledPrograms } from '../install/install-packages.js';
import { type Supervised, supervise, untilReady } from '../processes/supervise.js';
import { initDataFolder } from './init-data-folder.js';
import { asPostgresUser, giveToPostgresUser } from './run-as.js';
import { postgresSettings } from './settings.js';
import { removeStalePidFile } from './stale-pid-file.js';

export interface RunningPostgres extends Supervised {
  /** The Unix socket that it listens on; it has no port. */
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

/** Creates DocumentDB's extensions unless they are there, and stops the jobs that nothing here needs. */
async function createExtensions(socketPath: string): Promise<void> {
  const connection = await PostgresConnection.open(socketPath, SESSION);
  try {
    await connection.execute('SET client_min_messages TO warning');
    await connection.execute('CREATE EXTENSION IF NOT EXISTS documentdb CASCADE');
    await connection.execute('CREATE EXTENSION IF NOT EXISTS documentdb_extended_rum');
    // Indexes are built before createIndexes answers, so nobody has to look for builds every two seconds.
    await connection.execute(
      "SELECT cron.unschedule(jobid) FROM cron.job WHERE jobname LIKE 'documentdb_index_build_task%'",
    );
  } finally {
    connection.close();
  }
}

/**
 * Starts PostgreSQL with DocumentDB on the data below `dataDir`. Its socket lies in a folder with a short path,
 * because the path of a socket may have no more than 107 characters.
 */
export async function startPostgres(
  programs: InstalledPrograms,
  { dataDir, durable }: { dataDir: string; durable: boolean },
): Promise<RunningPostgres> {
  const folder = join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true });
  await initDataFolder(programs, folder);
  await removeStalePidFile(folder);
  const socketFolder = await mkdtemp(join(tmpdir(), 'airfleet-'));
  giveToPostgresUser(socketFolder);
  const settings = postgresSettings({ socketFolder, durable });
  const server = {
    name: 'PostgreSQL',
    ...asPostgresUser(programs.postgres, ['-D', folder, ...settings]),
    env: { ...process.env, TZ: 'UTC', LC_ALL: 'C.UTF-8' },
    // A fast shutdown: it ends the sessions and keeps everything that is committed.
    stopSignal: 'SIGINT' as const,
    pidFile: join(dataDir, 'postgres.pid'),
    logFile: join(dataDir, 'postgres.log'),
  };
  const postgres = await supervise(server);
  const socketPath = join(socketFolder, '.s.PGSQL.5432');
  await untilReady(postgres, server, () => answers(socketPath));
  await createExtensions(socketPath);
  const removeSocket = (): Promise<void> => rm(socketFolder, { recursive: true, force: true });
  return {
    socketPath,
    get exited() {
      return postgres.exited;
    },
    pause: () => postgres.pause(),
    resume: () => postgres.resume(),
    stop: async () => {
      await postgres.stop();
      await removeSocket();
    },
    kill: async () => {
      await postgres.kill();
      await removeSocket();
    },
  };
}
