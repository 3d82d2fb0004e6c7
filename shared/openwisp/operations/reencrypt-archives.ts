import { reencryptTexts, type Reencryption } from '../../platform/mongo/reencrypt.js';
import type { OpenwispDeps } from '../deps.js';
import { archiveContext } from './sealed-archive.js';

/** Re-encrypts the archives of devices with openwisp-config with the newest key of the ring. */
export function reencryptArchives({
  stores: { openwispDevices },
  env: { encryptionKeys },
}: Pick<OpenwispDeps, 'stores' | 'env'>): Promise<Reencryption> {
  return reencryptTexts(
    encryptionKeys,
    (afterId) => openwispDevices.archivesAfter(afterId),
    ({ _id, organisationId, running, offered }) => {
      const place = { _id, organisationId, context: archiveContext(_id) };
      return [
        { ...place, field: 'running.archive', read: running?.archive },
        { ...place, field: 'offered.archive', read: offered?.archive },
      ];
    },
    (texts) => openwispDevices.replaceArchives(texts),
  );
}
