import { CLI, newEntry } from '../../../audit/domain/audit-entry.js';
import type { SsoDeps } from '../../deps.js';

/**
 * Proves a domain for the command line of the installation; false when the organisation does not list it.
 * @throws AppError domainTaken when another organisation has proven it
 */
export async function proveDomain(
  { stores, now }: Pick<SsoDeps, 'stores' | 'now'>,
  organisationId: number,
  domain: string,
): Promise<boolean> {
  return stores.transactUncounted(async (session) => {
    const at = now();
    if (!(await stores.ssoDomains.prove(organisationId, domain, at, session))) return false;
    const change = { organisationId, at, action: 'sso_domain.proven' };
    const entry = newEntry({ ...change, subject: `organisation:${organisationId}`, after: { domain } }, CLI);
    await stores.audit.write([entry], session);
    return true;
  });
}
