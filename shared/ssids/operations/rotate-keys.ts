import { bulkEntry, CLI, INSTALLATION } from '../../audit/domain/audit-entry.js';
import { reencryptAll, type CountUnreadable, type Reencryption } from '../../platform/mongo/reencrypt.js';
import { isCurrentlyEncrypted, type KeyRing, type EncryptedText } from '../../platform/values/encrypt.js';
import { reencryptWpaKey } from '../domain/wpa-key.js';
import type { EncryptedSsid } from '../stores/encrypted-key-store.js';
import type { SsidDeps } from '../deps.js';

/** Re-encrypts every key of an SSID that is not encrypted with the newest key or not bound to its record. */
export function rotateKeys({
  stores: { encryptedKeys },
  env,
  now,
}: Pick<SsidDeps, 'stores' | 'env' | 'now'>): Promise<Reencryption> {
  const change = { organisationId: INSTALLATION, at: now(), action: 'keys.rotated', kind: 'ssids' };
  const entry = bulkEntry(change, CLI);
  return reencryptAll(
    (afterId) => encryptedKeys.ssidsAfter(afterId),
    async (ssids, countUnreadable) => {
      const replacements = ssids.flatMap((ssid) =>
        reencryptedSsid(env.encryptionKeys, ssid, countUnreadable),
      );
      const reencrypted = await encryptedKeys.replaceKeys(replacements, entry);
      return { reencrypted, conflicts: replacements.length - reencrypted };
    },
  );
}

/** Empty for an SSID without a key or with a current one. A key that cannot be decrypted is counted. */
function reencryptedSsid(
  keys: KeyRing,
  ssid: EncryptedSsid,
  countUnreadable: CountUnreadable,
): (EncryptedSsid & { wpaKey: EncryptedText })[] {
  const { _id, wpaKey } = ssid;
  if (wpaKey === null || isCurrentlyEncrypted(keys, wpaKey)) return [];
  try {
    return [{ ...ssid, wpaKey: reencryptWpaKey(keys, _id, wpaKey) }];
  } catch {
    countUnreadable(wpaKey.keyId);
    return [];
  }
}
