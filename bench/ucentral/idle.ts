import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { rounded } from '../benchmark.js';
import { generateLoad, type LoadResult } from '../load/http-load.js';
import type { MeasureCase } from './measure-case.js';
import { CONNECTS_PER_S } from './speaking-site.js';

const TARGETS = { kbASocket: 64, heartbeats: 0.9 };
const CONNECTIONS = 64;

/** Memory of a gateway for each connected device, and heartbeats by HTTP beside them, before them and after them. */
export const measureIdle: MeasureCase = async (site, { devices, seconds }) => {
  const api = await site.program('programs/api.js');
  const gateway = await site.gateway();
  const simulator = await site.simulator([gateway], devices);
  const load = (): Promise<LoadResult> =>
    generateLoad({ url: api.url, connections: CONNECTIONS, seconds, next: () => site.nextBeat() });
  const begun = new Date();
  let connected = 0;
  await load();
  const without = await load();
  const before = await residentKb(gateway.pid);
  const half = Math.floor(devices / 2);
  await connect(half);
  const afterHalf = await residentKb(gateway.pid);
  await connect(devices - half);
  const after = await residentKb(gateway.pid);
  const beside = await load();
  await simulator.stop();
  const again = await load();

  const kbASocket = rounded((after - before) / devices);
  const ratio = rounded(beside.perSecond / ((without.perSecond + again.perSecond) / 2));
  const failed = without.failed + beside.failed + again.failed;
  return {
    devices,
    memoryMb: { before: mb(before), half: mb(afterHalf), after: mb(after) },
    kbASocket,
    kbAFurtherSocket: rounded((after - afterHalf) / (devices - half)),
    perSecond: {
      without: rounded(without.perSecond),
      beside: rounded(beside.perSecond),
      again: rounded(again.perSecond),
    },
    failed,
    ratio,
    toReach: TARGETS,
    reached: kbASocket <= TARGETS.kbASocket && ratio >= TARGETS.heartbeats && failed === 0,
  };

  /** Connects further devices, waits until all are heard, and then until what their connecting took is free again. */
  async function connect(count: number): Promise<void> {
    await simulator.start(count, (1000 * count) / CONNECTS_PER_S);
    connected += count;
    await site.heard(connected, begun);
    await wait(1000 * seconds);
  }
};

/** Resident memory of a process, in kB of 1,000 bytes. */
async function residentKb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1000;
}

function mb(kb: number): number {
  return rounded(kb / 1000);
}
