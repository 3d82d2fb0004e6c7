import { compareKeys, positionOf, type Position, type SortKey } from '../domain/device-order.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { keyIn, KEYS, type DeviceColumn, type Keyed } from './device-keys.js';
import type { DeviceFilter } from './search-filter.js';

/** A stretch of an index that is in order, and the direction it is read in. */
export interface Stretch {
  readonly filter: DeviceFilter;
  readonly index: string;
  /** The index that has the same devices in the order of their ids. */
  readonly idIndex: string;
  readonly column: DeviceColumn;
  readonly descending: boolean;
}

/** A device to begin at, and how many to pass over from there. */
export interface Place {
  readonly at: Position | null;
  readonly skip: number;
}

/** To pass over so many takes no longer than to find a place. */
const NEAR = 10_000;
const PLACES = 32;
const PER_PLACE = 12;

interface Pivot {
  readonly key: SortKey;
  readonly at: Position;
}

/**
 * Where the device at `offset` stands in a stretch, however far down. Passing over devices reads each of them; counts
 * come from the index alone and take a tenth. So some devices are sampled, and the last of them before the offset is
 * found by halving, counting between two of them each time: all counts together pass over the stretch once at most.
 * No round trip when it is near, else 2, as many at once as there are places, and then some nine.
 */
export async function placeAt(models: InventoryModels, stretch: Stretch, offset: number): Promise<Place> {
  if (offset < NEAR) return { at: null, skip: offset };
  const pivots = await samplePivots(models, stretch);
  let first: Pivot | null = null;
  let before = 0;
  let [low, high] = [-1, pivots.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const pivot = pivots[middle];
    if (!pivot) break;
    const between = await countBetween(models, stretch, first, pivot);
    if (before + between <= offset) {
      before += between;
      first = pivot;
      low = middle;
    } else high = middle;
  }
  return { at: first?.at ?? null, skip: offset - before };
}

/** How many stand from one, or from the beginning, to another that does not count. One round trip. */
function countBetween(
  { devices }: InventoryModels,
  { filter, index, column, descending }: Stretch,
  from: Pivot | null,
  to: Pivot,
): Promise<number> {
  const [since, until] = descending ? ['$lte', '$gt'] : ['$gte', '$lt'];
  const range = { ...(from ? { [since]: from.key } : {}), [until]: to.key };
  return devices.countDocuments({ ...filter, [KEYS[column].path]: range }, { hint: index });
}

/** Some devices of the stretch in its order, from places that are spread evenly over the ids. */
async function samplePivots({ devices }: InventoryModels, stretch: Stretch): Promise<Pivot[]> {
  const { filter, idIndex, column, descending } = stretch;
  const end = async (direction: 1 | -1): Promise<number> =>
    (await devices.findOne(filter, { _id: 1 }).sort({ _id: direction }).hint(idIndex).lean())?._id ?? 0;
  const [least, most] = await Promise.all([end(1), end(-1)]);
  const places = Array.from({ length: PLACES }, (_, place) => least + ((most - least) * place) / PLACES);
  const rows = await Promise.all(
    places.map((from) =>
      devices
        .find({ ...filter, _id: { $gte: from } }, { macId: 1, [KEYS[column].path]: 1 })
        .sort({ _id: 1 })
        .hint(idIndex)
        .limit(PER_PLACE)
        .lean<Keyed[]>(),
    ),
  );
  const sign = descending ? -1 : 1;
  return rows
    .flat()
    .map((row) => pivotOf(row, column))
    .sort((one, other) => sign * compareKeys(one.key, other.key));
}

function pivotOf(device: Keyed, column: DeviceColumn): Pivot {
  const key = keyIn(device, column);
  return { key, at: positionOf(column, key, device._id) };
}
