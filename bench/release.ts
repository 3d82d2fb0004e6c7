import type { mongo } from 'mongoose';
import { monitored } from '../dev/monitored-uri.js';
import { createStores } from '../shared/composition/deps.js';
import { readEnv } from '../shared/platform/env/env.js';
import { createLogger } from '../shared/platform/observability/logger.js';
import { startWorker } from '../worker/start-worker.js';
import { BENCH_ENV } from './load/bench-api.js';
import { openOneNetwork } from './fleet/bench-fleet.js';
import { publishRelease, removeUpgrades, scheduleUpgrades, type OneNetwork } from './fleet/bench-upgrades.js';
import { numberOption, rounded, type Benchmark } from './benchmark.js';
import { devicesOf, heartbeatOf } from './load/heartbeat-requests.js';
import { generateLoad } from './load/http-load.js';
import { startProgram } from './load/program.js';
import { measureMs } from './alternate.js';

/**
 * Each batch of 1,000 reads and writes its upgrades, and each slice of six batches claims the schedule and records its
 * end. The read of the devices is not counted: the observer's are alike.
 */
const TO_REACH = { perSecond: 5000, roundTripsPer1000: 2.5 };
const [BEGIN, END] = ['dispatch-claimed', 'dispatch-finished'] as const;
const TIMED = new Set<string>([BEGIN, END]);
/** Commands on schedules that do not grow with the upgrades: claims of due schedules, the end of this one, one sweep. */
const BESIDE = 14;
const POLL_EVERY_MS = 200;
const CONNECTIONS = 200;
/** A device that runs the version for so long has kept it. */
const SOAK = { UPGRADE_SOAK_S: '1', SWEEP_INTERVAL_S: '1' };

/** Measures how fast the worker queues due upgrades, and how fast heartbeats with the new version complete them. */
export const releaseBenchmark: Benchmark = {
  name: 'release',
  summary:
    'the worker queues 100,000 due upgrades: at least 5,000 a second, 2.5 round trips per 1,000; then devices that answer at once',
  options: { devices: { type: 'string' } },
  small: ['--devices=2000'],
  async run(print, options) {
    const devices = numberOption(options, 'devices', 100_000);
    const fleet = await openOneNetwork(devices);
    await removeUpgrades(fleet);
    const version = await publishRelease(fleet.mongo.models);
    const queuePrefix = `{bench-${Date.now()}}`;
    const api = await startProgram('programs/api.js', fleet.uri, { ...SOAK, QUEUE_PREFIX: queuePrefix });
    await scheduleUpgrades(api.url, fleet, version, null);

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

/** Whether a dispatch sends the command. The worker also observes the devices and reconciles rollouts meanwhile. */
function isOfDispatch({ commandName, command }: mongo.CommandStartedEvent): boolean {
  const collection: unknown = command[commandName];
  if (collection === 'schedules') return true;
  if (collection !== 'upgrades') return false;
  return commandName === 'update' || (commandName === 'find' && 'scheduleId' in command['filter']);
}

/** Seconds from a worker's taking of the due schedule to its end, and the commands of the dispatch. */
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
    createStores(models, given, waitOutside) {
      const { db } = models.organisations;
      db.once('connected', () => {
        db.getClient().on('commandStarted', (event) => {
          if (isOfDispatch(event)) commands += 1;
        });
      });
      return createStores(models, given, waitOutside);
    },
    failpoint(step) {
      // A schedule is dispatched in slices, and each claims it: the first claim is the beginning.
      if (TIMED.has(step) && !marks.has(step)) marks.set(step, { at: performance.now(), commands });
      return Promise.resolve();
    },
  });
  const { upgrades } = mongo.models;
  while (!marks.has(END)) await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
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
