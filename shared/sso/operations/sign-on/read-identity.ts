import {
  fetchUserInfo,
  type Configuration,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import type { SsoLink } from '../../../access/models/user.js';
import { emailText } from '../../../platform/values/email.js';
import { claimAt, hasOverage, rightsOf, type Claims } from '../../domain/claims.js';
import { SsoRefused } from '../../domain/refusals.js';
import type { SsoRights, SsoSettings } from '../../domain/sso-settings.js';

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
  /** The id of the session at the provider; null when it gives none. */
  readonly sid: string | null;
}

/**
 * Reads an identity from an ID token, and what that lacks from the userinfo endpoint.
 * @param known the identity of a refresh, whose answer may lack an ID token
 * @returns null when a refresh says nothing of the person
 * @throws SsoRefused; Error when the provider does not answer
 */
export async function readIdentity(
  client: Configuration,
  tokens: ProviderTokens,
  settings: SsoSettings,
  known: SsoLink | null = null,
): Promise<Identity | null> {
  const claims = tokens.claims();
  if (claims === undefined && known !== null && !hasUserInfo(client)) return null;
  const link = claims === undefined ? known : { issuer: claims.iss, subject: claims.sub };
  if (link === null || !isSame(link, known ?? link)) throw new SsoRefused('answer_refused');
  const all = await allClaims(client, tokens, settings, claims ?? {}, link.subject);
  const { email, email_verified: isVerified, hd, sid } = all;
  const address = emailText.validate(email);
  return {
    link,
    email: typeof email === 'string' && !address.error ? address.value : null,
    isEmailVerified: typeof isVerified === 'boolean' ? isVerified : null,
    hostedDomain: typeof hd === 'string' ? hd.toLowerCase() : null,
    rights: rightsOf(settings, settings.claim === null ? undefined : claimAt(all, settings.claim)),
    sid: typeof sid === 'string' ? sid : null,
  };
}

/** @throws SsoRefused when the provider has left out the groups of the person */
async function allClaims(
  client: Configuration,
  tokens: ProviderTokens,
  { claim }: SsoSettings,
  claims: Claims,
  subject: string,
): Promise<Claims> {
  const lacksClaim = (of: Claims): boolean => claim !== null && claimAt(of, claim) === undefined;
  const isLeftOut = (of: Claims): boolean => claim !== null && lacksClaim(of) && hasOverage(of, claim);
  if (isLeftOut(claims)) throw new SsoRefused('overage');
  const isMore = (lacksClaim(claims) || claims['email'] === undefined) && hasUserInfo(client);
  const more: Claims = isMore ? await fetchUserInfo(client, tokens.access_token, subject) : {};
  const all = { ...more, ...claims };
  if (isLeftOut(all)) throw new SsoRefused('overage');
  return all;
}

function isSame(one: SsoLink, other: SsoLink): boolean {
  return one.issuer === other.issuer && one.subject === other.subject;
}

function hasUserInfo(client: Configuration): boolean {
  return client.serverMetadata().userinfo_endpoint !== undefined;
}
