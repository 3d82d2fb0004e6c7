import { coveredDevices, type Coverage } from '../../domain/coverage.js';
import { byOrder, orderKey, type OrderedDevice } from '../../domain/rollout-order.js';
import type { StageSettings } from '../../domain/settings.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord, StageRecord } from '../../models/rollout.js';
import { ControlChoice } from './control-choice.js';
import { lacksVersion } from './choose-release.js';
import { findUp, walkTargets, type TargetedRolloutDevice } from './walk-targets.js';

/** What the write that starts a stage fixes: a repeated binding chooses the same devices. */
export type StagePlan = Pick<StageRecord, 'lastKey' | 'canaries'>;

const EVERY_DEVICE: StagePlan = { lastKey: null, canaries: null };

/** Chooses among the devices of the rollout, a batch at a time. */
interface Choice {
  add(devices: readonly OrderedDevice[]): void | Promise<void>;
  plan(): StagePlan;
}

/**
 * Chooses the devices of a stage (docs/rollouts.md#stages), and keeps those that the health gate compares them with.
 * Reads the targets of the rollout once; keeps eight bytes a device.
 * @param index from 0
 */
export async function planStage(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
): Promise<StagePlan> {
  const stage = rollout.settings.stages[index];
  const choice = stage ? choiceOf(deps, rollout, stage) : null;
  const control = rollout.settings.gates.health ? new ControlChoice() : null;
  if (choice === null && control === null) return EVERY_DEVICE;
  for await (const { devices } of walkTargets(deps, rollout)) {
    const ordered = await inOrder(deps, rollout, devices);
    await choice?.add(ordered);
    control?.add(ordered);
  }
  await control?.keep(deps, rollout, index + 1);
  return choice?.plan() ?? EVERY_DEVICE;
}

/** Devices that lack the version or have an upgrade of the rollout. */
async function inOrder(
  { stores }: RolloutDeps,
  rollout: RolloutRecord,
  devices: readonly TargetedRolloutDevice[],
): Promise<OrderedDevice[]> {
  const { seed } = rollout.settings;
  const ordered = devices.map((device) => {
    const { _id: id, partNumber } = device;
    return { id, key: orderKey(seed, id), partNumber, isNeedy: lacksVersion(rollout, device) };
  });
  const onVersion = ordered.filter(({ isNeedy }) => !isNeedy).map(({ id }) => id);
  const upgraded = await stores.rolloutUpgrades.devicesOf(rollout, onVersion);
  return ordered.filter(({ id, isNeedy }) => isNeedy || upgraded.has(id));
}

/** The choice of a stage; null for one that covers every device, or those that its targets name. */
function choiceOf(deps: RolloutDeps, rollout: RolloutRecord, stage: StageSettings): Choice | null {
  if ('targets' in stage) return null;
  if ('canary_per_part' in stage) return new CanaryChoice(deps, rollout, stage.canary_per_part);
  return 'percent' in stage && stage.percent === 100 ? null : new FirstOfOrder(stage);
}

/** The first devices of the order, by a percentage or a count. */
class FirstOfOrder implements Choice {
  private length = 0;
  private keys = new BigUint64Array(1024);

  constructor(private readonly coverage: Coverage) {}

  add(devices: readonly OrderedDevice[]): void {
    for (const { key } of devices) {
      if (this.length === this.keys.length) {
        const grown = new BigUint64Array(2 * this.length);
        grown.set(this.keys);
        this.keys = grown;
      }
      this.keys[this.length] = BigInt(`0x${key}`);
      this.length += 1;
    }
  }

  /** The key of the last device that is covered, before all keys when none is. Later joiners belong to later stages. */
  plan(): StagePlan {
    const covered = coveredDevices(this.coverage, this.length);
    const last = this.keys.subarray(0, this.length).sort()[covered - 1];
    return { ...EVERY_DEVICE, lastKey: last === undefined ? '' : last.toString(16).padStart(16, '0') };
  }
}

/** Of each hardware part, the first devices of the order that are up and need the version. */
class CanaryChoice implements Choice {
  private readonly byPart = new Map<string, OrderedDevice[]>();

  constructor(
    private readonly deps: RolloutDeps,
    private readonly rollout: RolloutRecord,
    private readonly perPart: number,
  ) {}

  async add(devices: readonly OrderedDevice[]): Promise<void> {
    const { deps, rollout, byPart, perPart } = this;
    const needy = devices.filter(({ isNeedy }) => isNeedy);
    const ids = needy.map(({ id }) => id);
    const up = await findUp(deps, rollout.organisationId, ids, deps.now());
    for (const device of needy.filter(({ id }) => up.has(id))) {
      const canaries = [...(byPart.get(device.partNumber) ?? []), device];
      byPart.set(device.partNumber, canaries.sort(byOrder).slice(0, perPart));
    }
  }

  plan(): StagePlan {
    return { ...EVERY_DEVICE, canaries: [...this.byPart.values()].flat().map(({ id }) => id) };
  }
}
