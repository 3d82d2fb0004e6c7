import type { Turn } from '../../../platform/loop.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutPreviewRecord } from '../../models/rollout-preview.js';
import { computePreview } from './compute-preview.js';

const MAX_DUE = 100;

/** The previews that were requested. */
export function duePreviews({ stores }: RolloutDeps): Promise<RolloutPreviewRecord[]> {
  return stores.rolloutPreviews.due(MAX_DUE);
}

/**
 * Computes a preview until it ends or its time is up.
 * @returns whether it can be continued at once
 */
export async function computeUntilOver(
  deps: RolloutDeps,
  preview: RolloutPreviewRecord,
  { isOver }: Turn,
): Promise<boolean> {
  let now: RolloutPreviewRecord | null = preview;
  while (now !== null && !isOver()) now = await computePreview(deps, now);
  return now !== null;
}
