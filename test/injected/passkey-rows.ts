import { cookiesOf, makeUserWithPassword, ownOriginJson, signInAs } from '../browser/web-session.js';
import { beginPasskeySession, passkeyOptionsOf, setUpPasskey } from '../fixtures/passkeys/set-up-passkey.js';
import { PASSKEY_ORIGIN, SoftwareAuthenticator } from '../fixtures/passkeys/software-authenticator.js';
import { challengeOf } from '../fixtures/second-factor.js';
import type { InjectedRow } from './injected-row.js';

/** Sign-ins with a passkey alone. */
export const PASSKEY_ROWS: readonly InjectedRow[] = [
  {
    operation: 'complete_session',
    by: 'a passkey alone',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { user } = await makeUserWithPassword(setUp, home.org);
      const authenticator = new SoftwareAuthenticator(PASSKEY_ORIGIN);
      // The other API makes no passkeys: it has no PUBLIC_URL.
      await setUpPasskey(faulty.api, await signInAs(faulty.api, user.email), authenticator);
      const begun = await beginPasskeySession(faulty.api);
      const assertion = authenticator.get(passkeyOptionsOf(begun));
      const headers = { ...ownOriginJson(faulty.api), Cookie: cookiesOf(begun) };
      return { headers, input: { challenge: challengeOf(begun), assertion } };
    },
  },
  {
    operation: 'begin_passkey_session',
    by: 'nothing, from a page of the service',
    identifies: true,
    request: ({ faulty }) => Promise.resolve({ headers: ownOriginJson(faulty.api), input: {} }),
  },
];
