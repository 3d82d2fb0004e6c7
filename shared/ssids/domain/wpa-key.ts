import { decryptText, encryptText, type KeyRing, type EncryptedText } from '../../platform/values/encrypt.js';

const contextOf = (ssidId: number): string => `network_ssids:${ssidId}:wpa_key`;

/** Encrypts the wpa_key of an SSID for storage. */
export function encryptWpaKey(keys: KeyRing, ssidId: number, key: string | null): EncryptedText | null {
  return key === null ? null : encryptText(keys, contextOf(ssidId), key);
}

/** @throws Error when the stored key cannot be decrypted */
export function decryptWpaKey(keys: KeyRing, ssidId: number, encrypted: EncryptedText): string {
  return decryptText(keys, contextOf(ssidId), encrypted);
}

/**
 * Encrypts a stored key with the newest key of the ring, bound to its SSID.
 * @throws Error when the stored key cannot be decrypted
 */
export function reencryptWpaKey(keys: KeyRing, ssidId: number, encrypted: EncryptedText): EncryptedText {
  return encryptText(keys, contextOf(ssidId), decryptWpaKey(keys, ssidId, encrypted));
}
