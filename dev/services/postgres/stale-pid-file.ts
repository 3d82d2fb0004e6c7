import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes the note of a PostgreSQL that was killed if its process id now belongs to something else, as happens
 * in containers, where ids are few: PostgreSQL itself would believe that it still runs and refuse to start.
 */
export async function removeStalePidFile(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
  if (Number.isNaN(pid)) return;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!commandLine.includes('postgres')) await rm(path, { force: true });
}
