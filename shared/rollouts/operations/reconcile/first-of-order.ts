import { coveredDevices, type Coverage } from '../../domain/coverage.js';
import type { OrderedDevice } from '../../domain/rollout-order.js';
import type { StageSettings } from '../../domain/settings.js';

/** The first devices of the order, by a percentage or a count. Keeps eight bytes a device. */
class FirstOfOrder {
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
  lastKey(): string {
    const covered = coveredDevices(this.coverage, this.length);
    const last = this.keys.subarray(0, this.length).sort()[covered - 1];
    return last === undefined ? '' : last.toString(16).padStart(16, '0');
  }
}

/** The choice of a stage by a part of the order; null for one that covers every device, or those of its targets. */
export function firstOfOrder(stage: StageSettings): FirstOfOrder | null {
  if ('targets' in stage || 'canary_per_part' in stage) return null;
  return 'percent' in stage && stage.percent === 100 ? null : new FirstOfOrder(stage);
}
