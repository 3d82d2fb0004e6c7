import { expect } from 'chai';
import type { RunningGateway } from '../../../gateway/start-gateway.js';
import { issueAuthority, type Issued } from '../../../shared/ucentral/operations/issue-certificates.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { UcentralSite, VALID } from './ucentral-site.js';

const PATH = '/v1/organisation/ucentral_ca';

/** A gateway that knows the authority of the site's organisation, and that of another one. */
export interface TwoAuthorities {
  readonly site: UcentralSite;
  readonly gateway: RunningGateway;
  readonly own: Issued;
  readonly others: Issued;
  readonly other: UpgradeFixture;
}

export async function twoAuthorities(env: Readonly<Record<string, string>> = {}): Promise<TwoAuthorities> {
  const site = await UcentralSite.open();
  const gateway = await site.start(env);
  const other = await site.service.fixture();
  const [own, others] = await Promise.all([issueAuthority('own', VALID), issueAuthority('others', VALID)]);
  await setAuthority(site.fixture, own);
  await setAuthority(other, others);
  await gateway.reload();
  return { site, gateway, own, others, other };
}

/** Gives an organisation an authority, or takes the one that it has, by the API. */
export async function setAuthority({ api, org }: UpgradeFixture, authority: Issued | null): Promise<void> {
  const { token } = await makeUser(api.deps, org, { role: 'super_admin' });
  const reply = authority
    ? await api.call('PUT', PATH, { token, body: { certificate: authority.certificate } })
    : await api.call('DELETE', PATH, { token });
  expect(reply.status, reply.text).to.equal(200);
}
