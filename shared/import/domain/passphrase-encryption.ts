import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';

/** A secret encrypted with a passphrase: scrypt derives the key, AES-256-GCM encrypts. All fields are base64. */
export interface PassphraseEncrypted {
  readonly salt: string;
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
}

/**
 * Encrypts a text with one passphrase and salt.
 * @param context the record and field of the text, which decryption has to name
 */
export type PassphraseEncryption = (context: string, text: string) => PassphraseEncrypted;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;

/** The last key. The secrets of a file share a salt, and deriving a key takes 0.1 s. */
let derived: { readonly passphrase: string; readonly salt: string; readonly key: Buffer } | null = null;

function keyOf(passphrase: string, salt: string): Buffer {
  if (derived?.passphrase === passphrase && derived.salt === salt) return derived.key;
  const key = scryptSync(passphrase, Buffer.from(salt, 'base64'), KEY_BYTES, COST);
  derived = { passphrase, salt, key };
  return key;
}

export function passphraseEncryption(passphrase: string): PassphraseEncryption {
  const salt = randomBytes(SALT_BYTES).toString('base64');
  return (context, text) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt), iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context));
    const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
    return { salt, iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data };
  };
}

/** Null with another passphrase or context, and when the encrypted text was changed. */
export function decryptWithPassphrase(
  passphrase: string,
  context: string,
  { salt, iv, tag, data }: PassphraseEncrypted,
): string | null {
  try {
    const key = keyOf(passphrase, salt);
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64'), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
