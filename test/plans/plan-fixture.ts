import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import type { ApiDeps } from '../../api/deps.js';
import {
  isDispatched,
  storedStatus,
  type UpgradeStatus,
} from '../../shared/upgrades/domain/upgrade-status.js';
import { upgradeTableKeys } from '../../shared/upgrades/domain/upgrade-search.js';
import { everyModel } from '../../shared/platform/migrations/inspect-indexes.js';
import { migrate } from '../../shared/composition/migrate.js';
import { readEnv } from '../../shared/platform/env/env.js';
import type { NetworkRecord } from '../../shared/inventory/models/network.js';
import { startTestApi, type TestApi } from '../fixtures/api.js';
import { PASSKEY_ORIGIN } from '../fixtures/passkeys/software-authenticator.js';
import { makeDevices, makeMasterDevices, makePart, type TestDevice } from '../fixtures/records/device.js';
import { makeRelease } from '../fixtures/records/firmware.js';
import {
  makeNetwork,
  makeOrganisation,
  makeTag,
  makeUser,
  type TestUser,
} from '../fixtures/records/organisation.js';
import { makeTemplate, makeUplink } from '../fixtures/records/uplink.js';
import { makeUpgrade } from '../fixtures/records/upgrade.js';
import { addRecordsOfFamilies, members, STRANGER_IDS, STRANGERS } from './plan-records.js';
import { scratchDatabase } from '../fixtures/scratch-database.js';

const DEVICES = 4000;
const BATCH = 2000;
const NETWORKS = 40;
const PLACES = ['Lobby', 'Kitchen', 'Hall', 'Rooftop', 'Garden'];

/** A database large enough that its plans equal those of a larger one, with the statistics that plans are based on. */
export interface PlanFixture {
  readonly api: TestApi;
  readonly admin: TestUser;
  readonly superAdmin: TestUser;
  readonly part: string;
  /** Sees three networks, and may change two of them. */
  readonly operator: TestUser;
  readonly networks: readonly NetworkRecord[];
  readonly tag: number;
  readonly devices: readonly TestDevice[];
  /** Built and not claimed by an organisation. */
  readonly built: readonly string[];
  readonly template: string;
  readonly templateId: number;
  close(): Promise<void>;
}

export async function openPlanFixture(): Promise<PlanFixture> {
  const database = await scratchDatabase();
  const { uri } = database;
  const api = await startTestApi({
    env: {
      MONGODB_URI: uri,
      QUEUE_PREFIX: `{plans-${randomUUID().slice(0, 8)}}`,
      PUBLIC_URL: PASSKEY_ORIGIN,
    },
  });
  const { deps } = api;
  const { models, connection } = deps.mongo;
  const { _id: org } = await makeOrganisation(deps, { noOfAps: 1_000_000 });
  const networks: NetworkRecord[] = [];
  for (let made = 0; made < NETWORKS; made += 1) networks.push(await makeNetwork(deps, org));
  const tag = await makeTag(deps, org);
  const [part, otherPart] = [await makePart(deps), await makePart(deps)];
  await makeRelease(deps, org, '2.0.0', [part._id, otherPart._id]);
  const grants = networks
    .slice(0, 3)
    .map(({ _id: id }, at) => ({ id, access: at < 2 ? 'full' : 'read' }) as const);
  const admin = await makeUser(deps, org);
  const superAdmin = await makeUser(deps, org, { role: 'super_admin' });
  const operator = await makeUser(deps, org, { role: 'operator', networks: grants });
  const devices: TestDevice[] = [];
  for (let made = 0; made < DEVICES; made += BATCH) {
    devices.push(
      ...(await makeDevices(deps, org, BATCH, (index) => ({
        part: index % 2 === 0 ? part : otherPart,
        name: `${PLACES[index % PLACES.length] ?? ''} ${made + index}`,
        network: index % 20 === 0 ? null : (networks[index % NETWORKS] ?? null),
        tags: index % 100 === 0 ? [tag] : [],
        state: {
          lastHeartbeatAt: index % 7 === 0 ? null : new Date(Date.UTC(2026, 0, 1) + 1000 * (made + index)),
        },
      }))),
    );
  }
  await addUpgrades(deps, devices);
  const [first] = devices;
  if (!first) throw new Error('The fixture has devices');
  await makeUplink(deps, first);
  const template = await makeTemplate(deps, org, ['1', '2']);
  await addStrangers(deps, first);
  await addRecordsOfFamilies(deps, org);
  await addExpired(deps, devices);
  await migrate(models, readEnv(), () => undefined);
  for (const { collection } of everyModel(models))
    await connection.db?.command({ analyze: collection.collectionName });
  return {
    api,
    admin,
    superAdmin,
    part: part._id,
    operator,
    networks,
    tag: tag._id,
    devices,
    built: (await makeMasterDevices(deps, part, 5)).map(({ _id }) => _id),
    template: template.name,
    templateId: template._id,
    async close() {
      await api.close();
      await database.drop();
    },
  };
}

