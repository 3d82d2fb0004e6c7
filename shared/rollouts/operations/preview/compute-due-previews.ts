import { LockHeld } from '../../../platform/mongo/lock-store.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutPreviewRecord } from '../../models/rollout-preview.js';
import { computePreview } from './compute-preview.js';

const LEASE_MS = 10_000;
/** A preview gives way to the others after this long. */
const BUDGET_MS = 3000;
const MAX_DUE = 100;

/**
 * Computes the previews that were requested, one after the other and each under a lease, which another worker takes over
 * ten seconds after its holder died. One that fails is left to the next call.
 * @returns whether a preview can be continued at once
 */
export async function computeDuePreviews(deps: RolloutDeps): Promise<boolean> {
  const { stores, log } = deps;
  let isUnfinished = false;
  for (const preview of await stores.rolloutPreviews.due(MAX_DUE)) {
    try {
      const work = () => advance(deps, preview);
      const rest = await stores.locks.hold(`preview:${preview._id}`, 0, work, LEASE_MS);
      isUnfinished ||= rest !== null;
    } catch (error) {
      if (!(error instanceof LockHeld))
        log.error({ err: error, preview: preview._id }, 'A preview failed; the next second tries again');
    }
  }
  return isUnfinished;
}

/** Advances a preview until its time is up; null when it has changed or ended. */
async function advance(
  deps: RolloutDeps,
  preview: RolloutPreviewRecord,
): Promise<RolloutPreviewRecord | null> {
  const deadline = performance.now() + BUDGET_MS;
  let now: RolloutPreviewRecord | null = preview;
  while (now !== null && performance.now() < deadline) now = await computePreview(deps, now);
  return now;
}
