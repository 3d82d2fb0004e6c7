import Joi from 'joi';
import { readSchedule } from '../../upgrades/domain/schedule-time.js';
import { upgradeRules } from '../../upgrades/domain/upgrade-change.js';
import { shownScheduleAt } from '../../upgrades/domain/upgrade-search.js';
import {
  isEnd,
  findTransition,
  isDispatched,
  MAX_HISTORY,
  shownStatus,
  UPGRADE_STATUSES,
  type TransitionRecord,
} from '../../upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import { toEntry, toStored } from '../domain/entry.js';
import { cleanText, nameText, versionText } from '../../platform/values/texts.js';
import { flag, id, mac, scheduleIds, text, time } from '../domain/fields.js';
import { planUpgrade, type UpgradeEntry, type UpgradePlan } from '../domain/plan-upgrade.js';
import { valuesOf, type CheckContext, type Located, type Reference } from './check-context.js';
import { pages, storedSchedules } from './export-context.js';
import { releaseFor, releaseKey, storedReleases } from './firmware-releases.js';
import type { FleetSection } from './section.js';

/** Of a finished upgrade whose release is gone. */
const NO_RELEASE = 0;
type ImportedDevice = UpgradePlan['device'];
const DEVICE_FIELDS = ['macId', 'name', 'locationNetworkId', 'isSwitch'] as const;

const transition = Joi.object<TransitionRecord>({
  from: text.required(),
  to: text.required(),
  event: text.required(),
  at: time.required(),
}).custom((row: TransitionRecord, helpers) =>
  findTransition(row.from, row.to, row.event) ? row : helpers.message({ custom: 'is not a transition' }),
);

export const upgrades: FleetSection<UpgradeEntry> = {
  schema: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    router_inventory_id: id.required(),
    version: versionText.required(),
    upgrade_type: Joi.valid('automatic', 'manual').default('automatic'),
    schedule_type: Joi.valid('now', 'later').default('now'),
    schedule_at: Joi.string().max(64).allow(null),
    time_zone: Joi.string().max(64).allow(null),
    save_prev_config: flag.default(false),
    status: Joi.valid(...UPGRADE_STATUSES)
      .empty('')
      .default('Pending'),
    created_at: time,
    schedule_id: id.allow(null),
    former_schedule_ids: scheduleIds,
    due_at: time,
    updated_at: time,
    attempts: Joi.number().integer().min(0),
    progress: Joi.number().min(0).max(100).allow(null),
    message: cleanText.max(4096).allow('', null),
    history: Joi.array().items(transition).max(MAX_HISTORY),
    device: Joi.object({
      mac_id: mac.required(),
      name: nameText.allow('').required(),
      location_network_id: id.allow(null).required(),
    }),
  }),
  sequence: 'upgrades',

  async check(context, located) {
    const owners = await context.ownership('upgrades', 'upgrades', located);
    const removable = new Set(located.filter(({ entry }) => mayBeRemoved(entry)).map(({ path }) => path));
    await context.deviceReferences(located, (path) => removable.has(path));
    for (const one of located) checkTime(context, one);
    await context.scheduleReferences(located.flatMap(scheduleReferences));
    await checkReleases(context, located);
    // A stored upgrade stays as it is, whatever status the file gives it.
    const added = located.filter(({ entry }) => entry.id === undefined || !owners.has(entry.id));
    await checkOpen(context, added);
  },

  // Added, never changed: from then on only the table of transitions applies (docs/interface.md#statuses).
  async write({ deps, at, audit }, entries) {
    const { fleetLookup, fleetWrites, ids } = deps.stores;
    const upgradeIds = entries.map((entry) => entry.id);
    const stored = await fleetLookup.owners('upgrades', upgradeIds);
    const added = entries.filter((entry) => !stored.has(entry.id));
    if (added.length === 0) return { added: 0, changed: 0 };
    const deviceIds = [...new Set(added.map((entry) => entry.router_inventory_id))];
    const devices = await fleetLookup.find('devices', deviceIds, DEVICE_FIELDS);
    const releases = await storedReleases(fleetLookup, added);
    const alone = added.filter((entry) => (entry.schedule_id ?? null) === null);
    const first = alone.length === 0 ? 0 : await ids.reserve('schedules', alone.length);
    const ownSchedules = new Map(alone.map((entry, index) => [entry.id, first + index]));
    const planned = added.map((entry) => {
      const device = deviceOf(entry, devices.get(entry.router_inventory_id));
      const releaseId = releaseFor(releases, entry) ?? (isEnd(entry.status) ? NO_RELEASE : undefined);
      if (!device) throw new Error(`Device ${entry.router_inventory_id} was removed during the import`);
      if (releaseId === undefined) {
        throw new Error(`The firmware release ${entry.version} was removed during the import`);
      }
      const scheduleId = entry.schedule_id ?? ownSchedules.get(entry.id) ?? 0;
      return {
        entry,
        ...planUpgrade(entry, { scheduleId, releaseId, device, rules: upgradeRules(deps.env), at }),
      };
    });
    await fleetWrites.addUpgrades(
      planned.flatMap(({ entry, schedule }) => (entry.schedule_id === undefined ? schedule : [])),
      planned.map(({ upgrade }) => upgrade),
      audit,
      at,
    );
    return { added: added.length, changed: 0 };
  },

  async *export(context) {
    for await (const found of pages(context, 'upgrades')) {
      const records = found.filter((upgrade) => !waitsForRollout(upgrade));
      for (let count = records.length; count < found.length; count += 1) context.onLeftOut('upgrade');
      const ids = records.flatMap((upgrade) => [upgrade.scheduleId, ...upgrade.formerScheduleIds]);
      const schedules = await storedSchedules(context, ids);
      yield records.map((upgrade) => upgradeEntry(upgrade, schedules));
    }
  },
};

