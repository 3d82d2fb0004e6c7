import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { PATHS } from '../../api/paths.js';
import { startMongo } from '../../stand-in/mongo/start-mongo.js';
import { startRedis } from '../../stand-in/redis/start-redis.js';
import { numberOption, rounded } from '../benchmark.js';
import { openOneNetwork } from '../fleet/bench-fleet.js';
import {
  publishRelease,
  removeUpgrades,
  scheduleUpgrades,
  type OneNetwork,
} from '../fleet/bench-upgrades.js';
import { generateLoad, type WireRequest } from '../load/http-load.js';
import { startProgram, type Program } from '../load/program.js';
import { SoakDevices } from './devices.js';
import { FAULTS, type Disturbed } from './faults.js';
import { sampleMemory, trendOf, type MemoryPoints } from './memory.js';

/**
 * `npm run soak -- --hours 1` runs an API and two workers at half of the heartbeats that the API accepts, with lists,
 * searches and upgrades, and injects a fault every other minute. Fails if a request fails in a minute without a fault,
 * an upgrade remains open, or the memory of a process grows.
 */
const DATA = join(fileURLToPath(new URL('../../../', import.meta.url)), '.airfleet/soak');
const MINUTE_S = 60;
const CALIBRATION_S = 15;
const HEARTBEAT_CONNECTIONS = 100;
const READ_CONNECTIONS = 4;
const READS_PER_SECOND = 20;
/** Every device is upgraded in every third minute. */
const UPGRADE_EVERY = 3;
const SAMPLE_EVERY_MS = 10_000;
const SETTINGS = { UPGRADE_SOAK_S: '1', SWEEP_INTERVAL_S: '5', WORKER_PORT: '0' };

const print = (result: object): void => {
  process.stdout.write(`${JSON.stringify(result)}\n`);
};

const { values: options } = parseArgs({
  options: { hours: { type: 'string' }, minutes: { type: 'string' }, devices: { type: 'string' } },
});
const minutes = numberOption(options, 'minutes', 60 * numberOption(options, 'hours', 1));
const devices = numberOption(options, 'devices', 2000);

const stores = { dataDir: DATA, durable: true, testCommands: true, log: () => undefined };
const mongoStore = await startMongo(stores);
const redis = await startRedis(stores);
process.env['MONGODB_URI'] = mongoStore.uri;
process.env['REDIS_URL'] = redis.url;
const fleet = await openOneNetwork(devices);
await removeUpgrades(fleet);
const settings = { ...SETTINGS, QUEUE_PREFIX: `{soak-${Date.now()}}` };
const startWorker = (): Promise<Program> => startProgram('programs/worker.js', fleet.uri, settings);
const api = await startProgram('programs/api.js', fleet.uri, settings);
const steady = await startWorker();
const disturbed: Disturbed = { mongo: fleet.mongo, redis, startWorker, worker: await startWorker() };
const soakDevices = await SoakDevices.open(fleet);

const memory: MemoryPoints = { api: [], worker: [], gateway: [], redis: [], postgres: [] };
const began = Date.now();
const sampling = setInterval(
  () => void sampleMemory(memory, (Date.now() - began) / 3_600_000, steady.pid),
  SAMPLE_EVERY_MS,
);

const most = await heartbeats(CALIBRATION_S);
const perSecond = most.perSecond / 2;
print({ devices, minutes, heartbeatsPerS: { most: rounded(most.perSecond), half: rounded(perSecond) } });

let failedWithoutFault = 0;
let scheduled = 0;
for (let minute = 1; minute <= minutes; minute += 1) {
  const fault = minute % 2 === 0 ? FAULTS[(minute / 2 - 1) % FAULTS.length] : undefined;
  const [beats, reads] = await Promise.all([
    heartbeats(MINUTE_S, perSecond),
    lists(fleet, MINUTE_S),
    upgradeAll(minute),
    fault?.inject(disturbed),
  ]);
  const failed = { heartbeats: beats.failed, reads: reads.failed };
  if (!fault) failedWithoutFault += beats.failed + reads.failed;
  print({
    minute,
    ...(fault ? { fault: fault.name } : {}),
    heartbeats: beats.answered,
    reads: reads.answered,
    failed,
  });
}
clearInterval(sampling);
const open = await openUpgrades();
const observed = Object.entries(memory).filter(([, points]) => points.length > 0);
const trends = Object.fromEntries(observed.map(([name, points]) => [name, trendOf(points)]));
// PostgreSQL fills its buffers, which have a limit.
const isFlat = Object.entries(trends).every(([name, trend]) => name === 'postgres' || trend.isFlat);
const reached = failedWithoutFault === 0 && open === 0 && isFlat;
print({ minutes, failedWithoutFault, upgrades: scheduled, open, memory: trends, reached });
for (const program of [api, steady, disturbed.worker]) await program.stop();
await fleet.close();
await Promise.all([mongoStore.stop(), redis.stop()]);
process.exitCode = reached ? 0 : 1;

function heartbeats(seconds: number, rate?: number) {
  return generateLoad({
    url: api.url,
    connections: HEARTBEAT_CONNECTIONS,
    seconds,
    next: () => soakDevices.next(),
    ...(rate === undefined ? {} : { perSecond: rate }),
  });
}

/** Pages and searches in turns. */
function lists({ whole }: OneNetwork, seconds: number) {
  const paths = [
    `${PATHS.listInventory[0][1]}?per_page=20`,
    '/v1/devices?limit=20',
    '/v1/devices?q=lobby&limit=20',
    '/v1/overview',
  ];
  let turn = 0;
  const next = (): WireRequest => {
    const path = paths[turn % paths.length] ?? '';
    turn += 1;
    return { method: 'GET', path, bearer: whole.adminToken };
  };
  return generateLoad({
    url: api.url,
    connections: READ_CONNECTIONS,
    seconds,
    next,
    perSecond: READS_PER_SECOND,
  });
}

async function upgradeAll(minute: number): Promise<void> {
  if (minute % UPGRADE_EVERY !== 1) return;
  const version = await publishRelease(fleet.mongo.models);
  await scheduleUpgrades(api.url, fleet, version, null);
  scheduled += devices;
}

/** The upgrades that have not ended, after two minutes of heartbeats at most. */
async function openUpgrades(): Promise<number> {
  const count = () => fleet.mongo.models.upgrades.countDocuments({ status: { $ne: 'Success' } });
  for (let round = 0; round < 4 && (await count()) > 0; round += 1) await heartbeats(MINUTE_S / 2, perSecond);
  return count();
}
