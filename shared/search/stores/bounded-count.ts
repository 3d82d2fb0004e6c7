import type { InventoryModels } from '../../inventory/models/models.js';
import { KEYS, type DeviceQuery } from './key-order.js';
import type { ListIndex } from './range-order.js';
import type { SearchAccess } from './search-plan.js';

/** How many hits were found among the devices that were compared. */
export interface BoundedCount {
  readonly count: number;
  /** False when other devices were not compared. */
  readonly isExact: boolean;
}

/** How many hits are counted, and how many devices are compared where others are among the hits. */
export interface CountBounds {
  readonly counted: number;
  readonly compared: number;
}

/** Counts the hits of a search within bounds. */
export async function countWithin(
  { devices }: InventoryModels,
  { range, filter, index, isDense }: SearchAccess,
  { counted, compared }: CountBounds,
): Promise<BoundedCount> {
  if (!isDense) return compareFirst({ devices }, { range, filter, index }, compared);
  const count = await devices.countDocuments(filter, { hint: index, limit: counted + 1 });
  return { count: Math.min(count, counted), isExact: count <= counted };
}

/**
 * Counts the hits in the ranges of an index, by comparing the first devices of each. The order of names makes the database
 * read no more of them: without one it looks up all devices of several networks first.
 */
export async function countInRanges(
  models: InventoryModels,
  { index, ranges }: ListIndex,
  filter: DeviceQuery,
  { compared }: CountBounds,
): Promise<BoundedCount> {
  const sort = { [KEYS.name.path]: 1 } as const;
  const counts = await Promise.all(
    ranges.map((range) => compareFirst(models, { range, filter, index, sort }, compared)),
  );
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isExact: counts.every(({ isExact }) => isExact),
  };
}

interface Compared {
  readonly range: DeviceQuery;
  readonly filter: DeviceQuery;
  readonly index: string;
  readonly sort?: Readonly<Record<string, 1>>;
}

async function compareFirst(
  { devices }: Pick<InventoryModels, 'devices'>,
  { range, filter, index, sort }: Compared,
  most: number,
): Promise<BoundedCount> {
  const [inRange, [found]] = await Promise.all([
    devices.countDocuments(range, { hint: index, limit: most + 1 }),
    devices.aggregate<{ count: number }>(
      [
        { $match: range },
        ...(sort ? [{ $sort: sort }] : []),
        { $limit: most },
        { $match: filter },
        { $count: 'count' },
      ],
      { hint: index },
    ),
  ]);
  return { count: found?.count ?? 0, isExact: inRange <= most };
}