/** Every device has upgraded once; the first ones have an upgrade in progress, or a second one that waits. */
async function addUpgrades(deps: ApiDeps, devices: readonly TestDevice[]): Promise<void> {
  const [first] = devices;
  if (!first) return;
  const model = await makeUpgrade(deps, first, 'Success');
  const records = (of: readonly TestDevice[], status: UpgradeStatus, from: number) =>
    of.map((device, index) => ({
      ...model,
      _id: from + index,
      scheduleId: from + Math.floor(index / 100),
      routerInventoryId: device._id,
      macId: device.macId,
      deviceName: device.name,
      locationNetworkId: device.locationNetworkId,
      ...upgradeTableKeys({
        ...model,
        routerInventoryId: device._id,
        macId: device.macId,
        deviceName: device.name,
      }),
      status: storedStatus(status),
      inFlight: isDispatched(status),
    }));
  const all = [
    ...records(devices, 'Success', 1_000_000),
    ...records(devices.slice(1000, 1500), 'Queued', 2_000_000),
    ...records(devices.slice(2000, 3000), 'Pending', 3_000_000),
    ...records(devices.slice(3000, 3500), 'Verifying', 3_500_000).map((record) => ({
      ...record,
      attempts: 1,
    })),
  ];
  await deps.mongo.models.upgrades.insertMany(all, { lean: true });
  await deps.mongo.models.upgrades.insertMany(members(devices.slice(3500), model), { lean: true });
  await deps.stores.ids.skipTo('upgrades', 4_000_000);
  await deps.stores.ids.skipTo('schedules', 4_000_000);
}

/** Copies of the existing records in organisations that the test does not use. */
async function addStrangers(deps: ApiDeps, device: TestDevice): Promise<void> {
  const { models } = deps.mongo;
  await models.firmwareRevisions.create({ _id: device.organisationId, revision: 1 });
  await fill(models.firmwareRevisions, () => ({}));
  await fill(models.organisations, () => ({}));
  await fill(models.networks, () => ({}));
  await fill(models.tags, () => ({}));
  await fill(models.users, (index) => ({ email: `stranger-${index}@example.test` }));
  await fill(models.uplinks, (index) => ({ deviceId: STRANGER_IDS + index }));
  await fill(models.initTemplates, (index) => ({ name: `Template ${index}` }));
  await fill(models.firmwareReleases, (index) => ({ version: `0.${index}` }));
  await fill(models.hardwareParts, (index) => ({ _id: `stranger-${index}` }));
  await fill(models.accessTokens, (index) => ({ _id: `stranger-${index}`, userId: STRANGER_IDS + index }));
  const at = new Date();
  await models.schedules.create({
    _id: STRANGER_IDS - 1,
    organisationId: device.organisationId,
    userId: 1,
    targets: ['network:1'],
    version: '2.0.0',
    releaseId: 1,
    upgradeType: 'automatic',
    scheduleType: 'now',
    dueAt: at,
    state: 'dispatched',
    resolvedAt: at,
    touchedAt: at,
    createdAt: at,
  });
  await fill(models.schedules, () => ({}));
  await models.networkSsids.collection.insertMany(
    Array.from({ length: STRANGERS }, (_, index) => ({
      _id: (STRANGER_IDS + index) as never,
      organisationId: STRANGER_IDS + (index % 100),
      networkId: STRANGER_IDS + index,
      position: 0,
      ssidName: `SSID ${index}`,
      variant: 0,
      fields: {},
    })),
  );
}

/** Records that the sweep deletes, and a schedule that it keeps because some of its upgrades are Queued. */
async function addExpired(deps: ApiDeps, devices: readonly TestDevice[]): Promise<void> {
  const { schedules, uplinks } = deps.mongo.models;
  const at = new Date(0);
  for (const device of devices.slice(0, 3)) {
    await makeUpgrade(deps, device, 'Failed', { statusSince: at, dueAt: at });
    const { _id } = await makeUplink(deps, device);
    await uplinks.updateOne({ _id }, { $set: { isDeleted: true, deletedAt: at } });
  }
  const schedule = await schedules.findOne({ _id: STRANGER_IDS - 1 }).lean();
  for (const _id of [STRANGER_IDS - 2, 2_000_000]) {
    await schedules.collection.insertOne({ ...schedule, _id, touchedAt: at } as never);
  }
}

/** Copies of a record of a collection, with ids and organisations of their own. */
async function fill<Fields>(model: Model<Fields>, own: (index: number) => object): Promise<void> {
  const found = await model.collection.findOne({});
  if (!found) throw new Error(`There is no ${model.modelName} to copy`);
  const copies = Array.from({ length: STRANGERS }, (_, index) => ({
    ...found,
    _id: STRANGER_IDS + index,
    ...('organisationId' in found ? { organisationId: STRANGER_IDS + (index % 100) } : {}),
    ...own(index),
  }));
  await model.collection.insertMany(copies as never[]);
}
