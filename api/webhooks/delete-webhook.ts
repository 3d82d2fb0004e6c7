import { deleteWebhook } from '../../shared/webhooks/operations/delete-webhook.js';
import { DELETED, deletedSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { webhookId } from './webhook-input.js';

export const deleteWebhookEndpoint = endpoint<{ id: number }>({
  operation: 'delete_webhook',
  summary: 'Delete a webhook',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.deleteWebhook,
  input: webhookId,
  headers: ['If-Match'],
  output: { 200: deletedSchema },
  refusals: ['forbidden', 'webhookNotFound', 'revisionChanged'],
  async handle({ deps, caller, input: { id }, revisions }) {
    await deleteWebhook(deps, caller, { id, revisions });
    return DELETED;
  },
});
