import { reencryptTexts, type Reencryption } from '../../../platform/mongo/reencrypt.js';
import type { SsoDeps } from '../../deps.js';
import { refreshTokenContext } from '../../domain/grant.js';

/** Re-encrypts the refresh tokens of users that are not encrypted with the newest key. */
export function reencryptRefreshTokens({
  stores: { ssoGrants },
  env: { encryptionKeys },
}: Pick<SsoDeps, 'stores' | 'env'>): Promise<Reencryption> {
  return reencryptTexts(
    encryptionKeys,
    (afterId) => ssoGrants.tokensAfter(afterId),
    ({ _id, organisationId, refreshToken: read }) => [
      { _id, organisationId, field: 'refreshToken', context: refreshTokenContext(_id), read },
    ],
    (texts) => ssoGrants.replaceTokens(texts),
  );
}
