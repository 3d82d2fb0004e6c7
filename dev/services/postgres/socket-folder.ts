import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveToPostgresUser } from './run-as.js';

// The path of a Unix socket has room for 107 characters, and PostgreSQL adds its own name to the folder's.
const LONGEST = 80;

/** A fresh folder for PostgreSQL's socket: beside its data, or in the temporary folder when that path is long. */
export async function makeSocketFolder(dataDir: string): Promise<string> {
  const beside = join(dataDir, 'socket');
  await rm(beside, { recursive: true, force: true });
  const folder = beside.length <= LONGEST ? beside : await mkdtemp(join(tmpdir(), 'airfleet-'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  giveToPostgresUser(folder);
  return folder;
}
