import {
  fetchUserInfo,
  type Configuration,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import type { SsoLink } from '../../access/models/user.js';
import { emailText } from '../../platform/values/email.js';
import { claimAt, hasOverage, rightsOf, type Claims } from '../domain/claims.js';
import { SsoRefused } from '../domain/refusals.js';
import type { SsoRights, SsoSettings } from '../domain/sso-settings.js';

export type ProviderTokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** What a provider says of a person. */
export interface Identity {
  readonly link: SsoLink;
  /** In lower case; null when it says none. */
  readonly email: string | null;
  /** Null when it does not say. */
  readonly isEmailVerified: boolean | null;
  /** The domain that manages an account at a provider of all domains. */
  readonly hostedDomain: string | null;
  /** Null: none. */
  readonly rights: SsoRights | null;
}

/**
 * Reads an identity from an ID token, and what that lacks from the userinfo endpoint.
 * @throws SsoRefused; Error when the provider does not answer
 */
export async function readIdentity(
  client: Configuration,
  tokens: ProviderTokens,
  settings: SsoSettings,
): Promise<Identity> {
  const claims = tokens.claims();
  if (claims === undefined) throw new SsoRefused('answer_refused');
  const { claim } = settings;
  const lacksClaim = claim !== null && claimAt(claims, claim) === undefined;
  if (lacksClaim && hasOverage(claims, claim)) throw new SsoRefused('overage');
  const isMore = (lacksClaim || claims['email'] === undefined) && hasUserInfo(client);
  const more: Claims = isMore ? await fetchUserInfo(client, tokens.access_token, claims.sub) : {};
  const all: Claims = { ...more, ...claims };
  if (claim !== null && claimAt(all, claim) === undefined && hasOverage(all, claim))
    throw new SsoRefused('overage');
  const { email, email_verified: isVerified, hd } = all;
  const address = emailText.validate(email);
  return {
    link: { issuer: claims.iss, subject: claims.sub },
    email: typeof email === 'string' && !address.error ? (address.value as string) : null,
    isEmailVerified: typeof isVerified === 'boolean' ? isVerified : null,
    hostedDomain: typeof hd === 'string' ? hd.toLowerCase() : null,
    rights: rightsOf(settings, claim === null ? undefined : claimAt(all, claim)),
  };
}

function hasUserInfo(client: Configuration): boolean {
  return client.serverMetadata().userinfo_endpoint !== undefined;
}
