import { readScope, type Caller } from '../../access/domain/access.js';
import { CursorSeal, type Cursor } from '../domain/device-cursor.js';
import type { DeviceOrder, Position } from '../domain/device-order.js';
import { isUp } from '../../status/domain/heartbeat-time.js';
import { offsetOf } from '../../platform/values/paging.js';
import { readSearchTerm } from '../domain/search-term.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { DeviceView } from '../../inventory/stores/device-store.js';
import type { Hit } from '../stores/key-order.js';
import { knowList, type KnownList, type ListDeps } from './known-list.js';

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
 * One page of the devices that the caller may see and that a search finds, in the order asked for (Interface
 * document, rout_inventory_list, rules 1 to 5). At most four round trips one after the other, and one to three more
 * when a search finds nothing where it was expected.
 * @throws AppError invalidParameters for a cursor that is malformed, of another organisation or of another order
 */
export async function searchInventory(
  deps: ListDeps,
  caller: Caller,
  request: InventorySearch,
): Promise<InventoryPage> {
  const { stores, memory, env, now } = deps;
  const scope = readScope(caller);
  const { order, perPage, page } = request;
  const seal = new CursorSeal(env.sessionSecrets, scope.organisationId, order.column);
  const after = request.searchAfter === null ? null : readCursor(seal, request.searchAfter);
  const search = request.search.trim();
  const { words, show } = readSearchTerm(search);
  const known = await knowList(deps, { scope, search, order, perPage }, words, page, after);

  const [hits, total] = await Promise.all([readHits(deps, known, page, after), known.total()]);
  const shown = hits.slice(0, perPage);
  const last = hits.length > perPage ? shown.at(-1) : undefined;
  const [views] = await Promise.all([
    stores.devices.withStates(shown.map((hit) => hit.device)),
    memory.keep(known.list, {
      facts: total === null ? undefined : known.factsWith(total, page === 1 ? hits[0]?.position : undefined),
      start: last && known.continues ? { page: page + 1, at: last.position } : undefined,
    }),
  ]);
  const at = now();
  const rows =
    show === null
      ? views
      : views.filter((view) => isUp(view.lastHeartbeatAt, at, env.downAfterS) === (show === 'up'));
  return { rows, total, next: last ? seal.issue(last.position) : null };
}

async function readHits(
  { stores }: ListDeps,
  { list, words, facts, start }: KnownList,
  page: number,
  after: Position | null,
): Promise<Hit[]> {
  if (facts?.total === 0) return [];
  const { scope, order, perPage } = list;
  const search = { words, order };
  const limit = perPage + 1;
  const from = after ?? start;
  if (from) return stores.deviceSearch.page(scope, search, { at: from, inclusive: false }, limit);
  if (page > 1) {
    return stores.deviceSearch.pageAt(scope, search, offsetOf(page, perPage), limit);
  }
  const first = facts?.first ?? null;
  return stores.deviceSearch.page(scope, search, first && { at: first, inclusive: true }, limit);
}

function readCursor(seal: CursorSeal, text: string): Position {
  const position = seal.read(text);
  if (position) return position;
  throw new AppError('invalidParameters', {
    text: 'search_after is no cursor of this list',
    details: { fields: ['search_after'] },
  });
}
