import { readScope, type Caller } from '../../access/domain/access.js';
import { searchWords } from '../../inventory/domain/device-search.js';
import type { DeviceView } from '../../inventory/stores/device-store.js';
import { AppError } from '../../platform/errors/app-error.js';
import { offsetOf } from '../../platform/values/paging.js';
import { downAfterOf, isUp } from '../../status/domain/heartbeat-time.js';
import type { SearchDeps } from '../deps.js';
import {
  type Cursor,
  CursorSigner,
  type DeviceOrder,
  type PageStart,
  type Position,
} from '../domain/device-order.js';
import type { CachedPage, ListFacts, PageCache } from '../stores/page-cache.js';

export interface InventorySearch {
  readonly search: string;
  readonly order: DeviceOrder;
  readonly page: number;
  readonly perPage: number;
  /** A cursor as JSON text; null when the page number alone says where to begin. */
  readonly searchAfter: string | null;
}

export interface InventoryPage {
  readonly rows: readonly DeviceView[];
  /** Null: unknown. */
  readonly total: number | null;
  /** Where the next page begins; null when this is the last one. */
  readonly next: Cursor | null;
}

/**
 * Reads one page of the devices that the caller may see and that a search finds
 * (docs/interface.md#rout_inventory_list). The total is computed unless the page begins at a cursor; a search that
 * has been counted is counted again only when the inventory has changed.
 * @throws AppError invalidParameters for a cursor that is malformed, of another organisation or of another order
 */
export async function searchInventory(
  { stores, pageCache, env, now }: SearchDeps & { readonly pageCache: PageCache },
  caller: Caller,
  request: InventorySearch,
): Promise<InventoryPage> {
  const scope = readScope(caller);
  const { order, perPage, page } = request;
  const signer = new CursorSigner(env.sessionSecrets, scope.organisationId, order.column);
  const cursor = request.searchAfter === null ? null : readCursor(signer, request.searchAfter);
  const search = request.search.trim();
  // Exactly up or down is no text to search for (docs/interface.md#rout_inventory_list-1).
  const show = search === 'up' || search === 'down' ? search : null;
  const words = show === null ? searchWords(search) : [];
  const list = { scope, search, order, perPage };

  const [cached, counts] = await Promise.all([
    pageCache.read(list, page),
    cursor ? null : stores.devices.inventoryCounts(scope),
  ]);
  const facts = words.length > 0 && cached.facts?.revision === counts?.revision ? cached.facts : null;
  const readHits = () => {
    if (facts?.total === 0) return [];
    const start = pageStart(request, cursor, cached, facts);
    return stores.deviceSearch.page(scope, { words, order }, start, perPage + 1);
  };
  const readTotal = () => {
    if (!counts) return cached.facts?.total ?? null;
    return words.length === 0 ? counts.count : (facts?.total ?? stores.deviceSearch.count(scope, words));
  };
  const [hits, total] = await Promise.all([readHits(), readTotal()]);

  const shown = hits.slice(0, perPage);
  const last = hits.length > perPage ? shown.at(-1) : undefined;
  // The order of heartbeats changes without a new revision.
  const keepsFirst = order.column !== 'lastHeartbeatAt';
  const first = (page === 1 && hits[0]?.position) || (facts?.first ?? null);
  // A page at any other cursor is not the one of its number, so that the next number does not begin at its end.
  const isNumbered = !cursor || (cursor.id === cached.after?.id && cursor.value === cached.after.value);
  const [views] = await Promise.all([
    stores.devices.withStates(shown.map((hit) => hit.device)),
    pageCache.write(list, {
      ...(counts && total !== null
        ? { facts: { total, first: keepsFirst ? first : null, revision: counts.revision } }
        : {}),
      ...(last && isNumbered ? { start: { page: page + 1, after: last.position } } : {}),
    }),
  ]);
  const at = now();
  const rows = views.filter(
    ({ device, lastHeartbeatAt }) =>
      show === null || isUp(lastHeartbeatAt, at, downAfterOf(device, env.downAfterS)) === (show === 'up'),
  );
  return { rows, total, next: last ? signer.issue(last.position) : null };
}

/** Decides where a page begins: at the request's cursor, else where the page before ended, else by its number. */
function pageStart(
  { page, perPage }: InventorySearch,
  cursor: Position | null,
  cached: CachedPage,
  facts: ListFacts | null,
): PageStart {
  const after = cursor ?? cached.after;
  if (after) return { at: after, inclusive: false };
  if (page === 1 && facts?.first) return { at: facts.first, inclusive: true };
  return { offset: offsetOf(page, perPage) };
}

function readCursor(signer: CursorSigner, text: string): Position {
  const position = signer.read(text);
  if (position) return position;
  throw new AppError('invalidParameters', {
    text: 'search_after is no cursor of this list',
    details: { fields: ['search_after'] },
  });
}
