import { Webhook } from 'standardwebhooks';

/** The headers of a webhook by Standard Webhooks: a signature of each secret, the newest first. */
export function signedHeaders(
  eventId: string,
  body: string,
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'airfleet-webhooks',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, at, body)).join(' '),
  };
}
