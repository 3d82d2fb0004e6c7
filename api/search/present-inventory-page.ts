import { randomUUID } from 'node:crypto';
import Joi from 'joi';
import type { InventoryPage } from '../../shared/search/operations/search-inventory.js';
import { deviceSchema, presentDevice } from '../inventory/present-device.js';

export interface InventoryPageRequest {
  readonly page: number;
  readonly perPage: number;
  readonly pageToken: string | null;
  readonly draw: number | null;
  readonly at: Date;
  readonly downAfterS: number;
}

const UNKNOWN = 'unknown';

/** The answer of rout_inventory_list, with every field of its meta (docs/interface.md#rout_inventory_list-6). */
export function presentInventoryPage(found: InventoryPage, request: InventoryPageRequest) {
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

const count = Joi.number().integer().min(0);

export const inventoryPageSchema = Joi.object({
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
