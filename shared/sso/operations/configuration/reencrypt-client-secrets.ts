import { reencryptAll, type Reencryption } from '../../../platform/mongo/reencrypt.js';
import { decryptText, encryptText, isCurrentlyEncrypted } from '../../../platform/values/encrypt.js';
import type { SsoDeps } from '../../deps.js';
import { clientSecretContext } from '../../domain/sso-settings.js';

/** Re-encrypts the secrets of identity providers that are not encrypted with the newest key. */
export function reencryptClientSecrets({
  stores: { ssoConfigurations },
  env: { encryptionKeys },
}: Pick<SsoDeps, 'stores' | 'env'>): Promise<Reencryption> {
  return reencryptAll(
    (afterId) => ssoConfigurations.secretsAfter(afterId),
    async (batch, countUnreadable) => {
      const replaced = await Promise.all(
        batch.map(async (read): Promise<boolean | null> => {
          const { clientSecret: sealed } = read;
          if (!sealed || isCurrentlyEncrypted(encryptionKeys, sealed)) return null;
          const context = clientSecretContext(read._id);
          try {
            const secret = decryptText(encryptionKeys, context, sealed);
            return await ssoConfigurations.replaceSecret(read, encryptText(encryptionKeys, context, secret));
          } catch {
            countUnreadable(sealed.keyId);
            return null;
          }
        }),
      );
      const reencrypted = replaced.filter((isReplaced) => isReplaced === true).length;
      return { reencrypted, conflicts: replaced.filter((isReplaced) => isReplaced === false).length };
    },
  );
}
