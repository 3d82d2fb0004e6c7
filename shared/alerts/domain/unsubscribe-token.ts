import { createHmac, timingSafeEqual } from 'node:crypto';
import { UNSUBSCRIPTIONS, type Unsubscription } from './notification-settings.js';

/** What an unsubscribe link does: it ends mails of a kind to one user. */
export interface Unsubscribing {
  readonly organisationId: number;
  readonly userId: number;
  readonly kind: Unsubscription;
}

const TOKEN = /^([1-9]\d{0,15})\.([1-9]\d{0,15})\.([a-z_]{1,40})\.([\w-]{43})$/;

/** The token of an unsubscribe link. It is valid as long as its secret is one of the service. */
export function unsubscribeToken(secrets: readonly string[], link: Unsubscribing): string {
  const text = textOf(link);
  return `${text}.${macOf(secrets[0] ?? '', text)}`;
}

/** Reads a token; null unless one of the secrets has made it. */
export function readUnsubscribeToken(secrets: readonly string[], token: string): Unsubscribing | null {
  const [, organisationId, userId, name, mac = ''] = TOKEN.exec(token) ?? [];
  const kind = UNSUBSCRIPTIONS.find((each) => each === name);
  if (kind === undefined) return null;
  const link = { organisationId: Number(organisationId), userId: Number(userId), kind };
  const given = Buffer.from(mac);
  const text = textOf(link);
  const isOurs = secrets.some((secret) => timingSafeEqual(Buffer.from(macOf(secret, text)), given));
  return isOurs ? link : null;
}

function textOf({ organisationId, userId, kind }: Unsubscribing): string {
  return `${organisationId}.${userId}.${kind}`;
}

function macOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`unsubscribe ${text}`).digest('base64url');
}
