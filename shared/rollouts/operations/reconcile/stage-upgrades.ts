import { NO_DEADLINE } from '../../../upgrades/domain/upgrade-change.js';
import type { TargetDevice } from '../../../upgrades/stores/target-store.js';
import type { PendingSchedule, RolloutTermsOf } from '../../../upgrades/stores/pending-fields.js';
import { withoutTaken } from '../../../upgrades/operations/without-taken.js';
import { targetsStage, type TargetTest } from '../../domain/rollout-targets.js';
import { orderKey } from '../../domain/rollout-order.js';
import type { Ineligible, IneligibleDevice } from '../../domain/ineligible.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutTargeting, RolloutRecord } from '../../models/rollout.js';
import type { StageRecord } from '../../models/rollout-stage.js';
import type { ChosenRelease } from './choose-release.js';
import type { TargetedRolloutDevice } from './walk-targets.js';

/** Devices without an upgrade of this rollout, of a later request, or one that a caller deleted or took over. */
export async function withoutUpgrade(
  { stores }: RolloutDeps,
  schedule: PendingSchedule,
  devices: readonly TargetedRolloutDevice[],
): Promise<TargetedRolloutDevice[]> {
  if (devices.length === 0) return [];
  const [free, own] = await Promise.all([
    withoutTaken(stores, schedule, devices),
    stores.rolloutUpgrades.devicesOf(
      { organisationId: schedule.organisationId, scheduleId: schedule._id },
      devices.map(({ _id }) => _id),
    ),
  ]);
  return free.filter(({ _id }) => !own.has(_id));
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

/** How many upgrades of a rollout could not be rolled back; null where no gate rolls back. */
export async function countIrreversible(
  { stores }: RolloutDeps,
  rollout: RolloutRecord,
): Promise<number | null> {
  return rollout.settings.gates.action === 'rollback'
    ? stores.rolloutUpgrades.countIrreversible(rollout)
    : null;
}

/** The rollout as the schedule of its upgrades. @throws Error before it has started */
export function scheduleOf({
  _id,
  organisationId,
  scheduleId,
  releaseId,
  settings,
}: RolloutTargeting): PendingSchedule {
  if (scheduleId === null) throw new Error(`Rollout ${_id} has not started`);
  return {
    _id: scheduleId,
    organisationId,
    version: settings.version,
    // With the version previous, each device has its own.
    releaseId: releaseId ?? 0,
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
): (device: TargetedRolloutDevice) => boolean {
  const [stage, record] = [settings.stages[index], stages[index]];
  if (stage === undefined || record === undefined) throw new Error(`There is no stage ${index + 1}`);
  const isTarget: TargetTest = targetsStage(stage);
  const { canaries, lastKey }: StageRecord = record;
  const chosen = canaries === null ? null : new Set(canaries.flatMap(({ deviceIds }) => deviceIds));
  return (device) => {
    if (chosen !== null && !chosen.has(device._id)) return false;
    if (lastKey !== null && orderKey(settings.seed, device._id) > lastKey) return false;
    return isTarget(device);
  };
}

/**
 * Writes the upgrades of devices that a stage covers and that have none.
 * @param heldOut devices whose upgrades wait until the watch is over
 * @returns the devices that get none
 */
export async function writeUpgrades(
  { stores, now }: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
  devices: readonly TargetedRolloutDevice[],
  choose: (device: TargetedRolloutDevice) => ChosenRelease | Ineligible,
  isReversible: (device: TargetDevice) => boolean,
  heldOut: ReadonlySet<number> = new Set(),
): Promise<IneligibleDevice[]> {
  const releases = new Map<number, ChosenRelease>();
  const ineligible: IneligibleDevice[] = [];
  for (const device of devices) {
    const choice = choose(device);
    if (typeof choice === 'string') ineligible.push({ deviceId: device._id, reason: choice });
    else releases.set(device._id, choice);
  }
  const fitting = devices.filter(({ _id }) => releases.has(_id));
  if (fitting.length === 0) return ineligible;
  await stores.pending.put(
    scheduleOf(rollout),
    fitting,
    now(),
    rolloutTermsOf(rollout, index, releases, isReversible, heldOut),
  );
  return ineligible;
}

function rolloutTermsOf(
  { _id, settings }: RolloutRecord,
  index: number,
  releases: ReadonlyMap<number, ChosenRelease>,
  isReversible: (device: TargetDevice) => boolean,
  heldOut: ReadonlySet<number>,
): RolloutTermsOf {
  const { retry, seed } = settings;
  return (device) => {
    const release = releases.get(device._id);
    if (!release) throw new Error(`Device ${device._id} has no release`);
    return {
      ...release,
      membership: {
        inRollout: true,
        rolloutId: _id,
        rolloutStage: index + 1,
        rolloutOrder: orderKey(seed, device._id),
        partNumber: device.partNumber,
        hasSlot: false,
        dispatchSeq: 0,
        ignored: 0,
        ...(heldOut.has(device._id) ? { heldOut: true as const } : {}),
        previousVersion: null,
        maxAttempts: retry.max_attempts,
        stepTimeoutS: retry.step_timeout_minutes * 60,
        ...(isReversible(device) ? {} : { isIrreversible: true as const }),
      },
    };
  };
}
