import { targetsStage } from '../../../domain/rollout-targets.js';
import { orderKey } from '../../../domain/rollout-order.js';
import type { RolloutDeps } from '../../../deps.js';
import type { RolloutRecord } from '../../../models/rollout.js';
import type { MemberUpgrade } from '../../../stores/rollout-canary-store.js';
import { firstOfOrder } from '../first-of-order.js';
import { orderedDevices } from '../ordered-devices.js';
import { walkTargets, withMemberships, type TargetedRolloutDevice } from '../walk-targets.js';

/**
 * Gives the waiting upgrades of replaced canaries to the stages that their order gives, as these would be chosen now: the
 * first later one that covers the device, or else the last. They stay in a stage that no other follows.
 * @param index of the canary stage, from 0
 */
export async function giveToLaterStages(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
  upgrades: ReadonlyMap<number, MemberUpgrade>,
  deviceIds: readonly number[],
  now: Date,
): Promise<void> {
  const { stores } = deps;
  const devices = await currentDevices(deps, rollout, deviceIds);
  const covers = await coverageOfStages(deps, rollout);
  const { stages } = rollout.settings;
  const byStage = new Map<number, number[]>();
  for (const id of deviceIds) {
    const upgrade = upgrades.get(id);
    const device = devices.get(id);
    if (!upgrade || index === stages.length - 1) continue;
    const found = stages.findIndex((_, at) => at > index && device !== undefined && covers(at, device));
    const stage = (found === -1 ? stages.length - 1 : found) + 1;
    byStage.set(stage, [...(byStage.get(stage) ?? []), upgrade.id]);
  }
  for (const [stage, ids] of byStage) await stores.rolloutCanaries.giveToStage(rollout, ids, stage, now);
}

async function currentDevices(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  deviceIds: readonly number[],
): Promise<Map<number, TargetedRolloutDevice>> {
  const found = await deps.stores.targets.current([rollout.organisationId], [...deviceIds]);
  const targeted = await withMemberships(deps, rollout, [...found.values()]);
  return new Map(targeted.map((device) => [device._id, device]));
}

/** Tells whether a stage, from 0, would cover a device. Reads the targets only if a stage covers a part of them. */
async function coverageOfStages(
  deps: RolloutDeps,
  rollout: RolloutRecord,
): Promise<(index: number, device: TargetedRolloutDevice) => boolean> {
  const { stages, seed } = rollout.settings;
  const choices = stages.map(firstOfOrder);
  if (choices.some((choice) => choice !== null))
    for await (const { devices } of walkTargets(deps, rollout)) {
      const ordered = await orderedDevices(deps, rollout, devices);
      for (const choice of choices) choice?.add(ordered);
    }
  const lastKeys = choices.map((choice) => choice?.lastKey() ?? null);
  const tests = stages.map((stage) => targetsStage(stage));
  return (index, device) => {
    const stage = stages[index];
    if (!stage || 'canary_per_part' in stage) return false;
    const lastKey = lastKeys[index] ?? null;
    if (lastKey !== null && orderKey(seed, device._id) > lastKey) return false;
    return tests[index]?.(device) === true;
  };
}
