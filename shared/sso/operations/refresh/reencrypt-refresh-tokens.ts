import { reencryptAll, type Reencryption } from '../../../platform/mongo/reencrypt.js';
import { decryptText, encryptText, isCurrentlyEncrypted } from '../../../platform/values/encrypt.js';
import type { SsoDeps } from '../../deps.js';
import { refreshTokenContext } from '../../domain/grant.js';

/** Re-encrypts the refresh tokens of users that are not encrypted with the newest key. */
export function reencryptRefreshTokens({
  stores: { ssoGrants },
  env: { encryptionKeys },
}: Pick<SsoDeps, 'stores' | 'env'>): Promise<Reencryption> {
  return reencryptAll(
    (afterId) => ssoGrants.tokensAfter(afterId),
    async (batch, countUnreadable) => {
      const replaced = await Promise.all(
        batch.map(async (read): Promise<boolean | null> => {
          const { refreshToken: sealed } = read;
          if (isCurrentlyEncrypted(encryptionKeys, sealed)) return null;
          const context = refreshTokenContext(read._id);
          try {
            const token = decryptText(encryptionKeys, context, sealed);
            return await ssoGrants.replaceToken(read, encryptText(encryptionKeys, context, token));
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
