import { reencryptAll, type CountUnreadable, type Reencryption } from '../../platform/mongo/reencrypt.js';
import { isCurrentlyEncrypted, type KeyRing } from '../../platform/values/encrypt.js';
import { reencryptWpaKey } from '../../ssids/domain/wpa-key.js';
import type { ConfigurationDeps } from '../deps.js';
import type { EncryptedBase, ReplacedKey } from '../stores/encrypted-base-store.js';

/**
 * Re-encrypts the keys of the SSIDs in the bases of networks with the newest key of the ring. Runs after the SSIDs
 * themselves: an edit copies the stored text of an SSID to the base, so no older text comes after that.
 */
export function reencryptBases({
  stores: { encryptedBases },
  env,
}: Pick<ConfigurationDeps, 'stores' | 'env'>): Promise<Reencryption> {
  return reencryptAll(
    (afterId) => encryptedBases.after(afterId),
    async (networks, countUnreadable) => {
      const keys = networks.flatMap((network) =>
        reencryptedKeys(env.encryptionKeys, network, countUnreadable),
      );
      const reencrypted = await encryptedBases.replaceKeys(keys);
      return { reencrypted, conflicts: keys.length - reencrypted };
    },
  );
}

/** The keys that are not encrypted with the newest key of the ring. One that cannot be decrypted is counted. */
function reencryptedKeys(
  keys: KeyRing,
  { _id: networkId, organisationId, base }: EncryptedBase,
  countUnreadable: CountUnreadable,
): ReplacedKey[] {
  return (base?.ssids ?? []).flatMap(({ id: ssidId, before }) => {
    const read = before?.wpaKey ?? null;
    if (read === null || isCurrentlyEncrypted(keys, read)) return [];
    try {
      return [{ organisationId, networkId, ssidId, read, wpaKey: reencryptWpaKey(keys, ssidId, read) }];
    } catch {
      countUnreadable(read.keyId);
      return [];
    }
  });
}
