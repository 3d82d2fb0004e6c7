import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorePrograms } from '../install/store-programs.js';
import { runProgram } from '../processes/run-program.js';
import { asPostgresUser, giveToPostgresUser } from './run-as.js';

/**
 * Creates a PostgreSQL data folder unless it exists. Renames it into place when it is complete, so that an interrupted
 * start leaves no partial folder.
 */
export async function initDataFolder(
  programs: StorePrograms,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const made = await access(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (made) return;
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  giveToPostgresUser(fresh);
  const options = [
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
  ];
  const { command, args } = asPostgresUser(programs.initdb, ['-D', fresh, ...options]);
  await runProgram(command, args, { env: { ...env, TZ: 'UTC', LC_ALL: 'C.UTF-8' } });
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
}

/**
 * Removes the PID file of a killed PostgreSQL if another program now has its process id, as happens in containers.
 * PostgreSQL would otherwise refuse to start.
 */
export async function removeStalePidFile(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
  if (Number.isNaN(pid)) return;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!commandLine.includes('postgres')) await rm(path, { force: true });
}

// The path of a Unix socket has at most 107 characters, including the file name that PostgreSQL adds.
const MAX_FOLDER_LENGTH = 80;

/** Creates a folder for PostgreSQL's socket beside its data, or in the temporary folder if that path is too long. */
export async function makeSocketFolder(dataDir: string): Promise<string> {
  const beside = join(dataDir, 'socket');
  await rm(beside, { recursive: true, force: true });
  const folder = beside.length <= MAX_FOLDER_LENGTH ? beside : await mkdtemp(join(tmpdir(), 'airfleet-'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  giveToPostgresUser(folder);
  return folder;
}
