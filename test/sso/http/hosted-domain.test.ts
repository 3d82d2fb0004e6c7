import { expect } from 'chai';
import { wholeOrganisation } from '../../../shared/access/domain/access.js';
import { knownNetworks } from '../../../shared/inventory/operations/known-networks.js';
import { SsoRefused } from '../../../shared/sso/domain/refusals.js';
import { isConfigured } from '../../../shared/sso/operations/identity-providers.js';
import { userOfIdentity } from '../../../shared/sso/operations/sign-on/user-of-identity.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { newDomain, openSsoService, SsoOrganisation } from '../sso-service.js';

const GOOGLE = 'https://accounts.google.com';

// docs/sso.md#users-6
describe('an account of Google', () => {
  let service: TestService;
  let org: SsoOrganisation;
  before(async () => {
    service = await openSsoService();
    org = await SsoOrganisation.make(service);
    await org.configure({ issuer: GOOGLE });
    await org.prove();
  });
  after(() => service.close());

  async function reasonFor(hostedDomain: string | null): Promise<string | null> {
    const { deps } = service;
    const configured = await deps.stores.ssoConfigurations.find(org.id);
    if (!isConfigured(configured)) throw new Error('It is not configured');
    const rights = { role: 'viewer', tier: 1, networks: null, manageInventory: false } as const;
    const link = { issuer: GOOGLE, subject: `sub-${hostedDomain}` };
    const identity = {
      link,
      email: `ann@${org.domain}`,
      isEmailVerified: true,
      hostedDomain,
      rights,
      sid: null,
    };
    const known = knownNetworks(deps.stores, wholeOrganisation(org.id));
    return userOfIdentity(deps, configured, identity, known, { requestId: null, address: '192.0.2.1' }).then(
      () => null,
      (error: unknown) => (error instanceof SsoRefused ? error.reason : String(error)),
    );
  }

  it('signs in only if a domain that the organisation has proven manages it', async () => {
    expect(await reasonFor(null)).to.equal('hosted_elsewhere');
    expect(await reasonFor(newDomain())).to.equal('hosted_elsewhere');
    expect(await reasonFor(org.domain)).to.equal(null);
  });
});
