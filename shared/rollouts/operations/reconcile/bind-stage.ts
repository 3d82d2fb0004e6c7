import { NO_DEADLINE, type RolloutPlace } from '../../../upgrades/domain/upgrade-change.js';
import type { PendingSchedule } from '../../../upgrades/stores/pending-fields.js';
import type { TargetDevice } from '../../../upgrades/stores/target-store.js';
import { aimOfStage, type Aim } from '../../domain/aim.js';
import { orderKey } from '../../domain/rollout-order.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord, StageRecord, TargetPosition } from '../../models/rollout.js';
import { walkTargets } from './walk-targets.js';

/** A tick binds at most this many batches of 1,000 devices. */
const BATCHES_A_TICK = 5;

/** What a slice of a binding adds to its stage. */
export interface BoundSlice {
  /** Where the next slice begins; null after the last. */
  readonly next: TargetPosition | null;
  readonly onVersion: number;
  readonly noFirmware: number;
  /** The number of upgrades of the stage; null before the last slice. */
  readonly bound: number | null;
}

/**
 * Writes the pending upgrades of the next 5,000 targets of a stage. Running it again writes nothing twice, because a
 * device has one upgrade of a schedule.
 * @param index from 0; the stage is Binding
 */
export async function bindSlice(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
): Promise<BoundSlice> {
  const { stores, now, failpoint } = deps;
  const schedule = scheduleOf(rollout);
  const isCovered = coverageOf(rollout, index);
  const placeOf = placesIn(rollout, index);
  const parts = new Set(
    (await stores.firmware.byIds([schedule.releaseId]))
      .get(schedule.releaseId)
      ?.urls.map(({ partNumber }) => partNumber),
  );
  let [next, onVersion, noFirmware, batches] = [rollout.stages[index]?.boundTo ?? null, 0, 0, 0];
  for await (const batch of walkTargets(deps, rollout, next)) {
    const covered = await withoutUpgrade(deps, schedule, batch.devices.filter(isCovered));
    const needy = covered.filter((device) => device.firmwareVersion !== schedule.version);
    const fitting = needy.filter((device) => parts.has(device.partNumber));
    onVersion += covered.length - needy.length;
    noFirmware += needy.length - fitting.length;
    if (fitting.length > 0) await stores.pending.put(schedule, fitting, now(), placeOf);
    await failpoint('stage-batch-bound');
    next = batch.next;
    batches += 1;
    if (batches === BATCHES_A_TICK) break;
  }
  return {
    next,
    onVersion,
    noFirmware,
    bound: next === null ? await countBound(deps, rollout, index) : null,
  };
}

/** Devices without an upgrade of this rollout, of a later request, or one that a caller deleted or took over. */
async function withoutUpgrade(
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
async function countBound({ stores }: RolloutDeps, rollout: RolloutRecord, index: number): Promise<number> {
  const n = index + 1;
  const countLeft = async (): Promise<number> =>
    (await stores.rolloutUpgrades.left(rollout, Number.MAX_SAFE_INTEGER)).filter(({ stage }) => stage === n)
      .length;
  for (;;) {
    const before = await countLeft();
    const count = await stores.rolloutUpgrades.countOf(rollout, n);
    if ((await countLeft()) === before) return count + before + (rollout.stages[index]?.left ?? 0);
  }
}

/** The rollout as the schedule of its upgrades. @throws Error before it has started */
function scheduleOf({
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

function coverageOf({ settings, stages }: RolloutRecord, index: number): (device: TargetDevice) => boolean {
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

function placesIn({ _id, settings }: RolloutRecord, index: number) {
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
