import { expect } from 'chai';
import type { TestApi } from './api.js';

const ROUT_INVENTORY_LIST = '/v1/access_points/rout_inventory_list';

export interface InventoryRow {
  readonly id: number;
  readonly name: string;
  readonly mac_id: string;
  readonly network_name: string | null;
  readonly location_network_id: number | null;
  readonly last_hb_on: string | null;
  readonly is_up: boolean | null;
}

export interface InventoryMeta {
  readonly page_token: string | null;
  readonly next_page_token: string | null;
  readonly next_search_after: readonly [string, number] | null;
  readonly has_more: boolean;
  readonly count: number;
  readonly current: number;
  readonly previous: number | null;
  readonly next: number | null;
  readonly pages: number | null;
  readonly total: number | 'unknown';
}

export interface InventoryBody {
  readonly draw: number | null;
  readonly recordsTotal: number;
  readonly recordsFiltered: number;
  readonly data: readonly InventoryRow[];
  readonly meta: InventoryMeta;
}

export type PageQuery = Readonly<Record<string, string | number>>;

/** One page of rout_inventory_list; anything but 200 fails the test. */
async function inventoryPage(api: TestApi, token: string, query: PageQuery = {}): Promise<InventoryBody> {
  const reply = await api.call('GET', ROUT_INVENTORY_LIST, { token, query });
  expect(reply.status, reply.text).to.equal(200);
  return reply.body;
}

/** How a walk goes from a page to the next. */
export type Step = 'cursor' | 'number' | 'both';

/** The query that leads to the page after `body`. */
function nextQuery(step: Step, query: PageQuery, { meta }: InventoryBody): PageQuery {
  const cursor = { search_after: JSON.stringify(meta.next_search_after) };
  const number = { page: meta.next ?? 0 };
  if (step === 'cursor') return { ...query, ...cursor };
  return step === 'number' ? { ...query, ...number } : { ...query, ...cursor, ...number };
}

/** Every row of a list, page by page; `between` runs after each page. */
export async function walkInventory(
  api: TestApi,
  token: string,
  query: PageQuery,
  step: Step,
  between: (page: number) => Promise<void> = () => Promise.resolve(),
): Promise<InventoryRow[]> {
  const rows: InventoryRow[] = [];
  let current = await inventoryPage(api, token, query);
  for (let page = 1; ; page += 1) {
    rows.push(...current.data);
    if (!current.meta.has_more) return rows;
    await between(page);
    current = await inventoryPage(api, token, nextQuery(step, query, current));
  }
}
