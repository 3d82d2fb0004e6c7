import { reencryptAll, type CountUnreadable, type Reencryption } from '../../platform/mongo/reencrypt.js';
import { isCurrentlyEncrypted, type KeyRing } from '../../platform/values/encrypt.js';
import { decryptEntries, encryptEntries, type UplinkKind } from '../domain/uplink-secrets.js';
import type {
  EncryptedUplink,
  EncryptedUplinkStore,
  ReplacedUplink,
} from '../stores/encrypted-uplink-store.js';

export interface ReencryptUplinksDeps {
  readonly stores: { readonly encryptedUplinks: EncryptedUplinkStore };
  readonly env: { readonly encryptionKeys: KeyRing };
}

/**
 * Encrypts the secrets of all uplinks, or of all templates, that an older key of the ring has encrypted with the newest
 * one.
 */
export function reencryptUplinks(
  { stores: { encryptedUplinks }, env }: ReencryptUplinksDeps,
  kind: UplinkKind,
): Promise<Reencryption> {
  return reencryptAll(
    (afterId) => encryptedUplinks.after(kind, afterId),
    async (records, countUnreadable) => {
      const replaced = records.flatMap((read) =>
        reencrypted(env.encryptionKeys, kind, read, countUnreadable),
      );
      const written = await encryptedUplinks.replace(kind, replaced);
      return { reencrypted: written, conflicts: replaced.length - written };
    },
  );
}

/** Empty for a record without secrets or with current ones. Secrets that cannot be decrypted are counted. */
function reencrypted(
  keys: KeyRing,
  kind: UplinkKind,
  read: EncryptedUplink,
  countUnreadable: CountUnreadable,
): ReplacedUplink[] {
  const { _id, details, secrets } = read;
  if (secrets === null || isCurrentlyEncrypted(keys, secrets)) return [];
  let opened;
  try {
    opened = decryptEntries(keys, kind, _id, {
      entries: Array.isArray(details) ? details : [details],
      secrets,
    });
  } catch {
    countUnreadable(secrets.keyId);
    return [];
  }
  const encrypted = encryptEntries(keys, kind, _id, opened);
  const entries = Array.isArray(details) ? encrypted.entries : (encrypted.entries[0] ?? {});
  return [{ read, details: entries, secrets: encrypted.secrets }];
}
