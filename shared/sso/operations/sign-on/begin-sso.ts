import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { hashToken, newToken } from '../../../platform/values/secrets.js';
import type { SsoDeps } from '../../deps.js';
import { ATTEMPT_MS, attemptSecrets } from '../../domain/attempt.js';
import { domainOf } from '../../domain/domains.js';
import { isEntra, needsHostedDomain } from '../../domain/issuer.js';
import { SsoRefused } from '../../domain/refusals.js';
import { redirectUri } from '../../domain/sso-settings.js';
import { wordOf } from '../error-word.js';
import { isConfigured } from '../identity-providers.js';

/** Where a browser asks the provider, and the secret for its cookie. */
export interface BegunSso {
  readonly url: string;
  readonly secret: string;
  readonly expiresAt: Date;
}

const SCOPES = ['openid', 'email', 'profile'];
const OFFLINE = 'offline_access';

/** What asks a provider for a refresh token, as far as it says how. */
function askingForRefreshToken(issuer: string, scopes: readonly string[]): Record<string, string> {
  const scope = SCOPES.join(' ');
  if (needsHostedDomain(issuer)) return { scope, access_type: 'offline', prompt: 'consent' };
  if (!scopes.includes(OFFLINE)) return { scope };
  // Entra ID would ask users for a consent that only administrators may give.
  const prompt: Record<string, string> = isEntra(issuer) ? {} : { prompt: 'consent' };
  return { scope: `${scope} ${OFFLINE}`, ...prompt };
}

/**
 * Begins to sign in by the identity provider of the organisation that has proven the domain of an email. Whether there is an
 * account with the email is not looked up.
 * @param next the path of this service at which the browser goes on
 * @throws SsoRefused
 */
export async function beginSso(
  deps: Pick<SsoDeps, 'stores' | 'env' | 'now' | 'log' | 'identityProviders'>,
  { email, next }: { readonly email: string; readonly next: string },
): Promise<BegunSso> {
  const { stores, env, now, log, identityProviders } = deps;
  const domain = domainOf(email);
  const organisationId = domain === null ? null : await stores.ssoDomains.ownerOf(domain);
  if (domain === null || organisationId === null) throw new SsoRefused('not_configured');
  const configured = await stores.ssoConfigurations.find(organisationId);
  if (!isConfigured(configured) || env.publicUrl === null) throw new SsoRefused('not_configured');
  const { issuer, clientId } = configured;
  const client = await identityProviders.clientOf(configured).catch((error: unknown) => {
    log.warn({ err: wordOf(error), organisation: organisationId }, 'An identity provider did not answer');
    throw new SsoRefused('unreachable', error);
  });
  const [state, secret, createdAt] = [newToken(), newToken(), now()];
  const expiresAt = new Date(createdAt.getTime() + ATTEMPT_MS);
  const { nonce, verifier } = attemptSecrets(state, secret);
  const hashes = { _id: hashToken(state), browserHash: hashToken(secret) };
  await stores.ssoAttempts.create({
    ...hashes,
    organisationId,
    issuer,
    clientId,
    next,
    createdAt,
    expiresAt,
  });
  const hosted: Record<string, string> = needsHostedDomain(issuer) ? { hd: domain } : {};
  const url = buildAuthorizationUrl(client, {
    redirect_uri: redirectUri(env.publicUrl, organisationId),
    ...askingForRefreshToken(issuer, client.serverMetadata().scopes_supported ?? []),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    login_hint: email.trim(),
    ...hosted,
  });
  return { url: url.href, secret, expiresAt };
}