/** The device of a finished upgrade may have been removed when the entry describes it. */
function mayBeRemoved({ status, device }: Located<UpgradeEntry>['entry']): boolean {
  return device !== undefined && status !== undefined && isEnd(status);
}

/** The upgrade's own schedule and its former ones. */
function scheduleReferences({ path, entry }: Located<UpgradeEntry>): Reference[] {
  const { schedule_id: own, former_schedule_ids: former = [], organisation_id: organisationId } = entry;
  return [
    ...(own === undefined || own === null ? [] : [{ path: `${path}.schedule_id`, id: own, organisationId }]),
    ...former.map((one, index) => ({
      path: `${path}.former_schedule_ids[${index}]`,
      id: one,
      organisationId,
    })),
  ];
}

function checkTime(context: CheckContext, { path, entry }: Located<UpgradeEntry>): void {
  const { schedule_type: scheduleType, schedule_at: scheduleAt, time_zone: timeZone } = entry;
  if (scheduleType === undefined) return;
  const read = readSchedule({ scheduleType, scheduleAt, timeZone });
  if (!read.ok) context.faults.add(`${path}.${read.field}`, read.reason.slice(read.field.length + 1));
}

async function checkReleases(
  context: CheckContext,
  located: readonly Located<UpgradeEntry>[],
): Promise<void> {
  const elsewhere = located.flatMap(({ path, entry: { organisation_id, version, status } }) => {
    if (organisation_id === undefined || version === undefined) return [];
    // The release of a finished upgrade may be gone.
    if (status !== undefined && isEnd(status)) return [];
    const keys = [releaseKey(organisation_id, version), releaseKey(null, version)];
    const isInFleet = keys.some((key) => context.hasKey('release', key));
    return isInFleet ? [] : [{ path, organisation_id, version }];
  });
  if (elsewhere.length === 0) return;
  const stored = await storedReleases(context.deps.stores.fleetLookup, elsewhere);
  for (const named of elsewhere) {
    if (releaseFor(stored, named) !== undefined) continue;
    context.faults.add(`${named.path}.version`, `there is no firmware release ${named.version}`);
  }
}

/** A device has at most one pending upgrade and at most one in flight (docs/interface.md#statuses). */
async function checkOpen(context: CheckContext, located: readonly Located<UpgradeEntry>[]): Promise<void> {
  const open = located.flatMap(({ path, entry: { router_inventory_id: deviceId, status } }) => {
    if (status === undefined || deviceId === undefined) return [];
    const kind = status === 'Pending' ? 'pending' : 'dispatched';
    return kind === 'pending' || isDispatched(status) ? [{ path, deviceId, kind }] : [];
  });
  if (open.length === 0) return;
  const stored = await context.deps.stores.fleetLookup.openUpgrades(
    [...new Set(valuesOf(located, (entry) => entry.organisation_id))],
    open.map(({ deviceId }) => deviceId),
  );
  const taken = new Set(
    stored.map((one) => `${one.routerInventoryId} ${one.inFlight ? 'dispatched' : 'pending'}`),
  );
  for (const { path, deviceId, kind } of open) {
    const isFirst = context.table(`upgrades.${kind}`).add(deviceId);
    if (isFirst && !taken.has(`${deviceId} ${kind}`)) continue;
    context.faults.add(`${path}.status`, `device ${deviceId} has a ${kind} upgrade already`);
  }
}

/**
 * The device of an upgrade. A finished one keeps what its device was then: it may have moved, and have been renamed in its
 * new network, or have been removed since.
 */
function deviceOf({ status, device }: UpgradeEntry, now: ImportedDevice | undefined): ImportedDevice | null {
  if (device === undefined || !isEnd(status)) return now ?? null;
  return { ...toStored(device), isSwitch: now?.isSwitch ?? false };
}

/** An upgrade that only its rollout dispatches. */
function waitsForRollout({ status, inRollout }: UpgradeRecord): boolean {
  return status === '' && inRollout === true;
}

/** @param schedules those that are exported */
function upgradeEntry(upgrade: UpgradeRecord, schedules: ReadonlySet<number>): UpgradeEntry {
  const status = shownStatus(upgrade.status);
  const { macId: mac_id, deviceName: name, locationNetworkId: location_network_id, scheduleId } = upgrade;
  const former = [...new Set(upgrade.formerScheduleIds)].filter((one) => schedules.has(one));
  // Without a schedule, an upgrade gets one of its own, so that a pending one is dispatched.
  const lost = status === 'Pending' ? {} : { schedule_id: null };
  return {
    ...toEntry(
      [
        'id',
        'organisation_id',
        'router_inventory_id',
        'version',
        'upgrade_type',
        'schedule_type',
        'time_zone',
        'save_prev_config',
        'created_at',
        'due_at',
        'updated_at',
        'attempts',
        'progress',
        'message',
      ],
      upgrade,
    ),
    schedule_at: shownScheduleAt(upgrade.scheduleType, upgrade.dueAt, upgrade.timeZone),
    status,
    ...(schedules.has(scheduleId) ? { schedule_id: scheduleId } : lost),
    ...(former.length === 0 ? {} : { former_schedule_ids: former }),
    ...(upgrade.history ? { history: upgrade.history } : {}),
    ...(isEnd(status) ? { device: { mac_id, name, location_network_id } } : {}),
  };
}
