import { reencryptTexts, type Reencryption } from '../../platform/mongo/reencrypt.js';
import type { UcentralDeps } from '../deps.js';
import { configContext } from './sealed-config.js';

/** Re-encrypts the configurations of devices that speak uCentral with the newest key of the ring. */
export function reencryptConfigs({
  stores: { encryptedConfigs },
  env: { encryptionKeys },
}: Pick<UcentralDeps, 'stores' | 'env'>): Promise<Reencryption> {
  return reencryptTexts(
    encryptionKeys,
    (afterId) => encryptedConfigs.after(afterId),
    ({ _id, organisationId, running, trial }) => {
      const place = { _id, organisationId, context: configContext(_id) };
      return [
        { ...place, field: 'running.config', read: running?.config },
        { ...place, field: 'trial.config', read: trial?.config },
      ];
    },
    (texts) => encryptedConfigs.replace(texts),
  );
}
