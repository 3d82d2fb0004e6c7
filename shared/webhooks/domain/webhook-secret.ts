import { randomBytes } from 'node:crypto';
import { decryptText, encryptText, type EncryptedText, type KeyRing } from '../../platform/values/encrypt.js';

const contextOf = (webhookId: number): string => `webhooks:${webhookId}:secret`;

/** A new secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export function encryptSecret(keys: KeyRing, webhookId: number, secret: string): EncryptedText {
  return encryptText(keys, contextOf(webhookId), secret);
}

/** @throws Error when the stored secret cannot be decrypted */
export function decryptSecret(keys: KeyRing, webhookId: number, encrypted: EncryptedText): string {
  return decryptText(keys, contextOf(webhookId), encrypted);
}
