import { findWebhook } from '../../shared/webhooks/operations/change-webhook.js';
import Joi from 'joi';
import { listDeliveries } from '../../shared/webhooks/operations/list-webhooks.js';
import { cursor, cursorMeta } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { listFields } from '../http/list-fields.js';
import { revalidated } from '../http/revalidated.js';
import { pathId, UNKNOWN_ID } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { invalidSchema, pageSchema } from '../http/answer-schemas.js';
import { deliverySchema, presentDelivery } from './present-webhook.js';

export const webhookDeliveriesEndpoint = endpoint<{ id: number; per_page: number; cursor?: number }>({
  operation: 'webhook_deliveries',
  summary: 'List the deliveries of a webhook within the last 30 days, newest first',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.webhookDeliveries,
  input: Joi.object({ id: pathId, ...listFields(['-id'], cursor) }),
  invalid: 'settingsInvalid',
  headers: ['If-None-Match'],
  output: { 200: pageSchema('deliveries', deliverySchema), 422: invalidSchema },
  refusals: ['forbidden', 'webhookNotFound', 'settingsInvalid'],
  beforeFields: ({ deps, caller, input: { id } }) => findWebhook(deps, caller, id ?? UNKNOWN_ID),
  async handle({ deps, caller, input: { id, per_page: limit, cursor: before } }) {
    const { items, next } = await listDeliveries(deps, caller, { id, before, limit });
    const body = { data: { deliveries: items.map(presentDelivery) }, meta: cursorMeta(next), status: 200 };
    return revalidated(body);
  },
});
