import { coveredDevices, type Coverage } from '../../domain/coverage.js';
import { orderKey } from '../../domain/rollout-order.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord, StageRecord } from '../../models/rollout.js';
import { lacksVersion } from './choose-release.js';
import { findUp, walkTargets } from './walk-targets.js';

/** What the write that starts a stage fixes: a repeated binding chooses the same devices. */
export type StagePlan = Pick<StageRecord, 'lastKey' | 'canaries'>;

const EVERY_DEVICE: StagePlan = { lastKey: null, canaries: null };

/**
 * Chooses the devices of a stage (docs/rollouts.md#stages). Reads the targets of the rollout once; keeps eight bytes a
 * device.
 * @param index from 0
 */
export async function planStage(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
): Promise<StagePlan> {
  const stage = rollout.settings.stages[index];
  if (stage === undefined || 'targets' in stage) return EVERY_DEVICE;
  if ('canary_per_part' in stage)
    return { lastKey: null, canaries: await chooseCanaries(deps, rollout, stage.canary_per_part) };
  if ('percent' in stage && stage.percent === 100) return EVERY_DEVICE;
  return { lastKey: await lastKeyOf(deps, rollout, stage), canaries: null };
}

/** The key of the last device that a percentage or a count covers; null when it covers every device. */
async function lastKeyOf(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  coverage: Coverage,
): Promise<string | null> {
  const { seed } = rollout.settings;
  const keys = new KeyList();
  for await (const { devices } of walkTargets(deps, rollout)) {
    const onVersion = devices.filter((device) => !lacksVersion(rollout, device));
    const upgraded = await deps.stores.rolloutUpgrades.devicesOf(
      rollout,
      onVersion.map(({ _id }) => _id),
    );
    const done = new Set(onVersion.map(({ _id }) => _id).filter((id) => !upgraded.has(id)));
    for (const { _id } of devices) if (!done.has(_id)) keys.push(BigInt(`0x${orderKey(seed, _id)}`));
  }
  const covered = coveredDevices(coverage, keys.length);
  const last = covered < keys.length ? keys.sorted()[covered - 1] : undefined;
  return last === undefined ? null : last.toString(16).padStart(16, '0');
}

/** A growing list of 64-bit keys. */
class KeyList {
  length = 0;
  private keys = new BigUint64Array(1024);

  push(key: bigint): void {
    if (this.length === this.keys.length) {
      const grown = new BigUint64Array(2 * this.length);
      grown.set(this.keys);
      this.keys = grown;
    }
    this.keys[this.length] = key;
    this.length += 1;
  }

  sorted(): BigUint64Array {
    return this.keys.subarray(0, this.length).sort();
  }
}

interface Canary {
  readonly id: number;
  readonly key: string;
}

/** Of each hardware part, the first devices of the order that are up and need the version. */
async function chooseCanaries(deps: RolloutDeps, rollout: RolloutRecord, perPart: number): Promise<number[]> {
  const { seed } = rollout.settings;
  const byPart = new Map<string, Canary[]>();
  for await (const { devices } of walkTargets(deps, rollout)) {
    const ids = devices.map(({ _id }) => _id);
    const up = await findUp(deps, rollout.organisationId, ids, deps.now());
    for (const device of devices) {
      const { _id: id, partNumber } = device;
      if (!up.has(id) || !lacksVersion(rollout, device)) continue;
      const canaries = byPart.get(partNumber) ?? [];
      canaries.push({ id, key: orderKey(seed, id) });
      canaries.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)) || a.id - b.id);
      byPart.set(partNumber, canaries.slice(0, perPart));
    }
  }
  return [...byPart.values()].flat().map(({ id }) => id);
}
