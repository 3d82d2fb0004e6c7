import { makeUserWithPassword, ownOriginJson, signInAs } from '../browser/web-session.js';
import { ssoInput } from '../fixtures/records/sso.js';
import type { InjectedRow } from './injected-row.js';

/** The operations on the single sign-on of an organisation. */
export const SSO_ROWS: readonly InjectedRow[] = ['show_sso', 'replace_sso', 'remove_sso'].map(
  (operation) => ({
    operation,
    by: 'a super administrator who has just signed in',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { user } = await makeUserWithPassword(setUp, home.org, { role: 'super_admin' });
      const Cookie = await signInAs(faulty.api, user.email);
      const headers = { ...ownOriginJson(faulty.api), Cookie };
      return { headers, input: operation === 'replace_sso' ? ssoInput() : {} };
    },
  }),
);
