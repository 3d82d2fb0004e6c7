import { expect } from 'chai';
import { routInventoryListEndpoint } from '../../api/endpoints/inventory/rout-inventory-list.js';
import type { Client } from './api.js';
import { ask, type Asking } from './asking.js';

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

export type PageQuery = Readonly<Record<string, unknown>>;

/** One page of rout_inventory_list; anything but a 200 as it is described fails the test. */
export async function inventoryPage(
  api: Client,
  token: string,
  query: PageQuery = {},
  asking: Asking = {},
): Promise<InventoryBody> {
  const reply = await ask(api, routInventoryListEndpoint, query, { token, ...asking });
  expect(reply.status, reply.text).to.equal(200);
  return reply.body;
}

export function namesIn({ data }: InventoryBody): string[] {
  return data.map(({ name }) => name);
}

/** The query that begins after this page. */
export function afterPage({ meta }: InventoryBody): PageQuery {
  return { search_after: JSON.stringify(meta.next_search_after) };
}

/** How a walk goes from a page to the next. */
export type Step = 'cursor' | 'number' | 'both';

/** The query that leads to the page after `body`. */
function nextQuery(step: Step, query: PageQuery, body: InventoryBody): PageQuery {
  const cursor = afterPage(body);
  const number = { page: body.meta.next ?? 0 };
  if (step === 'cursor') return { ...query, ...cursor };
  return step === 'number' ? { ...query, ...number } : { ...query, ...cursor, ...number };
}

/** Every row of a list, page by page; `between` runs after each page. */
export async function walkInventory(
  api: Client,
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
