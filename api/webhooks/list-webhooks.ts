import Joi from 'joi';
import { listWebhooks } from '../../shared/webhooks/operations/list-webhooks.js';
import { cursor, cursorMeta } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { listFields } from '../http/list-fields.js';
import { revalidated } from '../http/revalidated.js';
import { PATHS } from '../paths.js';
import { invalidSchema, pageSchema } from '../http/answer-schemas.js';
import { presentWebhook, webhookSchema } from './present-webhook.js';

export const listWebhooksEndpoint = endpoint<{ per_page: number; cursor?: number }>({
  operation: 'list_webhooks',
  summary: 'List the webhooks of the organisation',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.listWebhooks,
  input: Joi.object(listFields(['id'], cursor)),
  invalid: 'settingsInvalid',
  headers: ['If-None-Match'],
  output: { 200: pageSchema('webhooks', webhookSchema), 422: invalidSchema },
  refusals: ['forbidden', 'settingsInvalid'],
  async handle({ deps, caller, input: { per_page: limit, cursor: after = 0 } }) {
    const { items, next } = await listWebhooks(deps, caller, { after, limit });
    const body = { data: { webhooks: items.map(presentWebhook) }, meta: cursorMeta(next), status: 200 };
    return revalidated(body);
  },
});
