import type { Model } from 'mongoose';
import type { ApiDeps } from '../../api/deps.js';
import type { UpgradeRecord } from '../../shared/upgrades/models/upgrade.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { hashToken } from '../../shared/platform/values/secrets.js';
import { membershipIn } from '../fixtures/records/rollout-fixture.js';

/** Records of other organisations in each collection: the database rightly scans a collection of a few pages. */
export const STRANGERS = 2000;
export const STRANGER_IDS = 50_000_000;

/** The secret of the organisation's enrolment token: the first of the strangers, as are the two requests that wait. */
export const PLANNED_TOKEN = 'planned-enrolment-token';
/** The board of a hardware part. */
export const PLANNED_BOARD = 'planned board';

/** The rollout whose members the fixture has. */
export const ROLLOUT = 900;

/** Upgrades of a rollout in two stages: some wait, some have a slot, some have failed, and some are being verified. */
export function members(devices: readonly TestDevice[], model: UpgradeRecord): UpgradeRecord[] {
  const states = [
    { status: '' },
    { status: 'Queued', inFlight: true, hasSlot: true, unprocessed: true },
    { status: 'Failed', cause: 'download' },
    {
      status: 'Verifying',
      inFlight: true,
      reachedVerifying: true,
      verifyingAt: model.createdAt,
      attempts: 1,
    },
  ] as const;
  return devices.map((device, index) => ({
    ...model,
    _id: 3_700_000 + index,
    scheduleId: 3_700_000,
    routerInventoryId: device._id,
    macId: device.macId,
    locationNetworkId: device.locationNetworkId,
    inFlight: false,
    ...membershipIn(ROLLOUT, {
      rolloutStage: 1 + (Math.floor(index / 4) % 2),
      rolloutOrder: String(index).padStart(16, '0'),
    }),
    ...(states[index % 4] ?? {}),
  }));
}

/** Records of the worker, of this organisation and of others, of which no query of the test finds many. */
export async function addRecordsOfFamilies({ mongo: { models } }: ApiDeps, org: number): Promise<void> {
  const at = new Date();
  const later = new Date(at.getTime() + 86_400_000);
  const strangers = Array.from({ length: STRANGERS }, (_, index) => STRANGER_IDS + index);
  const add = async (model: Pick<Model<never>, 'collection'>, own: (id: number) => object): Promise<void> => {
    await model.collection.insertMany(
      strangers.map((id) => ({ _id: id, organisationId: STRANGER_IDS + (id % 100), ...own(id) })) as never[],
    );
  };
  await add(models.enrolmentTokens, (id) => {
    const isOwn = id === STRANGER_IDS;
    const organisationId = isOwn ? org : STRANGER_IDS;
    const tokenHash = isOwn ? hashToken(PLANNED_TOKEN) : `stranger-${id}`;
    const fields = {
      name: 'a',
      prefix: 'a',
      tagIds: [],
      networkId: null,
      maxDevices: 10,
      places: 0,
      expiresAt: later,
    };
    return { ...fields, createdAt: at, approval: false, replace: false, organisationId, tokenHash };
  });
  await add(models.hardwareParts, (id) => {
    return {
      _id: `stranger-${id}`,
      name: 'a',
      boards: [id === STRANGER_IDS ? PLANNED_BOARD : `board-${id}`],
    };
  });
  await add(models.enrolments, (id) => {
    const organisationId = id < STRANGER_IDS + 2 ? org : STRANGER_IDS;
    const macId = `02:5E${String(id).replace(/\d{2}/g, ':$&')}`;
    const asked = {
      nonceHash: 'a',
      tokenId: STRANGER_IDS,
      state: 'waiting',
      reason: 'board',
      replaces: false,
    };
    const fields = { routerSerialNumber: '', board: '', agent: '', publicIp: '' };
    return { organisationId, macId, ...fields, createdAt: at, askedAt: at, expiresAt: later, ...asked };
  });
  await add(models.auditEntries, (id) => {
    return { _id: `stranger-${id}`, at: later, actor: 'system', action: 'a', subject: 's' };
  });
  await add(models.accessTokens, (id) => {
    const holder = { organisationId: org, userId: id, expiresAt: later, createdAt: at };
    return { _id: `own-${id}`, publicId: `own-${id}`, parentIds: [`own-${id}`], kind: 'session', ...holder };
  });
  await add(models.deviceSummaries, () => ({ state: 'up', version: '1.0.0', networkId: null, seq: 1 }));
  await add(models.deletedUpgrades, (id) => {
    return { _id: `${id}:${id}`, routerInventoryId: id, scheduleIds: [id], deletedAt: at };
  });
  await add(models.selections, (id) => ({ userId: id, filter: {}, except: [], expiresAt: later }));
  await add(models.webhooks, () => {
    return {
      types: ['rollout.paused'],
      enabled: true,
      dueAt: later,
      notBefore: at,
      leasedUntil: at,
      since: at,
    };
  });
  await add(models.bulkCanaries, (id) => {
    const own = { networkId: 1, partNumber: 'part', deviceId: id, macId: '', seq: 1, state: 'waiting' };
    return { _id: `${id}:1:part`, operationId: id, ...own, since: at, createdAt: at };
  });
  await add(models.rolloutLooks, (id) => {
    const look = {
      partNumber: 'part',
      look: id,
      at,
      tested: 0,
      begun: 0,
      installs: [],
      devices: 0,
      columns: {},
    };
    return { _id: `${id}:1:part`, rolloutId: 1, ...look, expiresAt: at };
  });
  await add(models.rolloutSeries, (id) => {
    return { _id: `${id}:counts`, rolloutId: id, partNumber: null, points: [], lastAt: at };
  });
  await add(models.rolloutControls, (id) => {
    const group = { partNumber: 'part', deviceIds: [], restarts: [], heldOut: [], createdAt: at };
    return { _id: `${id}:part`, rolloutId: id, ...group };
  });
}
