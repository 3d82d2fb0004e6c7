import { randomUUID } from 'node:crypto';
import Joi from 'joi';
import type { SortColumn } from '../../shared/search/domain/device-order.js';
import { searchInventory, type InventoryPage } from '../../shared/search/operations/search-inventory.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, optionalText, page, pageSize } from '../http/fields.js';
import { deviceSchema, presentDevice } from '../inventory/present-device.js';
import { PATHS } from '../paths.js';

interface Input {
  per_page: number;
  page: number;
  sort_column?: string | null;
  sort_direction?: string | null;
  search?: string | { value?: string | null } | null;
  search_after?: string | null;
  page_token: string | null;
  draw: number | null;
}

const PER_PAGE = 10;
const MAX_PER_PAGE = 500;

/** The values of sort_column; any other means name. */
const COLUMNS: ReadonlyMap<string, SortColumn> = new Map([
  ['name', 'name'],
  ['mac_id', 'macId'],
  ['router_serial_number', 'routerSerialNumber'],
  ['firmware_version', 'firmwareVersion'],
  ['network_name', 'networkName'],
  ['hp_name', 'hpName'],
  ['activated_on', 'activatedOn'],
  ['last_hb_on', 'lastHeartbeatAt'],
  ['id', 'id'],
]);

const UNKNOWN = 'unknown';
const count = Joi.number().integer().min(0);

const inventoryPageSchema = Joi.object({
  draw: Joi.number().integer().allow(null).required(),
  recordsTotal: count.required(),
  recordsFiltered: count.required(),
  data: Joi.array().items(deviceSchema).required(),
  meta: Joi.object({
    page_token: Joi.string().allow('', null).required(),
    next_page_token: Joi.string().uuid().allow(null).required(),
    next_search_after: Joi.array()
      .ordered(Joi.string().required(), Joi.number().integer().required())
      .allow(null)
      .required(),
    has_more: Joi.boolean().required(),
    count: count.required(),
    current: Joi.number().integer().min(1).required(),
    previous: Joi.number().integer().min(1).allow(null).required(),
    next: Joi.number().integer().min(2).allow(null).required(),
    pages: count.allow(null).required(),
    total: Joi.alternatives(count, Joi.string().valid(UNKNOWN)).required(),
  }).required(),
});

const text = Joi.string().allow('', null);

export const routInventoryListEndpoint = endpoint<Input>({
  operation: 'rout_inventory_list',
  summary: 'Search the inventory and page through what is found, by cursor or by page number',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.routInventoryList,
  input: Joi.object({
    per_page: pageSize(PER_PAGE, MAX_PER_PAGE),
    page,
    sort_column: optionalText(`One of ${[...COLUMNS.keys()].join(', ')}; anything else means name`),
    sort_direction: optionalText('desc for descending, anything else means ascending'),
    search: Joi.alternatives(text, Joi.object({ value: text })).description(
      'Words that must all be found in a device, upper or lower case; or exactly up or down',
    ),
    search_after: optionalText('A next_search_after of an earlier page, as JSON text'),
    page_token: text.default(null).description('Echoed back in meta'),
    draw: Joi.number().integer().empty(Joi.valid('', null)).default(null).description('Echoed back'),
    access_token: accessToken,
  }),
  output: { 200: inventoryPageSchema },
  refusals: ['invalidParameters'],
  async handle({ deps, caller, input }) {
    const request = {
      search: (typeof input.search === 'string' ? input.search : input.search?.value) ?? '',
      order: {
        column: COLUMNS.get(input.sort_column ?? '') ?? 'name',
        descending: input.sort_direction?.toLowerCase() === 'desc',
      },
      page: input.page,
      perPage: input.per_page,
      searchAfter: input.search_after ?? null,
    };
    const found = await searchInventory(deps, caller, {
      ...request,
      searchAfter: request.searchAfter === '' ? null : request.searchAfter,
    });
    return {
      status: 200,
      body: presentInventoryPage(found, {
        ...request,
        pageToken: input.page_token,
        draw: input.draw,
        at: deps.now(),
        downAfterS: deps.env.downAfterS,
      }),
    };
  },
});

interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  readonly pageToken: string | null;
  readonly draw: number | null;
  readonly at: Date;
  readonly downAfterS: number;
}

/** The answer of rout_inventory_list, with every field of its meta (docs/interface.md#rout_inventory_list-6). */
function presentInventoryPage(found: InventoryPage, request: PageRequest) {
  const { page, perPage } = request;
  const data = found.rows.map((view) => presentDevice(view, request.at, request.downAfterS));
  const hasMore = found.next !== null;
  const records = found.total ?? data.length;
  return {
    draw: request.draw,
    recordsTotal: records,
    recordsFiltered: records,
    data,
    meta: {
      page_token: request.pageToken,
      next_page_token: hasMore ? randomUUID() : null,
      next_search_after: found.next,
      has_more: hasMore,
      count: data.length,
      current: page,
      previous: page > 1 ? page - 1 : null,
      next: hasMore ? page + 1 : null,
      pages: found.total === null ? null : Math.ceil(found.total / perPage),
      total: found.total ?? UNKNOWN,
    },
  };
}
