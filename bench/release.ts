import { monitored } from '../dev/monitored-uri.js';
import { createStores } from '../shared/composition/stores.js';
import { readEnv } from '../shared/platform/env/env.js';
import { createLogger } from '../shared/platform/observability/logger.js';
import { startWorker } from '../worker/start-worker.js';
import { BENCH_ENV } from './load/bench-api.js';
import { openOneNetwork } from './fleet/bench-fleet.js';
import { publishRelease, removeUpgrades, scheduleNetwork, type OneNetwork } from './fleet/bench-upgrades.js';
import { numberOption, rounded, type Benchmark } from './benchmark.js';
import { devicesOf, heartbeatOf } from './load/heartbeat-requests.js';
import { generateLoad } from './load/http-load.js';
import { startProgram } from './load/program.js';
import { measureMs } from './alternate.js';

/** Each batch of 1,000 takes three round trips, and each slice of six batches a claim and a record of its end. */
const TO_REACH = { perSecond: 5000, roundTripsPer1000: 3.5 };
const [BEGIN, END] = ['dispatch-claimed', 'dispatch-finished'] as const;
const TIMED = new Set<string>([BEGIN, END]);
/** Commands that do not grow with the upgrades: the search for late additions, the end of the schedule, one sweep. */
const BESIDE = 14;
/** Commands that read and write records. Others ask whether the database and its indexes are there. */
const RECORDS = new Set(['find', 'getMore', 'aggregate', 'findAndModify', 'insert', 'update', 'delete']);
const LOOK_EVERY_MS = 200;
const CONNECTIONS = 200;
/** A device that runs the version for so long has kept it. */
const SOAK = { UPGRADE_SOAK_S: '1', SWEEP_INTERVAL_S: '1' };

/** Measures how fast the worker queues due upgrades, and how fast heartbeats with the new version complete them. */
export const releaseBenchmark: Benchmark = {
  name: 'release',
  summary:
    'the worker queues 100,000 due upgrades: at least 5,000 a second, 3.5 round trips per 1,000; then devices that answer at once',
  options: { devices: { type: 'string' } },
  small: ['--devices=5000'],
  async run(print, options) {
    const devices = numberOption(options, 'devices', 100_000);
    const fleet = await openOneNetwork(devices);
    await removeUpgrades(fleet);
    const version = await publishRelease(fleet.mongo.models);
    const queuePrefix = `{bench-${Date.now()}}`;
    const api = await startProgram('servers/api.js', fleet.uri, { ...SOAK, QUEUE_PREFIX: queuePrefix });
    await scheduleNetwork(api.url, fleet, version, null);

    const { seconds, commands } = await release(fleet, queuePrefix);
    const perSecond = rounded(devices / seconds);
    const roundTripsPer1000 = rounded((1000 * (commands - BESIDE)) / devices);
    const reached = perSecond >= TO_REACH.perSecond && roundTripsPer1000 <= TO_REACH.roundTripsPer1000;
    print({
      to: 'Queued',
      devices,
      seconds: rounded(seconds),
      perSecond,
      commands,
      roundTripsPer1000,
      toReach: TO_REACH,
      reached,
    });

    const simulated = (await measureMs(() => succeed(fleet, api.url, version))) / 1000;
    print({ to: 'Success', devices, seconds: rounded(simulated), perSecond: rounded(devices / simulated) });
    await removeUpgrades(fleet);
    await api.stop();
    await fleet.close();
  },
};

/** Seconds from a worker's taking of the due schedule to its end, and the commands it sends meanwhile. */
async function release(
  { uri, mongo }: OneNetwork,
  queuePrefix: string,
): Promise<{ seconds: number; commands: number }> {
  const settings = {
    ...BENCH_ENV,
    WORKER_PORT: '0',
    SWEEP_INTERVAL_S: '3600',
    QUEUE_PREFIX: queuePrefix,
    MONGODB_URI: monitored(uri),
  };
  const env = readEnv({ ...process.env, ...settings });
  let commands = 0;
  const marks = new Map<string, { at: number; commands: number }>();
  const worker = await startWorker(env, createLogger('silent', 'bench'), {
    createStores(models, given, yieldSlot) {
      const { db } = models.organisations;
      db.once('connected', () => {
        db.getClient().on('commandSucceeded', ({ commandName }) => {
          if (RECORDS.has(commandName)) commands += 1;
        });
      });
      return createStores(models, given, yieldSlot);
    },
    failpoint(step) {
      // A schedule is dispatched in slices, and each claims it: the first claim is the beginning.
      if (TIMED.has(step) && !marks.has(step)) marks.set(step, { at: performance.now(), commands });
      return Promise.resolve();
    },
  });
  const { upgrades } = mongo.models;
  while (!marks.has(END)) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  await worker.close();
  const pending = await upgrades.countDocuments({ status: '' });
  if (pending > 0) throw new Error(`${pending} upgrades were not released`);
  const [began, ended] = [marks.get(BEGIN), marks.get(END)];
  if (!began || !ended) throw new Error('The worker released nothing');
  return { seconds: (ended.at - began.at) / 1000, commands: ended.commands - began.commands };
}

/** Sends heartbeats until all upgrades are Success. Each device reports the new version in its first heartbeat after the offer. */
async function succeed({ mongo, whole }: OneNetwork, url: string, version: string): Promise<void> {
  const { models } = mongo;
  const devices = await devicesOf(models, whole);
  const beatAll = async (versionOf: (device: (typeof devices)[number]) => string): Promise<void> => {
    let turn = 0;
    const next = () => {
      const device = devices[turn];
      turn += 1;
      return device ? heartbeatOf(device, versionOf(device)) : null;
    };
    const { failed } = await generateLoad({ url, connections: CONNECTIONS, seconds: Infinity, next });
    if (failed > 0) throw new Error(`${failed} heartbeats were refused`);
  };
  await beatAll((device) => device.firmwareVersion);
  await beatAll(() => version);
  while ((await models.upgrades.countDocuments({ status: 'Success' })) < devices.length)
    await beatAll(() => version);
}
