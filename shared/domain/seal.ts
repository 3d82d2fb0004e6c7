import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A secret text as it rests: AES-256-GCM in base64, with the id of the key that sealed it. */
export interface SealedText {
  readonly keyId: string;
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Names a key without telling anything of it: the first 8 hex digits of its SHA-256. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

/** Encrypts a text with a key of 32 bytes. Twice the same text gives two different results. */
export function sealText(key: Buffer, text: string): SealedText {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    keyId: keyIdOf(key),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/**
 * The text again.
 * @throws Error when it was sealed with another key, or was changed since; the message names key ids, never the text
 */
export function openText(key: Buffer, sealed: SealedText): string {
  const keyId = keyIdOf(key);
  if (sealed.keyId !== keyId) throw new Error(`sealed with key ${sealed.keyId}, not with ${keyId}`);
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(sealed.iv, 'base64'), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
  return Buffer.concat([decipher.update(Buffer.from(sealed.data, 'base64')), decipher.final()]).toString(
    'utf8',
  );
}
