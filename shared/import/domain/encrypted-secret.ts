import Joi from 'joi';
import { decryptWithPassphrase, type PassphraseEncrypted } from './passphrase-encryption.js';

const base64 = Joi.string().base64().required();

/** A secret of a fleet file that is encrypted with a passphrase. */
export const ENCRYPTED_SECRET = Joi.object<PassphraseEncrypted, true>({
  salt: base64,
  iv: base64,
  tag: base64,
  data: base64,
});

export type DecryptedSecret = { readonly text: string } | { readonly problem: string };

/**
 * Decrypts a secret of a fleet file.
 * @param context the record and field that the export has encrypted it for
 */
export function decryptSecret(
  passphrase: string | null,
  context: string,
  encrypted: unknown,
): DecryptedSecret {
  const checked = ENCRYPTED_SECRET.validate(encrypted, { convert: false });
  if (checked.error) return { problem: 'must be an object with salt and iv and tag and data' };
  if (passphrase === null) return { problem: 'needs AIRFLEET_EXPORT_PASSPHRASE' };
  const text = decryptWithPassphrase(passphrase, context, checked.value);
  return text === null ? { problem: 'does not open with this AIRFLEET_EXPORT_PASSPHRASE' } : { text };
}
