import { reencryptTexts, type Reencryption } from '../../../platform/mongo/reencrypt.js';
import type { SsoDeps } from '../../deps.js';
import { clientSecretContext } from '../../domain/sso-settings.js';

/** Re-encrypts the secrets of identity providers that are not encrypted with the newest key. */
export function reencryptClientSecrets({
  stores: { ssoConfigurations },
  env: { encryptionKeys },
}: Pick<SsoDeps, 'stores' | 'env'>): Promise<Reencryption> {
  return reencryptTexts(
    encryptionKeys,
    (afterId) => ssoConfigurations.secretsAfter(afterId),
    ({ _id, clientSecret: read }) => [
      { _id, field: 'clientSecret', context: clientSecretContext(_id), read },
    ],
    (texts) => ssoConfigurations.replaceSecrets(texts),
  );
}
