import { reencryptAll, type Reencryption } from '../../../platform/mongo/reencrypt.js';
import { isCurrentlyEncrypted } from '../../../platform/values/encrypt.js';
import type { SsidDeps } from '../../deps.js';
import { reencryptRadiusSecret } from '../../domain/radius-secret.js';
import type { ReplacedSecret } from '../../stores/encrypted-radius-store.js';

/** Re-encrypts the secrets of RADIUS servers that are not encrypted with the newest key. */
export function reencryptRadiusServers({
  stores: { encryptedRadiusServers },
  env: { encryptionKeys },
}: Pick<SsidDeps, 'stores' | 'env'>): Promise<Reencryption> {
  return reencryptAll(
    (afterId) => encryptedRadiusServers.after(afterId),
    async (servers, countUnreadable) => {
      const replaced = servers.flatMap((read): ReplacedSecret[] => {
        const { _id, secret } = read;
        if (secret === null || isCurrentlyEncrypted(encryptionKeys, secret)) return [];
        try {
          const again = reencryptRadiusSecret(encryptionKeys, _id, secret);
          return [{ read: { ...read, secret }, secret: again }];
        } catch {
          countUnreadable(secret.keyId);
          return [];
        }
      });
      const reencrypted = await encryptedRadiusServers.replace(replaced);
      return { reencrypted, conflicts: replaced.length - reencrypted };
    },
  );
}
