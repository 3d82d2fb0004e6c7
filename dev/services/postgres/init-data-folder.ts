import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorePrograms } from '../install/store-programs.js';
import { runProgram } from '../processes/run-program.js';
import { asPostgresUser, giveToPostgresUser } from './run-as.js';

/**
 * Makes `folder` a PostgreSQL data folder unless it is one. It is made beside its place and renamed when it is
 * whole, so that an interrupted start leaves nothing half-made.
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
