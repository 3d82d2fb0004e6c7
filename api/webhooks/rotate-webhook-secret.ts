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
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: revealedAnswerSchema },
  refusals: [
    'forbidden',
    'webhookNotFound',
    'revisionChanged',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  async handle({ deps, caller, input: { id }, revisions, keep }) {
    const rotated = await rotateSecret(deps, caller, { id, revisions }, (revealed, session) =>
      keep(revealedAnswer(revealed, 200), session),
    );
    return revealedAnswer(rotated, 200);
  },
});
