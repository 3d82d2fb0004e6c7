import { authorityInput } from '../fixtures/records/authority.js';
import { makeUser } from '../fixtures/records/organisation.js';
import type { InjectedRow } from './injected-row.js';

/** The operations on the certificate authority of an organisation. */
export const AUTHORITY_ROWS: readonly InjectedRow[] = [
  'show_ucentral_ca',
  'replace_ucentral_ca',
  'remove_ucentral_ca',
].map((operation) => ({
  operation,
  by: 'its organisation, as a super administrator',
  identifies: true,
  async request({ setUp, home }) {
    const { token } = await makeUser(setUp.deps, home.org, { role: 'super_admin' });
    return { token, input: operation === 'replace_ucentral_ca' ? await authorityInput() : {} };
  },
}));
