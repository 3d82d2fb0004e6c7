import { randomBytes } from 'node:crypto';
import { decryptText, encryptText, type EncryptedText, type KeyRing } from '../../platform/values/encrypt.js';

const CONTEXT = 'settings:configuration:salt_key';
const BYTES = 32;

/** A new key of the installation's salts, encrypted for storage. */
export function newSaltKey(keys: KeyRing): EncryptedText {
  return encryptText(keys, CONTEXT, randomBytes(BYTES).toString('hex'));
}

/** @throws Error when it cannot be decrypted */
export function openSaltKey(keys: KeyRing, encrypted: EncryptedText): Buffer {
  return Buffer.from(decryptText(keys, CONTEXT, encrypted), 'hex');
}

/** The same key, encrypted with the newest key of the ring. @throws Error when it cannot be decrypted */
export function reencryptSaltKey(keys: KeyRing, encrypted: EncryptedText): EncryptedText {
  return encryptText(keys, CONTEXT, decryptText(keys, CONTEXT, encrypted));
}
