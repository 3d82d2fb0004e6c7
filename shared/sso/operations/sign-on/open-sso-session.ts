import type { UserRecord } from '../../../access/models/user.js';
import {
  newBrowserMail,
  type SignedInBrowser,
  type SigningBrowser,
} from '../../../access/operations/sign-in-session.js';
import { openSession } from '../../../access/operations/open-session.js';
import { ownAuthor } from '../../../access/operations/sign-in.js';
import { encryptText } from '../../../platform/values/encrypt.js';
import type { SsoDeps } from '../../deps.js';
import { nextRefresh, refreshTokenContext } from '../../domain/grant.js';
import { SsoRefused } from '../../domain/refusals.js';
import type { ConfiguredSso } from '../identity-providers.js';

/** How long a session lasts whose provider is not asked again. */
const UNREFRESHED_MS = 3_600_000;

/** What a provider has given with an identity. */
export interface Granted {
  readonly configured: ConfiguredSso;
  /** Null when it gives none. */
  readonly refreshToken: string | null;
  readonly sid: string | null;
}

/**
 * Opens the session of a user whom the provider has signed in: of a day with a refresh token, else of an hour.
 * @throws SsoRefused when the user was disabled meanwhile
 */
export async function openSsoSession(
  deps: SsoDeps,
  user: UserRecord,
  { configured: { issuer, clientId }, refreshToken, sid }: Granted,
  { from, requestId, browserIdOf }: SigningBrowser,
): Promise<SignedInBrowser> {
  const { stores, env, now } = deps;
  const { _id, organisationId, email } = user;
  const mail = browserIdOf(email) === null ? await newBrowserMail(deps, user, from) : null;
  const at = now();
  const grant = refreshToken !== null && {
    ...{ _id, organisationId, issuer, clientId },
    refreshToken: encryptText(env.encryptionKeys, refreshTokenContext(_id), refreshToken),
    confirmedAt: at,
    dueAt: nextRefresh(at),
  };
  const isRefreshed = refreshToken !== null;
  const session = await openSession(deps, 'session', user, null, {
    author: ownAuthor(user, { requestId, address: from.address }),
    from,
    sso: { issuer, isRefreshed, ...(sid === null ? {} : { sid }) },
    ...(isRefreshed ? {} : { expiresAt: new Date(at.getTime() + UNREFRESHED_MS) }),
    accompany: async (_created, transaction) => {
      if (!(await stores.ssoUsers.recordSignIn(user, at, transaction))) throw new SsoRefused('ended');
      if (grant) await stores.ssoGrants.put(grant, transaction);
      if (mail !== null) await stores.mails.put(mail, transaction);
    },
  });
  return { ...session, email };
}
