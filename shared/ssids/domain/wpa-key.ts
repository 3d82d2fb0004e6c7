import { decryptText, encryptText, type KeyRing, type EncryptedText } from '../../platform/values/encrypt.js';

const placeOf = (ssidId: number): string => `network_ssids:${ssidId}:wpa_key`;

/** The wpa_key of an SSID as it is stored. */
export function sealWpaKey(keys: KeyRing, ssidId: number, key: string | null): EncryptedText | null {
  return key === null ? null : encryptText(keys, placeOf(ssidId), key);
}

/** @throws Error when the stored key cannot be opened */
export function openWpaKey(keys: KeyRing, ssidId: number, sealed: EncryptedText): string {
  return decryptText(keys, placeOf(ssidId), sealed);
}
