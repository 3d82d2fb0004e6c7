import { decryptText, encryptText, type EncryptedText, type KeyRing } from '../../platform/values/encrypt.js';

/** What answers, documents of operators and the audit log show instead of a secret. */
export const HIDDEN_SECRET = '***';

const contextOf = (serverId: number): string => `radius_servers:${serverId}:secret`;

export function encryptRadiusSecret(keys: KeyRing, serverId: number, secret: string): EncryptedText {
  return encryptText(keys, contextOf(serverId), secret);
}

/** @throws Error when the stored secret cannot be decrypted */
export function decryptRadiusSecret(keys: KeyRing, serverId: number, encrypted: EncryptedText): string {
  return decryptText(keys, contextOf(serverId), encrypted);
}

/**
 * Encrypts a stored secret with the newest key of the ring.
 * @throws Error when the stored secret cannot be decrypted
 */
export function reencryptRadiusSecret(
  keys: KeyRing,
  serverId: number,
  encrypted: EncryptedText,
): EncryptedText {
  return encryptRadiusSecret(keys, serverId, decryptRadiusSecret(keys, serverId, encrypted));
}
