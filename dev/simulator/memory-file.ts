import { readFile, rename, writeFile } from 'node:fs/promises';
import type { DeviceState } from './device-state.js';

type States = Record<string, DeviceState>;

/** What the devices carried when the simulator last ended; nothing when it never ran or its file was cut off. */
export async function readMemory(path: string): Promise<States> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as States;
  } catch {
    return {};
  }
}

/** Writes it whole or not at all. */
export async function writeMemory(path: string, states: States): Promise<void> {
  const unfinished = `${path}.new`;
  await writeFile(unfinished, JSON.stringify(states));
  await rename(unfinished, path);
}
