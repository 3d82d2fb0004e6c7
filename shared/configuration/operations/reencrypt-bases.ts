import { reencryptAll, type CountUnreadable, type Reencryption } from '../../platform/mongo/reencrypt.js';
import { isCurrentlyEncrypted, type EncryptedText, type KeyRing } from '../../platform/values/encrypt.js';
import { reencryptRadiusSecret } from '../../ssids/domain/radius-secret.js';
import { reencryptWpaKey } from '../../ssids/domain/wpa-key.js';
import type { ConfigurationDeps } from '../deps.js';
import type { EncryptedBase, ReplacedText } from '../stores/encrypted-base-store.js';

/**
 * Re-encrypts the keys of the SSIDs and the secrets of the RADIUS servers in the bases of networks with the newest key of
 * the ring. Runs after the SSIDs and servers themselves: an edit copies their stored text to the base, so no older text
 * comes after that.
 */
export function reencryptBases({
  stores: { encryptedBases },
  env,
}: Pick<ConfigurationDeps, 'stores' | 'env'>): Promise<Reencryption> {
  return reencryptAll(
    (afterId) => encryptedBases.after(afterId),
    async (networks, countUnreadable) => {
      const texts = networks.flatMap((network) => [
        ...reencryptedTexts(env.encryptionKeys, network, countUnreadable),
      ]);
      const reencrypted = await encryptedBases.replace(texts);
      return { reencrypted, conflicts: texts.length - reencrypted };
    },
  );
}

/** The texts that are not encrypted with the newest key of the ring. One that cannot be decrypted is counted. */
function reencryptedTexts(
  keys: KeyRing,
  { _id: networkId, organisationId, base }: EncryptedBase,
  countUnreadable: CountUnreadable,
): ReplacedText[] {
  const replaced = (
    field: ReplacedText['field'],
    id: number,
    read: EncryptedText | null | undefined,
    reencrypt: typeof reencryptWpaKey,
  ): ReplacedText[] => {
    if (!read || isCurrentlyEncrypted(keys, read)) return [];
    try {
      return [{ organisationId, networkId, field, id, read, text: reencrypt(keys, id, read) }];
    } catch {
      countUnreadable(read.keyId);
      return [];
    }
  };
  return [
    ...(base?.ssids ?? []).flatMap(({ id, before }) =>
      replaced('ssids.wpaKey', id, before?.wpaKey, reencryptWpaKey),
    ),
    ...(base?.servers ?? []).flatMap(({ id, before }) =>
      replaced('servers.secret', id, before?.secret, reencryptRadiusSecret),
    ),
  ];
}
