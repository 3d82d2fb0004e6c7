import type { DeviceEventRecord } from '../../shared/inventory/models/device-event.js';
import type { ScheduleEntry } from '../../shared/import/sections/schedules.js';
import type { UpgradeEntry } from '../../shared/import/domain/plan-upgrade.js';
import type { Transition, TransitionRecord } from '../../shared/upgrades/domain/upgrade-status.js';
import { interpolate, seededRandom } from '../simulator/seeded-random.js';
import { LATEST_VERSION, OLD_VERSION, OLDEST_VERSION } from './demo-catalogue.js';
import { HOTELS } from './demo-organisations.js';
import type { DeviceEntry } from './fleet-records.js';

const SEED = 11;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ADMIN = 2;
/** The hotels whose devices were upgraded on the nights before, the first five nights ago. */
const NIGHTS: readonly number[] = [1, 2, 3, 4];
const FIRST_NIGHT = 5;
const NIGHT_HOUR = 2;
const PILOT_HOUR = 14;

/** One past request: the upgrades of some devices to a version. */
interface Past {
  readonly version: string;
  readonly dueAt: Date;
  readonly targets: string[];
  readonly devices: readonly DeviceEntry[];
}

export interface DemoUpgrades {
  readonly schedules: readonly ScheduleEntry[];
  readonly upgrades: readonly UpgradeEntry[];
}

/**
 * The upgrades of the days before `now`, as a fleet file has them. The devices run what these have left on them: those
 * that still have the oldest version failed, or were not reached in time.
 */
export function demoUpgrades(devices: readonly DeviceEntry[], now: Date): DemoUpgrades {
  const pasts = pastsOf(devices, now);
  const schedules = pasts.map((past, index) => scheduleOf(past, index + 1));
  const upgrades = pasts.flatMap((past, index) =>
    past.devices.map((device) => ({ past, device, scheduleId: index + 1 })),
  );
  return {
    schedules,
    upgrades: upgrades.map(({ past, device, scheduleId }, index) =>
      upgradeOf(past, device, { id: index + 1, scheduleId }),
    ),
  };
}

/** What the upgrades did to the versions of their devices. */
export function versionEvents({ upgrades }: DemoUpgrades): DeviceEventRecord[] {
  return upgrades.flatMap(({ router_inventory_id: deviceId, version, history = [] }) => {
    const old = version === LATEST_VERSION ? OLD_VERSION : OLDEST_VERSION;
    return history
      .filter(({ event }) => event === 'versionSeen' || event === 'soakBroken')
      .map(({ event, at }) => ({
        _id: `${deviceId}:0:${event}:${version}`,
        organisationId: HOTELS,
        deviceId,
        at,
        kind: 'changed_version',
        planned: null,
        before: event === 'versionSeen' ? old : version,
        after: event === 'versionSeen' ? version : old,
      }));
  });
}

/** A release for the hotels one night after the other, and then the next one for a few devices. */
function pastsOf(devices: readonly DeviceEntry[], now: Date): Past[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const nights = NIGHTS.map((network, index) => ({
    version: OLD_VERSION,
    dueAt: new Date(today - (FIRST_NIGHT - index) * DAY_MS + NIGHT_HOUR * HOUR_MS),
    targets: [`network:${network}`],
    devices: devices.filter(({ location_network_id: networkId }) => networkId === network),
  }));
  const pilots = devices.filter(
    ({ organisation_id: organisation, firmware_version: version }) =>
      organisation === HOTELS && version === LATEST_VERSION,
  );
  const pilot = {
    version: LATEST_VERSION,
    dueAt: new Date(today - DAY_MS + PILOT_HOUR * HOUR_MS),
    targets: pilots.map(({ id }) => `AP:${id}`),
    devices: pilots,
  };
  return [...nights, pilot];
}

function scheduleOf({ version, dueAt, targets }: Past, id: number): ScheduleEntry {
  return {
    id,
    organisation_id: HOTELS,
    user_id: ADMIN,
    targets,
    is_change: false,
    network_ids: null,
    includes_unassigned: true,
    version,
    upgrade_type: 'manual',
    schedule_type: 'later',
    time_zone: 'UTC',
    save_prev_config: false,
    due_at: dueAt,
    state: 'dispatched',
    resolved_at: createdBefore(dueAt),
    dispatched_at: dueAt,
    created_at: createdBefore(dueAt),
  };
}

function createdBefore(dueAt: Date): Date {
  return new Date(dueAt.getTime() - 10 * HOUR_MS);
}

interface Ids {
  readonly id: number;
  readonly scheduleId: number;
}

function upgradeOf({ version, dueAt }: Past, device: DeviceEntry, { id, scheduleId }: Ids): UpgradeEntry {
  const steps = stepsOf(device, version);
  const end = steps.at(-1);
  const draw = (step: number) => seededRandom(SEED, String(step), id);
  let at = dueAt.getTime();
  const history = steps.map(({ from, to, event, seconds: range }, step): TransitionRecord => {
    at += Math.round(interpolate(range, draw(step))) * 1000;
    return { from, to, event, at: new Date(at) } as TransitionRecord;
  });
  const status = end?.to ?? 'Pending';
  return {
    id,
    organisation_id: HOTELS,
    router_inventory_id: device.id,
    version,
    upgrade_type: 'manual',
    schedule_type: 'later',
    schedule_at: dueAt.toISOString(),
    time_zone: 'UTC',
    save_prev_config: false,
    status,
    created_at: createdBefore(dueAt),
    schedule_id: scheduleId,
    due_at: dueAt,
    updated_at: new Date(at),
    attempts: status === 'Expired' ? 0 : 1,
    progress: status === 'Expired' ? null : 100,
    message: end?.message ?? null,
    history,
  };
}

type Step = Transition & {
  /** How long after the step before, in seconds. */
  readonly seconds: readonly [number, number];
  readonly message?: string;
};

const DUE: Step = { from: 'Pending', to: 'Queued', event: 'due', seconds: [0, 2] };
const UNTIL_VERIFYING: readonly Step[] = [
  DUE,
  { from: 'Queued', to: 'Downloading', event: 'reportedDownloading', seconds: [3, 30] },
  { from: 'Downloading', to: 'Installing', event: 'reportedInstalling', seconds: [40, 400] },
  { from: 'Installing', to: 'Verifying', event: 'versionSeen', seconds: [90, 240] },
];

function stepsOf({ id, firmware_version: runs }: DeviceEntry, version: string): readonly Step[] {
  if (runs !== OLDEST_VERSION)
    return [...UNTIL_VERIFYING, { from: 'Verifying', to: 'Success', event: 'soaked', seconds: [300, 310] }];
  if (id % 2 === 0) {
    const message = `Went back to ${runs} from ${version}`;
    const broken: Step = {
      from: 'Verifying',
      to: 'Failed',
      event: 'soakBroken',
      seconds: [20, 200],
      message,
    };
    return [...UNTIL_VERIFYING, broken];
  }
  const message = 'The device did not ask for it within 24 hours';
  return [DUE, { from: 'Queued', to: 'Expired', event: 'windowPassed', seconds: [86_400, 86_400], message }];
}
