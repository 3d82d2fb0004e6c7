import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
} from 'openid-client';
import type { SigningBrowser, SignedInBrowser } from '../../../access/operations/sign-in-session.js';
import type { KnownNetworks } from '../../../access/operations/users/judge-rights.js';
import { hashToken } from '../../../platform/values/secrets.js';
import type { SignOnDeps } from '../../deps.js';
import { attemptSecrets } from '../../domain/attempt.js';
import { SsoRefused } from '../../domain/refusals.js';
import { redirectUri } from '../../domain/sso-settings.js';
import type { SsoAttemptRecord } from '../../models/sso-attempt.js';
import { isConfigured, type ConfiguredSso } from '../identity-providers.js';
import { wordOf } from '../error-word.js';
import { openSsoSession } from './open-sso-session.js';
import { readIdentity, type Identity } from './read-identity.js';
import { recordRefusal } from './record-refusal.js';
import { settingsOf } from '../configuration/sso-configuration.js';
import { userOfIdentity } from './user-of-identity.js';

/** What a browser brings back from a provider. */
export interface ReturnedBrowser {
  readonly organisationId: number;
  /** The query of the request. */
  readonly query: URLSearchParams;
  /** The secret in the cookie of the browser that began; null without it. */
  readonly secret: string | null;
}

/** A browser that a provider has signed in, and the path at which it goes on. */
export interface CompletedSso {
  readonly session: SignedInBrowser;
  readonly next: string;
}

/**
 * Opens the session of a person whom the identity provider of an organisation has signed in. Refusals are counted in the audit
 * log of the organisation.
 * @param networksOf the networks of an organisation
 * @throws SsoRefused
 */
export async function completeSso(
  deps: SignOnDeps,
  returned: ReturnedBrowser,
  browser: SigningBrowser,
  networksOf: (organisationId: number) => KnownNetworks,
): Promise<CompletedSso> {
  const { organisationId } = returned;
  const attempt = await takeAttempt(deps, returned);
  try {
    const configured = await deps.stores.ssoConfigurations.find(organisationId);
    const isSame = configured?.issuer === attempt.issuer && configured.clientId === attempt.clientId;
    if (!isSame || !isConfigured(configured)) throw new SsoRefused('ended');
    const { identity, refreshToken } = await askProvider(deps, configured, returned);
    const place = { requestId: browser.requestId, address: browser.from.address };
    const user = await userOfIdentity(deps, configured, identity, networksOf(organisationId), place);
    const granted = { configured, refreshToken, sid: identity.sid };
    return { session: await openSsoSession(deps, user, granted, browser), next: attempt.next };
  } catch (error) {
    if (error instanceof SsoRefused) await recordRefusal(deps, organisationId, error, browser);
    throw error;
  }
}

/** @throws SsoRefused for a browser that did not begin this sign-in, and after it has ended */
async function takeAttempt(
  { stores, now }: Pick<SignOnDeps, 'stores' | 'now'>,
  { organisationId, query, secret }: ReturnedBrowser,
): Promise<SsoAttemptRecord> {
  const state = query.get('state');
  if (state === null || secret === null) throw new SsoRefused('ended');
  const hashes = { hash: hashToken(state), browserHash: hashToken(secret) };
  const attempt = await stores.ssoAttempts.take({ ...hashes, organisationId }, now());
  if (attempt === null) throw new SsoRefused('ended');
  return attempt;
}

/** Exchanges the code of a callback for an identity, and a refresh token where there is one. @throws SsoRefused */
async function askProvider(
  { env, log, identityProviders }: Pick<SignOnDeps, 'env' | 'log' | 'identityProviders'>,
  configured: ConfiguredSso,
  { organisationId, query, secret }: ReturnedBrowser,
): Promise<{ readonly identity: Identity; readonly refreshToken: string | null }> {
  const settings = settingsOf(configured);
  if (settings === null || env.publicUrl === null) throw new SsoRefused('ended');
  const state = query.get('state') ?? '';
  const { nonce, verifier } = attemptSecrets(state, secret ?? '');
  // By PUBLIC_URL and not by the request, whose host may be forged.
  const url = new URL(redirectUri(env.publicUrl, organisationId));
  url.search = query.toString();
  try {
    const client = await identityProviders.clientOf(configured);
    const tokens = await authorizationCodeGrant(client, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const identity = await readIdentity(client, tokens, settings);
    if (identity === null) throw new SsoRefused('answer_refused');
    return { identity, refreshToken: tokens.refresh_token ?? null };
  } catch (error) {
    if (error instanceof SsoRefused) throw error;
    log.warn(
      { err: wordOf(error), organisation: organisationId },
      'A sign-in by an identity provider failed',
    );
    throw new SsoRefused(reasonOf(error), error);
  }
}

function reasonOf(error: unknown): SsoRefused['reason'] {
  if (error instanceof AuthorizationResponseError) return 'denied';
  if (error instanceof ResponseBodyError) return 'answer_refused';
  const isAnswer = error instanceof ClientError && error.code !== undefined && error.code !== 'OAUTH_TIMEOUT';
  return isAnswer ? 'answer_refused' : 'unreachable';
}
