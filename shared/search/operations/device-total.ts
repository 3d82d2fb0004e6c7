import { isUnfiltered, type DeviceListQuery, type ListStores } from './device-query.js';

/** How many devices a list has on all of its pages. */
export interface DeviceTotal {
  /** Null when it was not counted. */
  readonly total: number | null;
  /** False when there are more, or it was not counted. */
  readonly isExact: boolean;
}

/** So many devices are counted in an index, and so many compared with the filters, or their texts with a search. */
const MAX_COUNTED = 2000;
const MAX_COMPARED = 1000;

const NOT_COUNTED: DeviceTotal = { total: null, isExact: false };

/**
 * Counts the devices of a list by what is stored, or within bounds, so that it takes no longer in a large fleet
 * (docs/console-api.md#list_devices-2). A state beside other conditions is not counted.
 */
export async function totalOf(
  { deviceSearch, devices }: ListStores,
  { scope, words, match, heard, configuration }: DeviceListQuery,
): Promise<DeviceTotal> {
  if (configuration !== null) return NOT_COUNTED;
  const isAny = isUnfiltered({ words, match });
  if (heard === null) {
    if (isAny) return { total: await devices.count(scope), isExact: true };
    const bounds = { counted: words.length > 0 ? MAX_COMPARED : MAX_COUNTED, compared: MAX_COMPARED };
    const { count, isExact } = await deviceSearch.countWithin(scope, { words, match }, bounds);
    return { total: count, isExact };
  }
  if (!isAny || scope.networkIds !== 'all') return NOT_COUNTED;
  const count = await deviceSearch.countHeard(scope.organisationId, heard, MAX_COUNTED + 1);
  return { total: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED };
}
