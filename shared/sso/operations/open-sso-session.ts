import type { UserRecord } from '../../access/models/user.js';
import {
  newBrowserMail,
  type SignedInBrowser,
  type SigningBrowser,
} from '../../access/operations/sign-in-session.js';
import { openSession } from '../../access/operations/open-session.js';
import { ownAuthor } from '../../access/operations/sign-in.js';
import type { SsoDeps } from '../deps.js';
import { SsoRefused } from '../domain/refusals.js';

/** How long a session lasts without another look at the provider. */
const SESSION_MS = 3_600_000;

/** Opens the session of a user whom the provider has signed in. @throws SsoRefused when the user was disabled meanwhile */
export async function openSsoSession(
  deps: SsoDeps,
  user: UserRecord,
  { from, requestId, browserIdOf }: SigningBrowser,
): Promise<SignedInBrowser> {
  const { stores, now } = deps;
  const { email, sso } = user;
  const mail = browserIdOf(email) === null ? await newBrowserMail(deps, user, from) : null;
  const session = await openSession(deps, 'session', user, null, {
    author: ownAuthor(user, requestId),
    from,
    ...(sso ? { ssoIssuer: sso.issuer } : {}),
    expiresAt: new Date(now().getTime() + SESSION_MS),
    accompany: async (_created, transaction) => {
      if (!(await stores.ssoUsers.recordSignIn(user, now(), transaction))) throw new SsoRefused('ended');
      if (mail !== null) await stores.mails.put(mail, transaction);
    },
  });
  return { ...session, email };
}
