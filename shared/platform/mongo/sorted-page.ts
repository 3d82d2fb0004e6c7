import type { Model, QueryFilter } from 'mongoose';

/**
 * The position of a record in a sorted list: the value that the list is sorted by, in milliseconds for a time, and the id,
 * which breaks ties.
 */
export interface SortedPosition {
  readonly value: string | number;
  readonly id: number | string;
}

/** A page of a list that is sorted by one stored field, then by id in the same direction. */
export interface SortedPageRequest {
  /** `_id`, or a field that every record has. The index on the filter, this field and the id serves the page. */
  readonly field: string;
  readonly descending: boolean;
  /** The position after which the page begins; null for the first page. */
  readonly after: SortedPosition | null;
  readonly limit: number;
}

export interface SortedPage<Item> {
  readonly items: Item[];
  /** Where the next page begins; null on the last one. */
  readonly next: SortedPosition | null;
  readonly total: Total;
}

/** How many records a list has. */
export interface Total {
  readonly count: number;
  /** False when there are more than `count`. */
  readonly isExact: boolean;
}

/** Counting more would take longer than a page. */
const MAX_COUNTED = 10_000;

/**
 * Reads one page and the number of records that match the filter, up to 10,000. Two round trips at once.
 * @param id the field that breaks ties
 */
export async function readSortedPage<Stored extends { _id: number | string }>(
  records: Model<Stored>,
  filter: QueryFilter<Stored>,
  request: SortedPageRequest,
  id = '_id',
): Promise<SortedPage<Stored>> {
  const { field, descending, limit } = request;
  const direction = descending ? -1 : 1;
  const sort: Record<string, 1 | -1> =
    field === id ? { [id]: direction } : { [field]: direction, [id]: direction };
  const [found, counted] = await Promise.all([
    records
      .find({ $and: [filter, ...beyond(request, id)] } as QueryFilter<Stored>)
      .sort(sort)
      .limit(limit + 1)
      .batchSize(limit + 2)
      .lean<Stored[]>(),
    records
      .countDocuments(filter)
      .limit(MAX_COUNTED + 1)
      .exec(),
  ]);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const next = found.length > limit && last ? positionOf(last, field, id) : null;
  return { items, next, total: { count: Math.min(counted, MAX_COUNTED), isExact: counted <= MAX_COUNTED } };
}

function positionOf(record: object, field: string, id: string): SortedPosition {
  const { [field]: value = '', [id]: own = '' } = record as Record<string, string | number | Date>;
  return { value: plain(value), id: plain(own) };
}

function plain(value: string | number | Date): string | number {
  return value instanceof Date ? value.getTime() : value;
}

/** The filter of the records after a position. The first condition bounds the range of the index. */
export function beyond(
  {
    field,
    descending,
    after,
  }: Pick<SortedPageRequest, 'field' | 'descending'> & {
    readonly after: { readonly value: string | number | Date; readonly id: number | string } | null;
  },
  tie = '_id',
): Record<string, unknown>[] {
  if (after === null) return [];
  const [past, from] = descending ? (['$lt', '$lte'] as const) : (['$gt', '$gte'] as const);
  const { value, id } = after;
  if (field === tie) return [{ [tie]: { [past]: id } }];
  return [
    { [field]: { [from]: value } },
    { $or: [{ [field]: { [past]: value } }, { [tie]: { [past]: id } }] },
  ];
}
