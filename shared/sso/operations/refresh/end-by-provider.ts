import { decodeJwt, jwtVerify, type JWTPayload } from 'jose';
import { SYSTEM } from '../../../audit/domain/audit-entry.js';
import { accountEntry } from '../../../access/domain/account-entry.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { hashToken } from '../../../platform/values/secrets.js';
import type { SignOnDeps } from '../../deps.js';
import { isConfigured, type ConfiguredSso } from '../identity-providers.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TOLERANCE_S = 60;
/** How old a logout token may be. */
const MAX_AGE_S = 600;
/** Used tokens are remembered for longer than they are taken. */
const REMEMBERED_MS = 3_600_000;
/** Signatures by which a provider alone can have made a token. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** What a logout token names. */
interface Logout {
  readonly jti: string;
  readonly issuer: string;
  readonly subject: string | null;
  readonly sid: string | null;
}

/**
 * Ends the sessions that a logout token names (OpenID Connect Back-Channel Logout), and has the provider asked at once whether
 * the user may still use its tokens. A token works once.
 * @throws AppError malformedBody for any other token
 */
export async function endByProvider(deps: SignOnDeps, organisationId: number, token: string): Promise<void> {
  const { stores, now, accessEpoch } = deps;
  const configured = await stores.ssoConfigurations.find(organisationId);
  if (!isConfigured(configured)) throw refused();
  const { jti, issuer, subject, sid } = logoutOf(await verified(deps, configured, token));
  const at = now();
  const used = {
    _id: hashToken(`${organisationId}:${jti}`),
    expiresAt: new Date(at.getTime() + REMEMBERED_MS),
  };
  const user = subject === null ? null : await stores.ssoUsers.find(organisationId, { issuer, subject });
  const holders = sid === null ? [] : await stores.ssoLogouts.holdersOf(organisationId, sid);
  const userIds = subject === null ? holders : user ? [user._id] : [];
  await stores.transactUncounted(async (session) => {
    if (!(await stores.ssoLogouts.use(used, session))) throw refused();
    for (const userId of userIds) {
      const ended = await stores.ssoLogouts.end({ organisationId, userId, sid }, session);
      await stores.ssoGrants.askNow(organisationId, userId, at, session);
      if (ended === 0) continue;
      const fields = { at, after: { issuer } };
      const entry = accountEntry({ userId, organisationId }, 'sessions.ended', SYSTEM, fields);
      await stores.audit.write([entry], session);
    }
  });
  await accessEpoch.change();
}

/** @throws AppError malformedBody */
async function verified(
  { now, identityProviders }: Pick<SignOnDeps, 'now' | 'identityProviders'>,
  configured: ConfiguredSso,
  token: string,
): Promise<JWTPayload> {
  try {
    // A token for another client asks the provider for nothing.
    const { aud } = decodeJwt(token);
    if (![aud].flat().includes(configured.clientId)) throw refused();
    const { issuer, keys } = await identityProviders.keysOf(configured);
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: configured.clientId,
      typ: 'logout+jwt',
      algorithms: ALGORITHMS,
      requiredClaims: ['iat', 'jti', 'events'],
      clockTolerance: TOLERANCE_S,
      maxTokenAge: MAX_AGE_S,
      currentDate: now(),
    });
    return payload;
  } catch (error) {
    throw refused(error);
  }
}

/** @throws AppError malformedBody */
function logoutOf({ jti, iss, sub, sid, events, nonce }: JWTPayload): Logout {
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
  const subject = sub ?? null;
  const session = typeof sid === 'string' ? sid : null;
  if (!isLogout || nonce !== undefined || jti === undefined || iss === undefined) throw refused();
  if (subject === null && session === null) throw refused();
  return { jti, issuer: iss, subject, sid: session };
}

function refused(cause?: unknown): AppError {
  return new AppError('malformedBody', {
    text: 'The logout token is not one of the identity provider, or was used before',
    ...(cause === undefined ? {} : { cause }),
  });
}
