import type { Scope } from '../../access/domain/access.js';
import { KEYS, type DeviceColumn, type DeviceQuery } from './key-order.js';

/** The index that a list is read from: it holds the devices in scope, or all of the organisation among which they are. */
export interface ListIndex {
  readonly index: string;
  readonly inScope: boolean;
  /** Ranges of the index. Each is in order; together they are not. */
  readonly ranges: readonly DeviceQuery[];
  /** The index that has all ranges in one order. */
  readonly whole: string;
  /** The index that has the devices of a single range in order of id; null when there is none. */
  readonly idIndex: string | null;
}

/** The database merges at most a few hundred ranges of an index. */
const MAX_MERGED = 150;
/** So many ranges are read by a query each, all at once. */
const MAX_APART = 8;

/** Prefers the index by network, which holds nothing that the caller may not see. */
export function listIndex(scope: Scope, column: DeviceColumn): ListIndex {
  const { organisationId, networkIds, unassigned } = scope;
  const { index, inNetwork } = KEYS[column];
  const idIndex = KEYS.id.index;
  const whole = { index, ranges: [{ organisationId }], whole: index, idIndex };
  if (networkIds === 'all') return { ...whole, inScope: unassigned };
  const ranges = inNetwork === undefined ? null : rangesOf(scope, networkIds, column);
  if (inNetwork === undefined || ranges === null) return { ...whole, inScope: false };
  return {
    index: inNetwork,
    inScope: true,
    ranges,
    whole: ranges.length > 1 ? index : inNetwork,
    idIndex: networkIds.length <= 1 ? (KEYS.id.inNetwork ?? null) : null,
  };
}

/** The ranges of some networks in an index of networks; null for too many. */
function rangesOf(
  { organisationId, unassigned }: Scope,
  networkIds: readonly number[],
  column: DeviceColumn,
): DeviceQuery[] | null {
  // The database merges the ranges of several networks by a text, but not by the id; none with unassigned devices.
  const isMerged = column !== 'id' || networkIds.length === 1;
  const places = isMerged && networkIds.length > 0 ? [{ $in: [...networkIds] }] : [...networkIds];
  if (places.length > MAX_APART || networkIds.length > MAX_MERGED) return null;
  const ranges = places.map((place) => ({ organisationId, locationNetworkId: place }));
  return unassigned ? [...ranges, { organisationId, locationNetworkId: null }] : ranges;
}
