import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';

/** A secret of a fleet file, sealed with a passphrase: scrypt makes the key, AES-256-GCM seals. All in base64. */
export interface PassphraseSealed {
  readonly salt: string;
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
}

/** Seals texts; one salt for all of one export, so that its key is derived once. */
export type PassphraseSeal = (place: string, text: string) => PassphraseSealed;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;

/** The key of one passphrase and salt; the secrets of a file have one salt, and a key takes 0.1 s to derive. */
let derived: { readonly passphrase: string; readonly salt: string; readonly key: Buffer } | null = null;

function keyOf(passphrase: string, salt: string): Buffer {
  if (derived?.passphrase === passphrase && derived.salt === salt) return derived.key;
  const key = scryptSync(passphrase, Buffer.from(salt, 'base64'), KEY_BYTES, COST);
  derived = { passphrase, salt, key };
  return key;
}

/** The place of a text is the record and field that it belongs to; it opens only there. */
export function createPassphraseSeal(passphrase: string): PassphraseSeal {
  const salt = randomBytes(SALT_BYTES).toString('base64');
  return (place, text) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt), iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(place));
    const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
    return { salt, iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data };
  };
}

/** Null with another passphrase, at another place, or when the sealed text was changed. */
export function openSealed(
  passphrase: string,
  place: string,
  { salt, iv, tag, data }: PassphraseSealed,
): string | null {
  try {
    const key = keyOf(passphrase, salt);
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64'), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place)).setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Where the key of an SSID belongs. */
export function wpaKeyPlace(ssidId: number): string {
  return `network_ssids:${ssidId}:wpa_key`;
}
