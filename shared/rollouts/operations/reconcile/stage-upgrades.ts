import { NO_DEADLINE, type RolloutPlace } from '../../../upgrades/domain/upgrade-change.js';
import type { PendingSchedule } from '../../../upgrades/stores/pending-fields.js';
import type { TargetDevice } from '../../../upgrades/stores/target-store.js';
import { aimOfStage, type Aim } from '../../domain/aim.js';
import { orderKey } from '../../domain/rollout-order.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord, StageRecord } from '../../models/rollout.js';

/** The devices of a batch for which the release is not needed or not there, and the others. */
export interface SortedDevices {
  readonly fitting: TargetDevice[];
  readonly onVersion: number;
  readonly noFirmware: number;
}

/** The hardware parts that the release of a rollout has a url for. */
export async function partsOf({ stores }: RolloutDeps, { releaseId }: RolloutRecord): Promise<Set<string>> {
  const release = releaseId === null ? undefined : (await stores.firmware.byIds([releaseId])).get(releaseId);
  return new Set(release?.urls.map(({ partNumber }) => partNumber));
}

/** Sorts devices that have no upgrade of the rollout by whether they get one. */
export function sortDevices(
  devices: readonly TargetDevice[],
  version: string,
  parts: ReadonlySet<string>,
): SortedDevices {
  const needy = devices.filter((device) => device.firmwareVersion !== version);
  const fitting = needy.filter((device) => parts.has(device.partNumber));
  return { fitting, onVersion: devices.length - needy.length, noFirmware: needy.length - fitting.length };
}

/** Devices without an upgrade of this rollout, of a later request, or one that a caller deleted or took over. */
export async function withoutUpgrade(
  { stores }: RolloutDeps,
  schedule: PendingSchedule,
  devices: readonly TargetDevice[],
): Promise<TargetDevice[]> {
  if (devices.length === 0) return [];
  const [later, withdrawn, own] = await Promise.all([
    stores.pending.requestedLater(schedule, devices),
    stores.pending.withdrawn(schedule, devices),
    stores.rolloutUpgrades.devicesOf(
      { organisationId: schedule.organisationId, scheduleId: schedule._id },
      devices.map(({ _id }) => _id),
    ),
  ]);
  return devices.filter(({ _id }) => !later.has(_id) && !withdrawn.has(_id) && !own.has(_id));
}

/**
 * Counts the upgrades of a stage, with those whose device left during the binding. Counts again while devices leave.
 */
export async function countBound(
  { stores }: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
): Promise<number> {
  const n = index + 1;
  const countLeft = async (): Promise<number> =>
    (await stores.rolloutUpgrades.left([rollout], Number.MAX_SAFE_INTEGER)).filter(({ stage }) => stage === n)
      .length;
  for (;;) {
    const before = await countLeft();
    const count = await stores.rolloutUpgrades.countOf(rollout, n);
    if ((await countLeft()) === before) return count + before + (rollout.stages[index]?.left ?? 0);
  }
}

/** The rollout as the schedule of its upgrades. @throws Error before it has started */
export function scheduleOf({
  _id,
  organisationId,
  scheduleId,
  releaseId,
  settings,
}: RolloutRecord): PendingSchedule {
  if (scheduleId === null || releaseId === null) throw new Error(`Rollout ${_id} has not started`);
  return {
    _id: scheduleId,
    organisationId,
    version: settings.version,
    releaseId,
    upgradeType: 'manual',
    scheduleType: 'now',
    timeZone: null,
    savePrevConfig: settings.save_prev_config,
    // Its upgrades are due when a tick dispatches them.
    dueAt: NO_DEADLINE,
  };
}

export function coverageOf(
  { settings, stages }: RolloutRecord,
  index: number,
): (device: TargetDevice) => boolean {
  const [stage, record] = [settings.stages[index], stages[index]];
  if (stage === undefined || record === undefined) throw new Error(`There is no stage ${index + 1}`);
  const aim: Aim = aimOfStage(stage);
  const { canaries, lastKey }: StageRecord = record;
  const chosen = canaries === null ? null : new Set(canaries);
  return (device) => {
    const { _id: id } = device;
    if (chosen !== null && !chosen.has(id)) return false;
    if (lastKey !== null && orderKey(settings.seed, id) > lastKey) return false;
    return aim({ ...device, id });
  };
}

export function placesIn({ _id, settings }: RolloutRecord, index: number) {
  const { retry, seed } = settings;
  return (device: TargetDevice): RolloutPlace => ({
    id: _id,
    stage: index + 1,
    order: orderKey(seed, device._id),
    partNumber: device.partNumber,
    slot: false,
    seq: 0,
    ignored: 0,
    previousVersion: null,
    maxAttempts: retry.max_attempts,
    stepTimeoutS: retry.step_timeout_minutes * 60,
  });
}
