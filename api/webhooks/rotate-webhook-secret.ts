import { rotateSecret } from '../../shared/webhooks/operations/rotate-secret.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { revealedAnswer, revealedAnswerSchema } from './present-webhook.js';
import { webhookId } from './webhook-input.js';

export const rotateWebhookSecretEndpoint = endpoint<{ id: number }>({
  operation: 'rotate_webhook_secret',
  summary: 'Give a webhook a new secret; the old one signs for another 24 hours',
  family: 'v1',
  access: 'user',
  changes: true,
  showsSecrets: true,
  routes: PATHS.rotateWebhookSecret,
  input: webhookId,
  headers: ['Idempotency-Key'],
  output: { 200: revealedAnswerSchema },
  refusals: ['forbidden', 'webhookNotFound', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  async handle({ deps, caller, input: { id }, keep }) {
    const rotated = await rotateSecret(deps, caller, id, (revealed, session) =>
      keep(revealedAnswer(revealed, 200), session),
    );
    return revealedAnswer(rotated, 200);
  },
});
