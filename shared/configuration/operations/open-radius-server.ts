import { revealRadiusSecret } from '../../ssids/operations/radius/reveal-radius-secret.js';
import type { ConfigurationDeps } from '../deps.js';
import type { RadiusSource } from '../domain/render-ssid.js';
import type { RadiusImage } from '../records/domain/network-configuration.js';

/** A RADIUS server with its secret in clear text; null for a secret that cannot be decrypted. */
export function openRadiusServer(
  deps: Pick<ConfigurationDeps, 'env' | 'log'>,
  server: RadiusImage,
): RadiusSource {
  const { host, authPort, acctPort, nasIdentifier } = server;
  return { host, authPort, acctPort, nasIdentifier, secret: revealRadiusSecret(deps, server) };
}
