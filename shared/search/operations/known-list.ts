import type { Position } from '../domain/device-order.js';
import type { InventoryMemory, ListFacts, RememberedList } from '../stores/page-cache.js';
import type { SearchDeps } from '../deps.js';

/** What a list by cursor or number needs: the stores, and the cache of pages. */
export type ListDeps = SearchDeps & { readonly memory: InventoryMemory };

/** What is known of a list before its page is read, and how its total is come by. */
export interface KnownList {
  readonly list: RememberedList;
  readonly words: readonly string[];
  /** What was computed before and holds still, because the inventory has not changed since. */
  readonly facts: ListFacts | null;
  /** The stored start of the page; null when the page begins elsewhere, or it is not stored. */
  readonly start: Position | null;
  /** Whether the page is the one that its number says, so that its end is the start of the next number. */
  readonly continues: boolean;
  /** The total; null when it is unknown. */
  total(): Promise<number | null>;
  /** What to store once the total, and on the first page the first place, are known; undefined for nothing. */
  factsWith(total: number, first: Position | undefined): ListFacts | undefined;
}

/**
 * One round trip to the database (none for a page that begins at a cursor) and one to Redis, at once. The total is
 * computed unless the page begins at a cursor: a search that has been counted is counted again only when the
 * inventory has changed (docs/interface.md#rout_inventory_list).
 */
export async function knowList(
  { stores, memory }: ListDeps,
  list: RememberedList,
  words: readonly string[],
  page: number,
  after: Position | null,
): Promise<KnownList> {
  if (after) {
    const { facts, start } = await memory.recall(list, page);
    return {
      list,
      words,
      facts: null,
      start: null,
      // Its end would otherwise be stored as the start of some page that it is not.
      continues: start !== null && after.id === start.id && after.value === start.value,
      total: () => Promise.resolve(facts?.total ?? null),
      factsWith: () => undefined,
    };
  }
  const [recalled, counts] = await Promise.all([
    memory.recall(list, page),
    stores.devices.inventoryCounts(list.scope),
  ]);
  const { revision } = counts;
  const facts = words.length > 0 && recalled.facts?.revision === revision ? recalled.facts : null;
  const factsWith = (total: number, first: Position | undefined): ListFacts => {
    // The order of heartbeats changes without a new revision.
    const place = list.order.column === 'lastHeartbeatAt' ? null : (first ?? facts?.first ?? null);
    return { total, first: place, revision };
  };
  const total = (): Promise<number> => {
    if (words.length === 0) return Promise.resolve(counts.count);
    return facts ? Promise.resolve(facts.total) : stores.deviceSearch.count(list.scope, words);
  };
  return { list, words, facts, start: recalled.start, continues: true, total, factsWith };
}
