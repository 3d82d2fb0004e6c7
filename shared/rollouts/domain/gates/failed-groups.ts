import type { FailedGroup } from '../../models/rollout-stage.js';
import type { JudgedEnd } from './failure-gate.js';

/** How many upgrades a group names. */
export const MAX_EXAMPLES = 5;
export const FAILED = ['Failed', 'Expired'] as const;

/** The groups with further ended upgrades; only Failed and Expired ones are counted. */
export function withFailedGroups(
  groups: readonly FailedGroup[],
  ended: readonly Pick<JudgedEnd, 'id' | 'status' | 'cause' | 'partNumber'>[],
): FailedGroup[] {
  const more = ended
    .filter(({ status }) => FAILED.some((each) => each === status))
    .map(({ id, cause, partNumber: part }) => ({ cause, part, count: 1, examples: [id] }));
  return mergeGroups([...groups, ...more]);
}

/** Joins groups of the same cause and hardware part. The examples are the five with the lowest ids. */
export function mergeGroups(groups: readonly FailedGroup[]): FailedGroup[] {
  const merged = new Map<string, FailedGroup>();
  for (const { cause, part, count, examples } of groups) {
    const key = `${cause}:${part}`;
    const known = merged.get(key) ?? { cause, part, count: 0, examples: [] };
    const all = [...known.examples, ...examples].sort((a, b) => a - b).slice(0, MAX_EXAMPLES);
    merged.set(key, { ...known, count: known.count + count, examples: all });
  }
  return [...merged.values()];
}
