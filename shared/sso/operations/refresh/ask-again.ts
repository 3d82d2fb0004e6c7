import { refreshTokenGrant, ResponseBodyError } from 'openid-client';
import type { UserRecord } from '../../../access/models/user.js';
import { decryptText } from '../../../platform/values/encrypt.js';
import type { SsoDeps } from '../../deps.js';
import { refreshTokenContext } from '../../domain/grant.js';
import { SsoRefused } from '../../domain/refusals.js';
import type { SsoRights } from '../../domain/sso-settings.js';
import type { SsoGrantRecord } from '../../models/sso-grant.js';
import { wordOf } from '../error-word.js';
import type { ConfiguredSso } from '../identity-providers.js';
import { readIdentity } from '../sign-on/read-identity.js';
import { settingsOf } from '../configuration/sso-configuration.js';

/** What a provider says when it is asked again whether a user may sign in. */
export type Refreshed =
  | {
      readonly kind: 'confirmed';
      /** Null: the stored one goes on. */
      readonly refreshToken: string | null;
      /** Null when it says nothing of them. */
      readonly rights: SsoRights | null;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'silent' };

/** Asks a provider for new tokens of a user. Whatever is no clear refusal counts as no answer. */
export async function askAgain(
  { env, log, identityProviders }: Pick<SsoDeps, 'env' | 'log' | 'identityProviders'>,
  configured: ConfiguredSso,
  { refreshToken: sealed, organisationId }: SsoGrantRecord,
  { _id, sso }: UserRecord,
): Promise<Refreshed> {
  const settings = settingsOf(configured);
  if (sso === undefined || settings === null) return { kind: 'refused', reason: 'unlinked' };
  try {
    const refreshToken = decryptText(env.encryptionKeys, refreshTokenContext(_id), sealed);
    const client = await identityProviders.clientOf(configured);
    const tokens = await refreshTokenGrant(client, refreshToken);
    const identity = await readIdentity(client, tokens, settings, sso);
    if (identity?.rights === null) return { kind: 'refused', reason: 'without_role' };
    const renewed = tokens.refresh_token ?? null;
    return { kind: 'confirmed', refreshToken: renewed, rights: identity?.rights ?? null };
  } catch (error) {
    if (error instanceof SsoRefused) return { kind: 'refused', reason: error.reason };
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
      return { kind: 'refused', reason: 'invalid_grant' };
    log.warn({ err: wordOf(error), organisation: organisationId }, 'A provider did not answer to a refresh');
    return { kind: 'silent' };
  }
}
