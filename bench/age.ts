import { Agent } from 'node:http';
import { PATHS } from '../api/paths.js';
import { alternate, measureMs, type Measurement } from './alternate.js';
import { CASE_OPTION, isChosen, numberOption, rounded, type Benchmark } from './benchmark.js';
import { COMMON_WORD, RARE_WORD } from './fleet/fleet-names.js';
import { openEmptyDatabase } from './fleet/bench-database.js';
import { countAllUpgrades } from './fleet/count-all-upgrades.js';
import { analyze, openOneNetwork } from './fleet/bench-fleet.js';
import { writeHistory, type History } from './fleet/bench-history.js';
import { tomorrow, type OneNetwork } from './fleet/bench-upgrades.js';
import { createStores } from '../shared/composition/deps.js';
import { readEnv } from '../shared/platform/env/env.js';
import { openBenchApi, type BenchApi } from './load/bench-api.js';
import { cycleHeartbeats } from './load/heartbeat-requests.js';
import { sendRequest } from './load/send-request.js';

const RATIO = 1.1;
const SEARCH_RATIO = 1.3;
/** Enough that no group of them waits for more. */
const HEARTBEATS = 64;
const DAY_MS = 86_400_000;
const KEPT_MS = 400 * DAY_MS;

const HISTORIES: Readonly<Record<'young' | 'old', History>> = {
  young: { days: 30, upgradesPerDevice: 8 },
  old: { days: 1095, upgradesPerDevice: 300 },
};

type Age = keyof typeof HISTORIES;

interface Fleet extends OneNetwork {
  readonly api: BenchApi;
  readonly agent: Agent;
}

/** Every kind of operation in a fleet of a month and in one of three years, its retention and its size on disk. */
export const ageBenchmark: Benchmark = {
  name: 'age',
  summary:
    'operations in a fleet with three years of history (300 upgrades a device) relative to one of a month: at most 1.1 times, searches of upgrades 1.3 times; bytes on disk per device',
  options: { ...CASE_OPTION, devices: { type: 'string' }, rounds: { type: 'string' } },
  small: ['--devices=50', '--rounds=15'],
  async run(print, options) {
    const devices = numberOption(options, 'devices', 2000);
    const rounds = numberOption(options, 'rounds', 21);
    const now = new Date();
    const [young, old] = [await open('young', devices, now), await open('old', devices, now)];
    const compare = async (measured: typeof casesOf, note = '', toReach = RATIO): Promise<void> => {
      const [ofYoung, ofOld] = [await measured(young, now), await measured(old, now)];
      for (const [name, measure] of Object.entries(ofOld)) {
        if (!isChosen(options, name)) continue;
        const ms = await alternate({ young: ofYoung[name] ?? measure, old: measure }, rounds);
        const ratio = rounded(ms.old / ms.young);
        print({ case: `${name}${note}`, devices, ms, ratio, toReach, reached: ratio <= toReach });
      }
    };
    await compare(tableCases, ', without counts');
    for (const fleet of [young, old]) await countAllUpgrades(fleet);
    await compare(casesOf);
    await compare(searchCases, '', SEARCH_RATIO);
    for (const [age, fleet] of Object.entries({ young, old }))
      print({ age, upgrades: HISTORIES[age as Age].upgradesPerDevice, bytesPerDevice: await sizes(fleet) });
    print(await expire(old, now));
    for (const fleet of [young, old]) {
      fleet.agent.destroy();
      await fleet.api.close();
      await fleet.close();
    }
  },
};

/** Loads the fleet anew: its history ends now, and the retention of an earlier run has deleted a part. */
async function open(age: Age, devices: number, now: Date): Promise<Fleet> {
  const name = `age-${age}-${devices}`;
  await (await openEmptyDatabase(name)).close();
  const fleet = await openOneNetwork(devices, name);
  await writeHistory(fleet, HISTORIES[age], now);
  await analyze(fleet);
  return { ...fleet, api: await openBenchApi(fleet.uri), agent: new Agent({ keepAlive: true }) };
}

const path = (routes: readonly (readonly [string, string])[]): string =>
  (routes[0]?.[1] ?? '').replace('{.json}', '.json');

function readsOf({ api, whole }: Fleet) {
  return (name: string, query: Readonly<Record<string, string | number>> = {}): Measurement => {
    return async () => (await api.get(name, whole.adminToken, query)).milliseconds;
  };
}

/** Pages of the upgrade table, of which the worker's counts find the total and the place. */
async function tableCases(fleet: Fleet): Promise<Record<string, Measurement>> {
  const reads = readsOf(fleet);
  const table = path(PATHS.upgradeList);
  const upgrades = await fleet.mongo.models.upgrades.countDocuments({ organisationId: fleet.whole.id });
  const deep = { draw: 1, start: Math.floor(0.9 * upgrades), length: 10 };
  const byId = { 'order[0][column]': 0, 'order[0][dir]': 'asc', 'columns[0][data]': 'id' };
  return {
    'upgrade_list, first page': reads(table, { draw: 1, start: 0, length: 10 }),
    'upgrade_list, 90 % deep': reads(table, deep),
    'upgrade_list by id, 90 % deep': reads(table, { ...deep, ...byId }),
  };
}

