import { batchesOf } from '../../../platform/mongo/batches.js';
import { byOrder, type OrderedDevice } from '../../domain/rollout-order.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { ControlGroup } from '../../stores/rollout-health-store.js';

const PER_PART = 2000;

/** Chooses the devices of each hardware part that are last in the order (docs/rollouts.md#health-gate). */
export class ControlChoice {
  private readonly byPart = new Map<string, OrderedDevice[]>();

  add(devices: readonly OrderedDevice[]): void {
    for (const device of devices) {
      const chosen = this.byPart.get(device.partNumber);
      if (chosen) chosen.push(device);
      else this.byPart.set(device.partNumber, [device]);
      // Cut when there are twice as many, so that a device costs a constant number of comparisons.
      if (chosen && chosen.length > 2 * PER_PART) this.byPart.set(device.partNumber, lastOf(chosen));
    }
  }

  /** Keeps the chosen devices, with their restarts until now. @param stage from 1 */
  async keep(deps: RolloutDeps, rollout: RolloutRecord, stage: number): Promise<void> {
    const { stores, now, failpoint } = deps;
    const groups: ControlGroup[] = [];
    for (const [part, devices] of this.byPart) {
      const deviceIds = lastOf(devices).map(({ id }) => id);
      const restarts: number[] = [];
      for (const batch of batchesOf(deviceIds)) {
        const refs = batch.map((deviceId) => ({ organisationId: rollout.organisationId, deviceId }));
        const heard = await stores.heartbeats.lastHeard(refs);
        restarts.push(...batch.map((id) => heard.get(id)?.restarts ?? 0));
      }
      groups.push({ part, deviceIds, restarts });
    }
    await stores.rolloutHealth.keepControl(rollout, stage, groups, now());
    await failpoint('control-kept');
  }
}

function lastOf(devices: readonly OrderedDevice[]): OrderedDevice[] {
  return [...devices].sort(byOrder).slice(-PER_PART);
}
