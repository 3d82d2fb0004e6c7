import { percentile, rounded } from '../benchmark.js';
import { generateLoad, type LoadResult } from '../load/http-load.js';
import type { SpeakingSite } from './speaking-site.js';
import type { MeasureCase } from './measure-case.js';

const CONNECTIONS = 64;

/** Connects all devices again at once, with heartbeats by HTTP beside it. */
export const measureStorm: MeasureCase = async (site, { devices, seconds }) => {
  const api = await site.program('programs/api.js');
  const gateway = await site.gateway();
  const simulator = await site.simulator([gateway], devices);
  const begun = new Date();
  await simulator.start(devices);
  await site.heard(devices, begun);
  const load = { url: api.url, connections: CONNECTIONS };
  const next = () => site.nextBeat();
  await generateLoad({ ...load, seconds, next });
  const calm = await generateLoad({ ...load, seconds, next });

  const cutAt = new Date();
  await simulator.cut();
  const [during, back] = await loadUntil(site, load, site.heard(devices, cutAt));
  const ratio = rounded(during.perSecond / calm.perSecond);
  const failed = calm.failed + during.failed;
  return {
    devices,
    back: back.length,
    seconds: { half: rounded(percentile(back, 50)), all: rounded(percentile(back, 100)) },
    perSecond: { calm: rounded(calm.perSecond), during: rounded(during.perSecond) },
    failed,
    ratio,
    toReach: { back: devices, failed: 0 },
    reached: back.length === devices && failed === 0,
  };
};

/** Sends heartbeats by HTTP until something has ended. */
async function loadUntil<T>(
  site: SpeakingSite,
  load: { readonly url: string; readonly connections: number },
  ending: Promise<T>,
): Promise<[LoadResult, T]> {
  let isOver = false;
  const loading = generateLoad({
    ...load,
    seconds: Infinity,
    next: () => (isOver ? null : site.nextBeat()),
  });
  const ended = await ending;
  isOver = true;
  return [await loading, ended];
}
