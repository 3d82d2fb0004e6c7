import type { Scope } from '../../access/domain/access.js';

/** A network; 0: devices without one; null: all devices of the organisation. */
export type TallyKey = number | null;

/** The keys of the tallies whose devices together are those of the scope. */
export function tallyKeysOf({ networkIds, unassigned }: Scope): TallyKey[] {
  return networkIds === 'all' ? [null] : [...networkIds, ...(unassigned ? [0] : [])];
}

/** The id of the tally of a key. */
export function tallyIdOf(organisationId: number, tallyKey: TallyKey): string {
  return `${organisationId}:${tallyKey ?? 'all'}`;
}