/** Searches of the upgrade table, of which the worker's texts find the devices and requests. */
async function searchCases({ api, mongo, whole }: Fleet): Promise<Record<string, Measurement>> {
  const table = path(PATHS.upgradeList);
  const device = await mongo.models.devices.findOne({ _id: whole.firstDeviceId }, { macId: 1 }).lean();
  const searches = {
    none: 'nowhere',
    'one device': device?.macId ?? '',
    'forty devices': RARE_WORD,
    'a seventh of the devices': COMMON_WORD,
    'one version': '8.2.0',
    'one status': 'failed',
    'every device, and hours': '02:00',
  };
  const cases: Record<string, Measurement> = {};
  for (const [name, search] of Object.entries(searches)) {
    const query = { draw: 1, length: 10, 'search[value]': search };
    const ask = (start: number) =>
      api.get<{ recordsFiltered: number }>(table, whole.adminToken, { ...query, start });
    const hits = (await ask(0)).body.recordsFiltered;
    const deep = Math.floor(0.9 * hits);
    cases[`upgrade_list, search for ${name}, first page`] = async () => (await ask(0)).milliseconds;
    cases[`upgrade_list, search for ${name}, 90 % deep`] = async () => (await ask(deep)).milliseconds;
  }
  return cases;
}

async function casesOf(fleet: Fleet, now: Date): Promise<Record<string, Measurement>> {
  const { whole } = fleet;
  const device = whole.firstDeviceId;
  const reads = readsOf(fleet);
  const sinceMs = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();
  const beats = await cycleHeartbeats(fleet.mongo.models, whole);
  return {
    overview: reads(path(PATHS.showOverview)),
    'series of a day': reads(path(PATHS.onlineSeries), { from: sinceMs(1), to: now.toISOString() }),
    list_inventory: reads(path(PATHS.listInventory), { per_page: 20 }),
    'rout_inventory_list, rare word': reads(path(PATHS.routInventoryList), { search: RARE_WORD }),
    list_devices: reads(path(PATHS.listDevices)),
    'events of a device': reads(path(PATHS.deviceEvents).replace(':id', String(device))),
    'audit log': reads(path(PATHS.auditLog)),
    'audit log of a network': reads(path(PATHS.auditLog), { subject: `network:${whole.firstNetworkId}` }),
    'upgrades index': reads(path(PATHS.upgradesIndex)),
    'upgrade schedules': reads(path(PATHS.upgradeSchedules)),
    ...(await tableCases(fleet)),
    [`${HEARTBEATS} heartbeats`]: () => measureMs(() => sendHeartbeats(fleet, beats)),
    'schedule an upgrade, and delete it': () => scheduleAndDelete(fleet, device),
  };
}

async function sendHeartbeats(
  { api, agent }: Fleet,
  next: Awaited<ReturnType<typeof cycleHeartbeats>>,
): Promise<void> {
  const beats = Array.from({ length: HEARTBEATS }, next);
  const answers = await Promise.all(
    beats.map(({ path: to, bearer, body = {} }) =>
      sendRequest(new URL(to, api.running.url), agent, { method: 'POST', token: bearer, body }),
    ),
  );
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`A heartbeat was answered with ${refused.status}: ${refused.text}`);
}

async function scheduleAndDelete({ api, agent, whole, mongo }: Fleet, device: number): Promise<number> {
  const release = await mongo.models.firmwareReleases.findOne({ _id: 1 }, { version: 1 }).lean();
  const terms = {
    version: release?.version,
    schedule_type: 'later',
    time_zone: 'Etc/UTC',
    upgrade_type: 'manual',
  };
  const upgrade = { ...terms, schedule_at: tomorrow().toISOString(), aps: [`AP:${device}`] };
  const send = async (method: 'POST' | 'DELETE', to: string, body?: object): Promise<number> => {
    const asked = { method, token: whole.adminToken, ...(body ? { body } : {}) } as const;
    const began = performance.now();
    const { status, text } = await sendRequest(new URL(to, api.running.url), agent, asked);
    if (status >= 300) throw new Error(`${method} ${to} was answered with ${status}: ${text}`);
    return performance.now() - began;
  };
  const posted = await send('POST', path(PATHS.upgradesCreate), { upgrade });
  const pending = await mongo.models.upgrades
    .findOne({ organisationId: whole.id, routerInventoryId: device, status: '' }, { _id: 1 })
    .lean();
  const to = path(PATHS.upgradesDelete).replace(':id', String(pending?._id ?? 0));
  return posted + (await send('DELETE', to));
}

/** Bytes of records and indexes on disk, by collection, for each device. */
async function sizes({ mongo, whole }: Fleet): Promise<Readonly<Record<string, number>>> {
  const { upgrades, schedules, deviceEvents, auditEntries, onlineSeries, devices, deviceStates } =
    mongo.models;
  const bytes: Record<string, number> = {};
  for (const { collection } of [
    devices,
    deviceStates,
    upgrades,
    schedules,
    deviceEvents,
    auditEntries,
    onlineSeries,
  ]) {
    const { collectionName } = collection;
    const stats = await mongo.connection.db?.command({ collStats: collectionName });
    const size = Number(stats?.['storageSize'] ?? 0) + Number(stats?.['totalIndexSize'] ?? 0);
    bytes[collectionName] = Math.round(size / whole.devices);
  }
  return bytes;
}

/** One step of the retention, as the sweep takes it. */
async function expire({ mongo }: Fleet, now: Date): Promise<object> {
  const { retention } = createStores(mongo.models, readEnv());
  const before = new Date(now.getTime() - KEPT_MS);
  let deleted = 0;
  const ms = await measureMs(async () => {
    ({ deleted } = await retention.expireUpgrades(before, now));
  });
  return { case: 'retention, one step', deleted, ms: rounded(ms) };
}
