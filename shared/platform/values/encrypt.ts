import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Keys of 32 bytes, newest first: the first encrypts, all of them decrypt. */
export type KeyRing = readonly [newest: Buffer, ...older: Buffer[]];

/** An encrypted text: AES-256-GCM in base64, with the id of its key. */
export interface EncryptedText {
  readonly keyId: string;
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The id of a key, which reveals nothing of it: the first 8 hex digits of its SHA-256. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

/**
 * Encrypts a text with the newest key. The same text gives a different result each time.
 * @param context the field it is stored in, such as `network_ssids:17:wpa_key`; it decrypts only there
 */
export function encryptText([key]: KeyRing, context: string, text: string): EncryptedText {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    keyId: keyIdOf(key),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/**
 * Decrypts a text with the key of the ring that encrypted it.
 * @throws Error when that key is not in the ring, or when the text was changed or copied from another context; the
 * message names key ids, never the text
 */
export function decryptText(keys: KeyRing, context: string, encrypted: EncryptedText): string {
  const key = keys.find((candidate) => keyIdOf(candidate) === encrypted.keyId);
  if (!key) throw new Error(`encrypted with key ${encrypted.keyId}, which is not in the key ring`);
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(encrypted.iv, 'base64'), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(encrypted.tag, 'base64'));
  return Buffer.concat([decipher.update(Buffer.from(encrypted.data, 'base64')), decipher.final()]).toString(
    'utf8',
  );
}

/** Whether the text is encrypted with the newest key. */
export function isCurrentlyEncrypted([newest]: KeyRing, encrypted: EncryptedText): boolean {
  return encrypted.keyId === keyIdOf(newest);
}
