import { BLOCK, countedIn, idAtOffset } from '../../platform/values/id-blocks.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { compareKeys, positionOf, type Position, type SortKey } from '../domain/device-order.js';
import { spreadSample } from './device-samples.js';
import { keyIn, KEYS, type DeviceQuery, type DeviceKeyOrder, type Keyed } from './key-order.js';

/** A range of an index, and the index that has the same devices in order of id. */
export interface SeekRange {
  readonly filter: DeviceQuery & { readonly organisationId: number };
  readonly index: string;
  readonly idIndex: string;
  readonly order: DeviceKeyOrder;
}

/** A position to read from (null: the beginning of the range), and how many devices to pass over from there. */
export interface SeekPosition {
  readonly at: Position | null;
  readonly skip: number;
}

/** Up to this offset, passing over devices takes no longer than seeking. */
export const NEAR = 2 * BLOCK;
const NEAR_BY_PIVOTS = 10_000;
const SAMPLE = { points: 32, perPoint: 12 };

/**
 * Finds where to begin reading for the device at `offset`. Passing over devices reads each of them, so a far position is
 * found by counts: for an organisation in order of id by those kept with its record, otherwise by counting in the index.
 */
export async function seek(models: InventoryModels, range: SeekRange, offset: number): Promise<SeekPosition> {
  if (range.index === KEYS.id.index && !range.order.descending)
    return seekBlock(models, range.filter.organisationId, offset);
  return offset < NEAR_BY_PIVOTS ? { at: null, skip: offset } : seekPivot(models, range, offset);
}

async function seekBlock(
  { organisations }: InventoryModels,
  organisationId: number,
  offset: number,
): Promise<SeekPosition> {
  const organisation = await organisations
    .findOne({ _id: organisationId }, { deviceCount: 1, deviceBlocks: 1 })
    .lean();
  const { deviceBlocks = {}, deviceCount = 0 } = organisation ?? {};
  const position = countedIn(deviceBlocks) === deviceCount ? idAtOffset(deviceBlocks, offset) : null;
  if (!position) return { at: null, skip: offset };
  return { at: { value: position.from, id: position.from }, skip: position.skip };
}

interface Pivot {
  readonly key: SortKey;
  readonly at: Position;
}

/**
 * Samples devices of the range and bisects them for the last one before the offset, counting from one pivot to
 * another in the index. Counting takes a tenth of passing over, and all counts together cover the range at most once.
 */
async function seekPivot(models: InventoryModels, range: SeekRange, offset: number): Promise<SeekPosition> {
  const pivots = await samplePivots(models, range);
  let first: Pivot | null = null;
  let before = 0;
  let [low, high] = [-1, pivots.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const pivot = pivots[middle];
    if (!pivot) break;
    const between = await countBetween(models, range, first, pivot);
    if (before + between <= offset) {
      before += between;
      first = pivot;
      low = middle;
    } else high = middle;
  }
  return { at: first?.at ?? null, skip: offset - before };
}

/** Counts from a pivot (null: the beginning of the range) up to another, without the latter. */
function countBetween(
  { devices }: InventoryModels,
  { filter, index, order }: SeekRange,
  from: Pivot | null,
  to: Pivot,
): Promise<number> {
  const [since, until] = order.descending ? ['$lte', '$gt'] : ['$gte', '$lt'];
  const between = { ...(from ? { [since]: from.key } : {}), [until]: to.key };
  return devices.countDocuments({ ...filter, [KEYS[order.column].path]: between }, { hint: index });
}

async function samplePivots(models: InventoryModels, range: SeekRange): Promise<Pivot[]> {
  const { column, descending } = range.order;
  const fields = { macId: 1, [KEYS[column].path]: 1 };
  const sample = await spreadSample<Keyed>(models, range.filter, range.idIndex, fields, SAMPLE);
  const sign = descending ? -1 : 1;
  return sample
    .map((device) => {
      const key = keyIn(device, column);
      return { key, at: positionOf(column, key, device._id) };
    })
    .sort((one, other) => sign * compareKeys(one.key, other.key));
}
