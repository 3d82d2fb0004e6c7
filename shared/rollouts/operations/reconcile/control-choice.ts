import { batchesOf } from '../../../platform/mongo/batches.js';
import { heldOutOf } from '../../domain/health/hold-out.js';
import { byOrder, type OrderedDevice } from '../../domain/rollout-order.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { ControlGroup } from '../../stores/rollout-health-store.js';

const PER_PART = 2000;

/** A device that may be in the cohort of its part. */
export interface CohortDevice extends OrderedDevice {
  readonly networkId: number | null;
  readonly isSwitch: boolean;
}

/** The devices of one part, as far as they can still be chosen. */
interface Part {
  devices: number;
  /** Those that are up; the last of the order are among them. */
  up: CohortDevice[];
}

/**
 * Chooses the devices of each hardware part that are up and last in the order: its cohort, and those that are upgraded
 * last (docs/rollouts.md#health-gate). Keeps as many devices as it may choose.
 */
export class ControlChoice {
  private readonly byPart = new Map<string, Part>();
  private readonly withSwitch = new Set<number>();

  /** @param heldOutPercent of each part that is upgraded last */
  constructor(private readonly heldOutPercent: number) {}

  /** Adds devices of the rollout. @param isUp which of them were heard */
  add(devices: readonly CohortDevice[], isUp: (id: number) => boolean): void {
    for (const device of devices) {
      if (device.isSwitch && device.networkId !== null) this.withSwitch.add(device.networkId);
      const part = this.byPart.get(device.partNumber) ?? { devices: 0, up: [] };
      this.byPart.set(device.partNumber, part);
      part.devices += 1;
      if (!isUp(device.id)) continue;
      part.up.push(device);
      // Cut when there are twice as many, so that a device costs a constant number of comparisons. How many are held
      // out of the part grows with it: twice as many are kept, as some are in networks with a switch.
      const most = Math.max(PER_PART, 2 * heldOutOf(2 * part.devices, this.heldOutPercent));
      if (part.up.length > 2 * most) part.up = lastOf(part.up, most);
    }
  }

  /** Keeps the chosen devices, with their restarts until now. @returns how many are upgraded last */
  async keep(deps: RolloutDeps, rollout: RolloutRecord): Promise<number> {
    const { stores, now, failpoint } = deps;
    const groups: ControlGroup[] = [];
    for (const [part, { devices, up }] of this.byPart) {
      const cohort = lastOf(up, PER_PART);
      const most = heldOutOf(devices, this.heldOutPercent);
      const heldOut =
        most === 0
          ? []
          : lastOf(
              up.filter((device) => this.mayWait(device)),
              most,
            );
      const deviceIds = cohort.map(({ id }) => id);
      const restarts: number[] = [];
      for (const batch of batchesOf(deviceIds)) {
        const refs = batch.map((deviceId) => ({ organisationId: rollout.organisationId, deviceId }));
        const heard = await stores.heartbeats.lastHeard(refs);
        restarts.push(...batch.map((id) => heard.get(id)?.restarts ?? 0));
      }
      groups.push({ part, deviceIds, restarts, heldOut: heldOut.map(({ id }) => id) });
    }
    await stores.rolloutHealth.keepControl(rollout, groups, now());
    await failpoint('control-kept');
    return groups.reduce((sum, { heldOut }) => sum + heldOut.length, 0);
  }

  /** A network with a switch is upgraded together. */
  private mayWait({ networkId, isNeedy }: CohortDevice): boolean {
    return isNeedy && (networkId === null || !this.withSwitch.has(networkId));
  }
}

function lastOf(devices: readonly CohortDevice[], most: number): CohortDevice[] {
  return [...devices].sort(byOrder).slice(-most);
}
