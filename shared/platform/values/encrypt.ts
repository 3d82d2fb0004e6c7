import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Keys of 32 bytes, newest first: the first seals, every one of them opens. */
export type KeyRing = readonly [newest: Buffer, ...older: Buffer[]];

/** A secret text at rest: AES-256-GCM in base64, with the id of the key that sealed it. */
export interface EncryptedText {
  /** Absent in texts that an earlier release sealed, which are not bound to their record. */
  readonly version?: typeof BOUND;
  readonly keyId: string;
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const BOUND = 2;

/** Names a key without revealing any of it: the first 8 hex digits of its SHA-256. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

/**
 * Encrypts a text with the newest key. Sealing the same text twice gives two different results.
 * @param place the field it is stored in, such as `network_ssids:17:wpa_key`; it opens only there
 */
export function encryptText([key]: KeyRing, place: string, text: string): EncryptedText {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    version: BOUND,
    keyId: keyIdOf(key),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/**
 * Decrypts a sealed text with whichever key of the ring sealed it.
 * @throws Error when no key of the ring sealed it, or when it was changed or copied from another place; the message
 * names key ids, never the text
 */
export function decryptText(keys: KeyRing, place: string, sealed: EncryptedText): string {
  const key = keys.find((candidate) => keyIdOf(candidate) === sealed.keyId);
  if (!key) throw new Error(`sealed with key ${sealed.keyId}, which is not in the key ring`);
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(sealed.iv, 'base64'), {
    authTagLength: TAG_BYTES,
  });
  if (sealed.version === BOUND) decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
  return Buffer.concat([decipher.update(Buffer.from(sealed.data, 'base64')), decipher.final()]).toString(
    'utf8',
  );
}

/** Whether the newest key sealed the text and bound it to its record. */
export function isCurrentSeal([newest]: KeyRing, sealed: EncryptedText): boolean {
  return sealed.version === BOUND && sealed.keyId === keyIdOf(newest);
}
