import { newToken } from '../../shared/platform/values/secrets.js';
import { makeUserWithPassword, ownOriginJson, signInAs } from '../browser/web-session.js';
import type { InjectedRow } from './injected-row.js';

/** Changes of the own account in a session that has just signed in. */
export const OWN_ACCOUNT_ROWS: readonly InjectedRow[] = [
  {
    operation: 'change_own_email',
    by: 'a session of its own',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { user } = await makeUserWithPassword(setUp, home.org);
      const Cookie = await signInAs(setUp, user.email);
      return {
        headers: { ...ownOriginJson(faulty.api), Cookie },
        input: { email: `${newToken()}@example.test` },
      };
    },
  },
  {
    operation: 'change_own_password',
    by: 'a session of its own',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { user } = await makeUserWithPassword(setUp, home.org);
      const Cookie = await signInAs(setUp, user.email);
      return { headers: { ...ownOriginJson(faulty.api), Cookie }, input: { password: newToken() } };
    },
  },
];
