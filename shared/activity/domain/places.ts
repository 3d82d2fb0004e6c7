import type { Scope } from '../../access/domain/access.js';

/** A network; 0: devices without one; null: all devices of the organisation. */
export type Place = number | null;

/** The places whose devices together are those of the scope. */
export function placesOf({ networkIds, unassigned }: Scope): Place[] {
  return networkIds === 'all' ? [null] : [...networkIds, ...(unassigned ? [0] : [])];
}
