import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/fixtures/eventually.js';

/** Creates a temporary folder. */
export async function scratchFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'airfleet-services-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The command lines of all processes that name the folder, as stores do. */
export async function processesOf(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(folder)).map((line) => line.replaceAll('\0', ' '));
}

/** Waits until no process names the folder. */
export async function noProcessLeft(folder: string): Promise<void> {
  await eventually(`no process of ${folder} is left`, async () => (await processesOf(folder)).length === 0);
}
