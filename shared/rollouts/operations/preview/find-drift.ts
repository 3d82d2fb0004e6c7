import type { RolloutDeps } from '../../deps.js';
import type { DriftFacts } from '../../domain/tick-facts.js';
import type { RolloutRecord } from '../../models/rollout.js';
import { newRun } from './new-run.js';

/**
 * Compares the devices of a rollout that is about to bind its first stage with its latest preview (docs/rollouts.md#drift-1).
 * The comparison is computed like a preview, beside the ticks.
 * @returns null when there is nothing to compare with
 */
export async function findDrift(
  deps: RolloutDeps,
  rollout: RolloutRecord,
): Promise<DriftFacts | 'pending' | null> {
  const { stores, now } = deps;
  const { _id, organisationId, fingerprint } = rollout;
  const preview = await stores.rolloutPreviews.find(organisationId, _id, 'preview');
  // A preview that the start has overtaken.
  if (preview?.run) await stores.rolloutPreviews.change(preview, { run: null });
  if (fingerprint === null && !preview?.result) {
    if (preview) await stores.rolloutPreviews.removeListsOf(organisationId, _id);
    return null;
  }
  const found = await stores.rolloutPreviews.find(organisationId, _id, 'drift');
  if (!found) {
    await stores.rolloutPreviews.request(null, 'drift', newRun(rollout), now());
    return 'pending';
  }
  const { result } = found;
  if (!result?.comparison) return 'pending';
  const { drift, examples } = result.comparison;
  const ids = examples.map(({ id }) => id);
  const devices = await stores.targets.current([organisationId], ids);
  await stores.rolloutPreviews.removeListsOf(organisationId, _id);
  return {
    drift,
    differs: fingerprint !== null && fingerprint !== result.fingerprint,
    examples: examples.flatMap(({ id, change }) => {
      const device = devices.get(id);
      return device ? [{ mac_id: device.macId, change }] : [];
    }),
  };
}
