import type { Caller } from '../../access/domain/access.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { WebhookDeps } from '../deps.js';
import { encryptSecret, newSecret } from '../domain/webhook-secret.js';
import type { WebhookRecord, WebhookSecret } from '../models/webhook.js';
import { changeWebhook, type WebhookRequest } from './change-webhook.js';
import type { RevealedWebhook } from './create-webhook.js';

const OVERLAP_MS = 24 * 3_600_000;
/** Bounds the header of signatures when a secret is rotated again and again. */
const MAX_SECRETS = 10;

/**
 * Gives a webhook a new secret. The former ones sign for another 24 hours.
 * @throws errors of changeWebhook
 */
export async function rotateSecret(
  deps: WebhookDeps,
  caller: Caller,
  request: WebhookRequest,
  accompany: Accompany<RevealedWebhook>,
): Promise<RevealedWebhook> {
  const { env, now } = deps;
  const secret = newSecret();
  const judge = ({ secrets }: WebhookRecord): { secrets: WebhookSecret[] } => {
    const at = now();
    const former = signingSecrets(secrets, at).map((each): WebhookSecret => ({
      ...each,
      until: each.until ?? new Date(at.getTime() + OVERLAP_MS),
    }));
    const newest = { secret: encryptSecret(env.encryptionKeys, request.id, secret), until: null };
    return { secrets: [newest, ...former].slice(0, MAX_SECRETS) };
  };
  const webhook = await changeWebhook(
    deps,
    caller,
    request,
    judge,
    (changed, session) => accompany({ webhook: changed, secret }, session),
    'secret_rotated',
  );
  return { webhook, secret };
}

/** The secrets that sign at a time. */
export function signingSecrets(secrets: readonly WebhookSecret[], at: Date): WebhookSecret[] {
  return secrets.filter(({ until }) => until === null || until > at);
}
