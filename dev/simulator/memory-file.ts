import { readFile, rename, writeFile } from 'node:fs/promises';
import type { DeviceState } from './device-state.js';

type States = Record<string, DeviceState>;

/** What the devices carried when the simulator last ended; nothing when it never ran. */
export async function readMemory(path: string): Promise<States> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  return JSON.parse(text) as States;
}

/** Writes it whole or not at all. */
export async function writeMemory(path: string, states: States): Promise<void> {
  const unfinished = `${path}.new`;
  await writeFile(unfinished, JSON.stringify(states));
  await rename(unfinished, path);
}
