import { deleteWebhook } from '../../shared/webhooks/operations/delete-webhook.js';
import { deletionEndpoint } from '../http/deletion.js';
import { PATHS } from '../paths.js';
import { webhookId } from './webhook-input.js';

export const deleteWebhookEndpoint = deletionEndpoint({
  operation: 'delete_webhook',
  summary: 'Delete a webhook',
  routes: PATHS.deleteWebhook,
  input: webhookId,
  hasRevision: true,
  refusals: ['forbidden', 'webhookNotFound'],
  run: deleteWebhook,
});
