import { publishRelease, scheduleUpgrades } from '../fleet/bench-upgrades.js';
import { percentile, rounded } from '../benchmark.js';
import { isInTime } from './in-time.js';
import { CONNECTS_PER_S, type Gateway, type SpeakingSite } from './speaking-site.js';
import type { MeasureCase } from './measure-case.js';

const DEVICES = 1000;
const PATIENCE_MS = 300_000;
/** A short interval, so that all commands are sent while the first devices still download. */
const SETTINGS = { HEARTBEAT_INTERVAL_S: '10', UPGRADE_SOAK_S: '1', SWEEP_INTERVAL_S: '1' };
const PACE = { state: 10_000, download: 90_000, reconnect: 5000 };

/** Kills a gateway while half of its devices download, and lets another one take over. */
export const measureKilled: MeasureCase = async (site, sizes) => {
  const devices = Math.min(DEVICES, sizes.devices);
  const upgraded = Math.floor(devices / 2);
  const settings = { ...SETTINGS, QUEUE_PREFIX: `{bench-${Date.now()}}` };
  const api = await site.program('programs/api.js', settings);
  await site.program('programs/worker.js', { ...settings, WORKER_PORT: '0' });
  const gateways = [await site.gateway(settings), await site.gateway(settings)];
  const { upgrades } = site.fleet.mongo.models;
  const [version, files] = await newRelease(site);
  const simulator = await site.simulator(gateways, devices, { pace: PACE, files });
  const begun = new Date();
  await simulator.start(devices, (1000 * devices) / CONNECTS_PER_S);
  await site.heard(devices, begun);
  const aps = site.speaking.slice(0, upgraded).map(({ _id }) => `AP:${_id}`);
  await scheduleUpgrades(api.url, site.fleet, version, null, aps);
  const commanded = async (): Promise<number[]> => Object.values((await simulator.report()).upgrades);
  const isUnderWay = await isInTime(PATIENCE_MS, async () => (await commanded()).length === upgraded);

  const connected = await connectionsOf(gateways[0]);
  const killedAt = new Date();
  await gateways[0]?.kill();
  const back = await site.heard(devices, killedAt);
  const succeeded = () => upgrades.countDocuments({ status: 'Success', version });
  await isInTime(PATIENCE_MS, async () => (await succeeded()) === upgraded);
  const commands = await commanded();
  const twice = commands.filter((count) => count > 1).length;
  const success = await succeeded();
  return {
    devices,
    connected,
    upgraded,
    underWay: isUnderWay ? upgraded : commands.length,
    back: back.length,
    seconds: {
      p50: rounded(percentile(back, 50)),
      p95: rounded(percentile(back, 95)),
      p99: rounded(percentile(back, 99)),
      all: rounded(percentile(back, 100)),
    },
    twice,
    success,
    toReach: { back: devices, twice: 0, success: upgraded },
    reached:
      isUnderWay && connected === devices && back.length === devices && twice === 0 && success === upgraded,
  };
};

/** How many devices are connected to a gateway. */
async function connectionsOf(gateway: Gateway | undefined): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', gateway?.url))).text();
  return Number(/^airfleet_ucentral_connections (\d+)$/m.exec(metrics)?.[1]);
}

/** A release for every part, and its files by their URLs. */
async function newRelease({ fleet }: SpeakingSite): Promise<[string, Record<string, string>]> {
  const { models } = fleet.mongo;
  const version = await publishRelease(models);
  const { urls } = await models.firmwareReleases.findOne({ version }).orFail().lean();
  return [version, Object.fromEntries(urls.map(({ url }) => [url, version]))];
}
