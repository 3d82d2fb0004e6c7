import type { RadiusImage } from '../records/domain/network-configuration.js';
import { decryptRadiusSecret } from '../../ssids/domain/radius-secret.js';
import type { ConfigurationDeps } from '../deps.js';
import type { RadiusSource } from '../domain/render-ssid.js';

/** A RADIUS server with its secret in clear text; null for a secret that cannot be decrypted. */
export function openRadiusServer(
  { env, log }: Pick<ConfigurationDeps, 'env' | 'log'>,
  { _id, host, authPort, acctPort, secret, nasIdentifier }: RadiusImage,
): RadiusSource {
  return { host, authPort, acctPort, nasIdentifier, secret: decrypted() };

  function decrypted(): string | null {
    try {
      return secret && decryptRadiusSecret(env.encryptionKeys, _id, secret);
    } catch (error) {
      log.warn({ err: error, radiusServer: _id }, 'The secret of a RADIUS server cannot be decrypted');
      return null;
    }
  }
}
