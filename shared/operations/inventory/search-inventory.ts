import { readScope, type Caller } from '../../domain/access.js';
import { CursorSeal, type Cursor } from '../../domain/device-cursor.js';
import type { DeviceOrder, Position } from '../../domain/device-order.js';
import { isUp } from '../../domain/heartbeat-time.js';
import { readSearchTerm } from '../../domain/search-term.js';
import { AppError } from '../../errors/app-error.js';
import type { DeviceView } from '../../stores/device-store.js';
import type { InventoryMemory, RememberedList } from '../../stores/inventory-memory.js';
import type { Deps } from '../deps.js';

const FARTHEST = 2 ** 31 - 1;

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
 * document, rout_inventory_list, rules 1 to 5).
 * @throws AppError invalidParameters for a cursor that is malformed, of another organisation or of another order
 */
export async function searchInventory(
  deps: Deps & { memory: InventoryMemory },
  caller: Caller,
  request: InventorySearch,
): Promise<InventoryPage> {
  const { stores, memory, env, now } = deps;
  const scope = readScope(caller);
  const { order, perPage, page } = request;
  const seal = new CursorSeal(env.sessionSecret, scope.organisationId, order.column);
  const after = request.searchAfter === null ? null : readCursor(seal, request.searchAfter);
  const search = request.search.trim();
  const { words, show } = readSearchTerm(search);
  const list: RememberedList = { scope, search, order, perPage };
  const recalled = after || page > 1 ? await memory.recall(list, page) : { total: null, start: null };

  const start = after ?? recalled.start;
  const [hits, total] = await Promise.all([
    start || page === 1
      ? stores.deviceSearch.page(scope, { words, order }, start, perPage + 1)
      : stores.deviceSearch.pageAt(scope, { words, order }, offsetOf(page, perPage), perPage + 1),
    after
      ? recalled.total
      : words.length === 0
        ? stores.devices.count(scope)
        : stores.deviceSearch.count(scope, words),
  ]);
  const shown = hits.slice(0, perPage);
  const last = hits.length > perPage ? shown.at(-1) : undefined;
  const [views] = await Promise.all([
    stores.devices.withStates(shown.map((hit) => hit.device)),
    memory.keep(list, {
      ...(after || total === null ? {} : { total }),
      ...(last && continues(after, recalled.start) ? { start: { page: page + 1, at: last.position } } : {}),
    }),
  ]);
  const at = now();
  const rows =
    show === null
      ? views
      : views.filter((view) => isUp(view.lastHeartbeatAt, at, env.downAfterS) === (show === 'up'));
  return { rows, total, next: last ? seal.issue(last.position) : null };
}

/** No inventory has so many devices that a larger offset would find another answer than this one. */
function offsetOf(page: number, perPage: number): number {
  return Math.min((page - 1) * perPage, FARTHEST);
}

/**
 * A page that began at a client's own cursor has the number the client says only if that cursor is the stored one:
 * otherwise its end would be stored as the start of some page that it is not.
 */
function continues(after: Position | null, stored: Position | null): boolean {
  return after === null || (after.id === stored?.id && after.value === stored.value);
}

function readCursor(seal: CursorSeal, text: string): Position {
  const position = seal.read(text);
  if (position) return position;
  throw new AppError('invalidParameters', {
    text: 'search_after is no cursor of this list',
    details: { fields: ['search_after'] },
  });
}
