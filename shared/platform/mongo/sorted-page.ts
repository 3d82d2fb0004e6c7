import type { Model, QueryFilter } from 'mongoose';

/** The place of a record in a sorted list: the value that the list is sorted by, and the id, which breaks ties. */
export interface SortedPlace {
  readonly value: string | number;
  readonly id: number | string;
}

/** A page of a list that is sorted by one stored field, then by id in the same direction. */
export interface SortedPageRequest {
  /** `_id`, or a field that every record has. The index on the filter, this field and `_id` serves the page. */
  readonly field: string;
  readonly descending: boolean;
  /** The place after which the page begins; null for the first page. */
  readonly after: SortedPlace | null;
  readonly limit: number;
}

export interface SortedPage<Item> {
  readonly items: Item[];
  /** Where the next page begins; null on the last one. */
  readonly next: SortedPlace | null;
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

/** Reads one page and the number of records that match the filter, up to 10,000. Two round trips at once. */
export async function readSortedPage<Stored extends { _id: number | string }>(
  records: Model<Stored>,
  filter: QueryFilter<Stored>,
  request: SortedPageRequest,
): Promise<SortedPage<Stored>> {
  const { field, descending, limit } = request;
  const direction = descending ? -1 : 1;
  const sort: Record<string, 1 | -1> =
    field === '_id' ? { _id: direction } : { [field]: direction, _id: direction };
  const [found, counted] = await Promise.all([
    records
      .find({ $and: [filter, ...beyond(request)] } as QueryFilter<Stored>)
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
  const next =
    found.length > limit && last
      ? { value: (last as unknown as Record<string, string | number>)[field] ?? '', id: last._id }
      : null;
  return { items, next, total: { count: Math.min(counted, MAX_COUNTED), isExact: counted <= MAX_COUNTED } };
}

/** The filter of the records after a place. The first condition bounds the range of the index. */
export function beyond({
  field,
  descending,
  after,
}: Pick<SortedPageRequest, 'field' | 'descending'> & {
  readonly after: { readonly value: string | number | Date; readonly id: number | string } | null;
}): Record<string, unknown>[] {
  if (after === null) return [];
  const [past, from] = descending ? (['$lt', '$lte'] as const) : (['$gt', '$gte'] as const);
  const { value, id } = after;
  if (field === '_id') return [{ _id: { [past]: id } }];
  return [{ [field]: { [from]: value } }, { $or: [{ [field]: { [past]: value } }, { _id: { [past]: id } }] }];
}
