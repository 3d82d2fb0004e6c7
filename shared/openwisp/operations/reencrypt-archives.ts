import { reencryptAll, type Reencryption } from '../../platform/mongo/reencrypt.js';
import { isCurrentlyEncrypted, type EncryptedText } from '../../platform/values/encrypt.js';
import type { OpenwispDeps } from '../deps.js';
import type { ReplacedArchive } from '../stores/openwisp-device-store.js';
import { sealArchiveAgain } from './sealed-archive.js';

/** Re-encrypts the archives of devices with openwisp-config with the newest key of the ring. */
export function reencryptArchives({
  stores: { openwispDevices },
  env,
}: Pick<OpenwispDeps, 'stores' | 'env'>): Promise<Reencryption> {
  const keys = env.encryptionKeys;
  return reencryptAll(
    (afterId) => openwispDevices.archivesAfter(afterId),
    async (devices, countUnreadable) => {
      const replaced = devices.flatMap(({ _id: deviceId, organisationId, running, offered }) => {
        const again = (
          field: ReplacedArchive['field'],
          read: EncryptedText | undefined,
        ): ReplacedArchive[] => {
          if (!read || isCurrentlyEncrypted(keys, read)) return [];
          try {
            return [{ organisationId, deviceId, field, read, text: sealArchiveAgain(keys, deviceId, read) }];
          } catch {
            countUnreadable(read.keyId);
            return [];
          }
        };
        return [...again('running.archive', running?.archive), ...again('offered.archive', offered?.archive)];
      });
      const reencrypted = await openwispDevices.replaceArchives(replaced);
      return { reencrypted, conflicts: replaced.length - reencrypted };
    },
  );
}
