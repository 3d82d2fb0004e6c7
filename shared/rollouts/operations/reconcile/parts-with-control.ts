import { batchesOf } from '../../../platform/mongo/batches.js';
import { MIN_CONTROL } from '../../domain/health/judge-part.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';

/** Those of the hardware parts that the health gate has enough devices to compare with: none was offered the upgrade. */
export async function partsWithControl(
  { stores }: RolloutDeps,
  rollout: RolloutRecord,
  parts: readonly string[],
): Promise<Set<string>> {
  if (!rollout.settings.gates.health) return new Set();
  const since = rollout.startedAt ?? rollout.createdAt;
  const controlled = new Set<string>();
  for (const { part, deviceIds } of await stores.rolloutHealth.control(rollout)) {
    if (!parts.includes(part)) continue;
    let left = 0;
    for (const batch of batchesOf(deviceIds)) {
      left += batch.length - (await stores.rolloutHealth.offered(rollout, batch, since)).size;
      if (left >= MIN_CONTROL) break;
    }
    if (left >= MIN_CONTROL) controlled.add(part);
  }
  return controlled;
}
