import { expect } from 'chai';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

describe('GET /upgrades/releases', () => {
  let fixture: UpgradeFixture;

  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  async function releases(token: string): Promise<unknown> {
    const reply = await fixture.call('GET', '/upgrades/releases.json', { token });
    expect(reply.status).to.equal(200);
    return (reply.body as { data: { releases: unknown } }).data.releases;
  }

  const RELEASED = [
    { version: '1.10.0', is_released: true },
    { version: '1.9.0', is_released: true },
  ];

  // docs/interface.md#upgrade-releases-1
  it('lists released versions, newest first by natural order', async () => {
    expect(await releases(fixture.admin.token)).to.deep.equal(RELEASED);
  });

  it('lists unreleased versions only for super administrators and users with that permission', async () => {
    const { api, org } = fixture;
    const superAdmin = await makeUser(api.deps, org, { role: 'super_admin' });
    const tester = await makeUser(api.deps, org, { role: 'operator', seesUnreleased: true });
    for (const { token } of [superAdmin, tester]) {
      expect(await releases(token)).to.deep.equal([{ version: '3.0.0', is_released: false }, ...RELEASED]);
    }
  });

  it('lists a version once, and no release of another organisation', async () => {
    const { api } = fixture;
    const other = await makeOrganisation(api.deps);
    const { token } = await makeUser(api.deps, other._id);
    expect(await releases(token)).to.deep.equal([]);
    await makeRelease(api.deps, other._id, '5.0.0', []);
    expect(await releases(fixture.admin.token)).to.deep.equal(RELEASED);
  });
});
