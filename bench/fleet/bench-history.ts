import type { UpgradeRecord } from '../../shared/upgrades/models/upgrade.js';
import type { ScheduleRecord } from '../../shared/upgrades/models/schedule.js';
import type { DeviceEventRecord } from '../../shared/inventory/models/device-event.js';
import { recordFrom, RESOLUTIONS, stepAt } from '../../shared/activity/domain/series-steps.js';
import { newEntry } from '../../shared/audit/domain/audit-entry.js';
import { writeEntries } from '../../shared/audit/stores/write-entries.js';
import { createStores } from '../../shared/composition/deps.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { batchesOf } from '../../shared/platform/mongo/batches.js';
import type { PendingTerms } from '../../shared/upgrades/stores/pending-fields.js';
import { upgradeTableKeys } from '../../shared/upgrades/domain/upgrade-search.js';
import type { OneNetwork } from './bench-upgrades.js';

/** What a fleet has done until now. */
export interface History {
  readonly days: number;
  readonly upgradesPerDevice: number;
}

const DAY_MS = 86_400_000;
/** Series, events and the audit log are kept for so long. */
const KEPT_DAYS = 400;
const AUDIT_ENTRIES_PER_DAY = 10;
const EVENTS_PER_DAY = 0.1;
const FAILED_EVERY = 20;
const SUCCESS = { from: 'Verifying', to: 'Success', event: 'soaked' } as const;
const FAILURE = { from: 'Verifying', to: 'Failed', event: 'soakBroken' } as const;

type Device = Pick<UpgradeRecord, 'macId' | 'deviceName'> & { readonly _id: number };

/**
 * Writes the ended upgrades of every device, evenly over the days, and the series, events and audit entries of the days
 * for which they are kept.
 */
export async function writeHistory(fleet: OneNetwork, history: History, now: Date): Promise<void> {
  const { models } = fleet.mongo;
  const { id: organisationId } = fleet.whole;
  const found = await models.devices
    .find({ organisationId }, { macId: 1, name: 1 })
    .sort({ _id: 1 })
    .hint('organisation_id')
    .lean();
  const devices = found.map(({ _id, macId, name }) => ({ _id, macId, deviceName: name }));
  const gapMs = (history.days * DAY_MS) / history.upgradesPerDevice;
  for (let ago = history.upgradesPerDevice; ago > 0; ago -= 1)
    await writeUpgrades(fleet, devices, new Date(now.getTime() - ago * gapMs));
  const kept = Math.min(history.days, KEPT_DAYS);
  await writeEvents(fleet, devices, kept, now);
  await writeAudit(fleet, kept, now);
  await writeSeries(fleet, kept, now);
}

/** One schedule of the network, and the upgrade of each of its devices, which ended an hour later. */
async function writeUpgrades(
  { mongo, whole }: OneNetwork,
  devices: readonly Device[],
  at: Date,
): Promise<void> {
  const { models } = mongo;
  const { ids } = createStores(models, readEnv());
  const [scheduleId, first] = [await ids.reserve('schedules'), await ids.reserve('upgrades', devices.length)];
  const endedAt = new Date(at.getTime() + 3_600_000);
  const terms = {
    organisationId: whole.id,
    version: `8.${scheduleId}.0`,
    releaseId: 1,
    upgradeType: 'manual',
    scheduleType: 'later' as const,
    timeZone: 'Europe/Berlin',
    savePrevConfig: false,
    dueAt: at,
    createdAt: at,
  };
  const schedule: ScheduleRecord = {
    ...terms,
    _id: scheduleId,
    userId: 1,
    targets: [`network:${whole.firstNetworkId}`],
    isChange: false,
    networkIds: null,
    includesUnassigned: true,
    state: 'dispatched',
    resolvedAt: at,
    touchedAt: endedAt,
    requestId: null,
    dispatchedTo: first + devices.length - 1,
    dispatchedAt: at,
  };
  await models.schedules.collection.insertOne(schedule as never);
  const ended = { ...terms, scheduleId, locationNetworkId: whole.firstNetworkId };
  const upgrades = devices.map((device, index) => ({
    ...upgradeOf(device, ended, index % FAILED_EVERY === 0 ? FAILURE : SUCCESS, endedAt),
    _id: first + index,
  }));
  for (const batch of batchesOf(upgrades))
    await models.upgrades.collection.insertMany(batch as never[], { ordered: false });
}

