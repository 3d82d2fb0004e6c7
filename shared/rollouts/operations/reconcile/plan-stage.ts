import type { StagePlan } from '../../domain/tick-facts.js';
import { targetsStage, type TargetTest } from '../../domain/rollout-targets.js';
import { plannedDevices } from '../../domain/waiting/waiting-for.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { CanaryPart } from '../../models/rollout-stage.js';
import { CanaryChoice } from './canaries/canary-choice.js';
import { ControlChoice } from './control-choice.js';
import { firstOfOrder } from './first-of-order.js';
import { orderedDevices } from './ordered-devices.js';
import { findUp, walkTargets } from './walk-targets.js';

const EVERY_DEVICE: StagePlan = {
  lastKey: null,
  canaries: null,
  drawnAt: null,
  planned: null,
  heldOut: null,
};

/**
 * Chooses the devices of a stage (docs/rollouts.md#stages); with the first one, keeps the cohorts of the health gate and
 * the devices that are upgraded last.
 * Reads the targets of the rollout once; keeps eight bytes a device.
 * @param index from 0
 */
export async function planStage(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
  now: Date,
): Promise<StagePlan> {
  const stage = rollout.settings.stages[index];
  const first = stage ? firstOfOrder(stage) : null;
  const perPart = stage && 'canary_per_part' in stage ? stage.canary_per_part : null;
  const draw = perPart === null ? null : new CanaryChoice(deps, rollout, index + 1, () => perPart, now);
  const control =
    index === 0 && rollout.settings.gates.health ? new ControlChoice(heldOutPercent(rollout)) : null;
  const isLast = index === rollout.settings.stages.length - 1;
  if (isLast && first === null && draw === null && control === null) return EVERY_DEVICE;
  const isNamed = namedTest(rollout);
  let [count, named] = [0, 0];
  for await (const { devices } of walkTargets(deps, rollout)) {
    const ordered = await orderedDevices(deps, rollout, devices);
    const ids = new Set(ordered.map(({ id }) => id));
    count += ordered.length;
    named += devices.filter((device) => ids.has(device._id) && isNamed(device)).length;
    first?.add(ordered);
    await draw?.add(devices);
    if (control) {
      const up = await findUp(deps, rollout.organisationId, [...ids], now);
      control.add(ordered, (id) => up.has(id));
    }
  }
  const heldOut = (await control?.keep(deps, rollout)) ?? null;
  const every = { ...EVERY_DEVICE, heldOut, planned: plannedDevices(rollout.settings.stages, count, named) };
  if (draw !== null && perPart !== null)
    return { ...every, canaries: firstCanaries(draw, perPart), drawnAt: now };
  return first === null ? every : { ...every, lastKey: first.lastKey() };
}

/** The share of devices that is upgraded after all others: none in retries and rollbacks. */
function heldOutPercent({ derivedFrom, settings: { gates } }: RolloutRecord): number {
  return derivedFrom === null ? gates.hold_out_percent : 0;
}

/** Tells which devices a stage by targets names. */
function namedTest({ settings: { stages } }: RolloutRecord): TargetTest {
  const tests = stages.filter((stage) => 'targets' in stage).map(targetsStage);
  return (device) => tests.some((test) => test(device));
}

/** The canaries of each part that has devices to upgrade; none of one whose devices are not up or in closed networks. */
function firstCanaries(draw: CanaryChoice, perPart: number): CanaryPart[] {
  return [...draw.byPart].map(([part, { devices, spare }]) => {
    const deviceIds = draw.chosenOf(part);
    const rest = spare - deviceIds.length;
    const alive = deviceIds.length;
    return { part, deviceIds, wanted: perPart, notedBad: 0, devices, spare: rest, alive, failed: 0 };
  });
}
