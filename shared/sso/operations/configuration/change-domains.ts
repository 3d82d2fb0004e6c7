import type { ClientSession } from 'mongoose';
import { newToken } from '../../../platform/values/secrets.js';
import type { SsoDeps } from '../../deps.js';
import type { SsoDomainRecord } from '../../models/sso-domain.js';
import { domainId } from '../../stores/sso-domain-store.js';
import type { ShownSso } from './sso-configuration.js';

/** Lists other domains, in the transaction of the configuration. Those that are not proven are looked up at once. */
export async function changeDomains(
  { stores, now }: Pick<SsoDeps, 'stores' | 'now'>,
  { organisationId, domains: stored }: ShownSso,
  listed: readonly string[],
  session: ClientSession,
): Promise<SsoDomainRecord[]> {
  const { ssoDomains } = stores;
  const at = now();
  const known = new Set(stored.map(({ domain }) => domain));
  const removed = [...known].filter((domain) => !listed.includes(domain));
  await ssoDomains.remove(organisationId, removed, session);
  await ssoDomains.checkNow(organisationId, at, session);
  const added = listed.filter((domain) => !known.has(domain));
  await ssoDomains.add(
    added.map((domain) => newDomain(organisationId, domain, at)),
    session,
  );
  return ssoDomains.list(organisationId, session);
}

function newDomain(organisationId: number, domain: string, at: Date): SsoDomainRecord {
  const _id = domainId(organisationId, domain);
  return { _id, organisationId, domain, token: newToken(), listedAt: at, checkAt: at };
}
