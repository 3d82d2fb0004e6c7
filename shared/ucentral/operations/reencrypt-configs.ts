import { reencryptAll, type Reencryption } from '../../platform/mongo/reencrypt.js';
import { isCurrentlyEncrypted, type EncryptedText } from '../../platform/values/encrypt.js';
import type { UcentralDeps } from '../deps.js';
import { sealAgain } from './sealed-config.js';
import type { ReplacedConfig } from '../stores/encrypted-config-store.js';

/** Re-encrypts the configurations of devices that speak uCentral with the newest key of the ring. */
export function reencryptConfigs({
  stores: { encryptedConfigs },
  env,
}: Pick<UcentralDeps, 'stores' | 'env'>): Promise<Reencryption> {
  const keys = env.encryptionKeys;
  return reencryptAll(
    (afterId) => encryptedConfigs.after(afterId),
    async (devices, countUnreadable) => {
      const replaced = devices.flatMap(({ _id: deviceId, organisationId, running, trial }) => {
        const again = (field: ReplacedConfig['field'], read: EncryptedText | undefined): ReplacedConfig[] => {
          if (!read || isCurrentlyEncrypted(keys, read)) return [];
          try {
            return [{ organisationId, deviceId, field, read, text: sealAgain(keys, deviceId, read) }];
          } catch {
            countUnreadable(read.keyId);
            return [];
          }
        };
        return [...again('running.config', running?.config), ...again('trial.config', trial?.config)];
      });
      const reencrypted = await encryptedConfigs.replace(replaced);
      return { reencrypted, conflicts: replaced.length - reencrypted };
    },
  );
}
