import Joi from 'joi';
import { accessToken, pageSize } from './fields.js';

const blank = Joi.valid('', null);

/** Each field ascending, and with `-` before it descending. */
export function bothWays(fields: readonly string[]): string[] {
  return fields.flatMap((field) => [field, `-${field}`]);
}

/**
 * The parameters of every list under /v1.
 * @param orders what `sort` takes; the first one is the default, and the only one of a list in a fixed order
 * @param cursor reads the cursors of the list
 */
export const listFields = (orders: readonly [string, ...string[]], cursor: Joi.Schema) => ({
  per_page: pageSize(50, 200),
  sort: Joi.string()
    .valid(...orders)
    .empty(blank)
    .default(orders[0])
    .description('A field; with `-` before it, descending'),
  cursor,
  access_token: accessToken,
});
