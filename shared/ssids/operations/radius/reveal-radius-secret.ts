import type { RadiusImage } from '../../../configuration/records/domain/network-configuration.js';
import type { SsidDeps } from '../../deps.js';
import { decryptRadiusSecret } from '../../domain/radius-secret.js';

/** The secret of a RADIUS server in clear text; null without one, and for one that cannot be decrypted. */
export function revealRadiusSecret(
  { env, log }: Pick<SsidDeps, 'env' | 'log'>,
  { _id, secret }: Pick<RadiusImage, '_id' | 'secret'>,
): string | null {
  try {
    return secret && decryptRadiusSecret(env.encryptionKeys, _id, secret);
  } catch (error) {
    log.warn({ err: error, radiusServer: _id }, 'The secret of a RADIUS server cannot be decrypted');
    return null;
  }
}
