import { expect } from 'chai';
import { makeNetwork, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

describe('GET /upgrades/progress', () => {
  let fixture: UpgradeFixture;

  before(async () => {
    fixture = await upgradeFixture();
  });

  async function progress(ids: readonly unknown[], token = fixture.admin.token): Promise<unknown[]> {
    const query = ids.map((id) => `ids[]=${String(id)}`).join('&');
    const reply = await fixture.call('GET', `/upgrades/progress.json?${query}`, { token });
    expect(reply.status, reply.text).to.equal(200);
    const { upgrades } = (reply.body as { data: { upgrades: { id: number }[] } }).data;
    return upgrades.map(({ id }) => id);
  }

  // docs/interface.md#upgrades-progress-1
  it('answers the upgrades of these ids that the caller may see, without the others', async () => {
    const { network, api, org } = fixture;
    const hidden = await makeNetwork(api.deps, org);
    const devices = [await fixture.device({ network }), await fixture.device({ network: hidden })];
    await fixture.post({ aps: devices.map(({ _id }) => `AP:${_id}`) });
    const { models } = api.deps.mongo;
    const made = await models.upgrades.find({ organisationId: org }).sort({ _id: 1 }).lean();
    const ids = made.map(({ _id }) => _id);
    expect(await progress([...ids, 999_999_999])).to.deep.equal(ids);
    const { token } = await makeUser(api.deps, org, { networks: [{ id: network._id, access: 'read' }] });
    const visible = made.filter(({ locationNetworkId }) => locationNetworkId === network._id);
    expect(await progress(ids, token)).to.deep.equal(visible.map(({ _id }) => _id));
    const other = await makeUser(api.deps, (await makeOrganisation(api.deps))._id);
    expect(await progress(ids, other.token)).to.deep.equal([]);
  });

  // docs/http.md#requests-10
  it('omits ids that are no digits, and drops blank ones', async () => {
    const reply = await fixture.call('GET', '/upgrades/progress.json?ids[]=x&ids[]=&ids[7]=0');
    expect([reply.status, reply.body]).to.deep.equal([200, { data: { upgrades: [] } }]);
  });

  for (const query of ['', 'ids[$gt]=0', 'ids[][a]=1', `ids[]=${'1&ids[]='.repeat(101)}1`]) {
    it(`refuses ${query.slice(0, 20) || 'no ids'}`, async () => {
      const reply = await fixture.call('GET', `/upgrades/progress.json?${query}`);
      expect(reply.status).to.equal(422);
    });
  }
});