type Terms = PendingTerms & Pick<UpgradeRecord, 'organisationId' | 'createdAt' | 'locationNetworkId'>;

function upgradeOf(
  { _id: routerInventoryId, macId, deviceName }: Device,
  terms: Terms,
  end: typeof SUCCESS | typeof FAILURE,
  endedAt: Date,
): Omit<UpgradeRecord, '_id'> {
  const shown = { ...terms, routerInventoryId, macId, deviceName };
  const at = endedAt;
  return {
    ...shown,
    formerScheduleIds: [],
    status: end.to,
    inFlight: false,
    statusSince: endedAt,
    deadlineAt: null,
    offeredAt: terms.dueAt,
    nextAttemptAt: null,
    attempts: 1,
    progress: 100,
    message: null,
    updatedAt: endedAt,
    cause: null,
    ...upgradeTableKeys(shown),
    history: [
      { from: 'Pending', to: 'Queued', event: 'due', at },
      { from: 'Queued', to: 'Downloading', event: 'reportedDownloading', at },
      { from: 'Downloading', to: 'Verifying', event: 'versionSeen', at },
      { ...end, at },
    ],
  };
}

async function writeEvents(
  { mongo, whole }: OneNetwork,
  devices: readonly Device[],
  days: number,
  now: Date,
): Promise<void> {
  const perDevice = Math.ceil(days * EVENTS_PER_DAY);
  for (let ago = perDevice; ago > 0; ago -= 1) {
    const at = new Date(now.getTime() - ago * (DAY_MS / EVENTS_PER_DAY));
    const events = devices.map(({ _id: deviceId }): DeviceEventRecord => {
      const kind = ago % 2 === 0 ? 'went_down' : 'came_up';
      const common = { organisationId: whole.id, deviceId, at, before: null, after: null };
      return { _id: `${deviceId}:${perDevice - ago}:${kind}`, ...common, kind, planned: false };
    });
    for (const batch of batchesOf(events))
      await mongo.models.deviceEvents.collection.insertMany(batch as never[], { ordered: false });
  }
}

async function writeAudit({ mongo, whole }: OneNetwork, days: number, now: Date): Promise<void> {
  const entries = Array.from({ length: days * AUDIT_ENTRIES_PER_DAY }, (_, number) => {
    const at = new Date(now.getTime() - (number * DAY_MS) / AUDIT_ENTRIES_PER_DAY);
    const change = { organisationId: whole.id, at, action: 'network.updated' as const };
    const subject = `network:${whole.firstNetworkId + (number % 4)}` as const;
    const names = { before: { name: 'Before' }, after: { name: 'After' } };
    return newEntry({ ...change, subject, ...names }, { actor: 'user:1', requestId: null });
  });
  for (const batch of batchesOf(entries)) await writeEntries(mongo.models, batch);
}

/** The points of every resolution for as long as it is kept, of the organisation and of one network. */
async function writeSeries({ mongo, whole }: OneNetwork, days: number, now: Date): Promise<void> {
  const records = RESOLUTIONS.flatMap((resolution) => {
    const { stepS, steps, keptS } = resolution;
    const lengthMs = stepS * steps * 1000;
    const points = Object.fromEntries(Array.from({ length: steps }, (_, step) => [step, [step + 1, 1]]));
    const count = Math.ceil(Math.min(days * DAY_MS, keptS * 1000) / lengthMs);
    return [null, whole.firstNetworkId].flatMap((place) =>
      Array.from({ length: count }, (_, before) => {
        const { from } = stepAt(resolution, new Date(now.getTime() - before * lengthMs));
        const record = recordFrom(whole.id, place, resolution, from);
        return { ...record, organisationId: whole.id, points };
      }),
    );
  });
  for (const batch of batchesOf(records))
    await mongo.models.onlineSeries.collection.insertMany(batch as never[], { ordered: false });
}
