import { expect } from 'chai';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

interface Shown {
  id: number;
  [field: string]: unknown;
}

describe('upgrades index and show', () => {
  let fixture: UpgradeFixture;
  before(async () => {
    fixture = await upgradeFixture();
  });

  async function scheduled(fields: Record<string, unknown> = {}): Promise<number> {
    const device = await fixture.device();
    await fixture.post({
      aps: [`AP:${device._id}`],
      schedule_type: 'later',
      schedule_at: tomorrow(),
      ...fields,
    });
    return (await fixture.pending(device))?._id ?? 0;
  }

  async function index(
    query: Record<string, string | number>,
    token = fixture.admin.token,
  ): Promise<Shown[]> {
    const { body } = await fixture.call('GET', '/upgrades', { query, token });
    return (body as { data: { upgrades: Shown[] } }).data.upgrades;
  }

  // docs/interface.md#upgrades-show-found
  it('show answers {data:{upgrades:{…}}} with every field', async () => {
    const id = await scheduled({ time_zone: 'Asia/Kolkata', save_prev_config: 1 });
    const reply = await fixture.call('GET', `/upgrades/${id}.json`);
    expect(reply.status).to.equal(200);
    const { upgrades } = (reply.body as { data: { upgrades: Shown } }).data;
    expect(Object.keys(upgrades)).to.have.members(
      'id version aps upgrade_type schedule_type schedule_at time_zone save_prev_config status created_at updated_at organisation_id router_inventory_id progress attempts message'.split(
        ' ',
      ),
    );
    expect(upgrades).to.include({
      id,
      status: 'Pending',
      save_prev_config: true,
      organisation_id: fixture.org,
      attempts: 0,
    });
    expect(upgrades['schedule_at']).to.match(/T\d\d:\d\d:00\+05:30$/);
    expect(upgrades['created_at']).to.match(/Z$/);
  });

  // docs/interface.md#upgrades-show-unknown
  it('show answers 404 {message, status:404} for an unknown id, an invalid id and an upgrade of another organisation', async () => {
    const foreign = await upgradeFixture(fixture.api);
    const device = await foreign.device();
    await foreign.post({ aps: [`AP:${device._id}`], schedule_type: 'later', schedule_at: tomorrow() });
    const foreignId = (await foreign.pending(device))?._id ?? 0;
    for (const id of ['999999999', 'abc', '-1', '1e99', String(foreignId)]) {
      const reply = await fixture.call('GET', `/upgrades/${id}`);
      expect(reply.status, id).to.equal(404);
      expect(reply.body).to.deep.equal({ message: `Upgrade not found: ${id}`, status: 404 });
    }
  });

  // docs/interface.md#upgrades-index-list
  it('index lists the upgrades of the organisation, newest first, in pages', async () => {
    const own = await upgradeFixture(fixture.api);
    const ids: number[] = [];
    for (let made = 0; made < 3; made += 1) {
      const device = await own.device();
      await own.post({ aps: [`AP:${device._id}`], schedule_type: 'later', schedule_at: tomorrow() });
      ids.unshift((await own.pending(device))?._id ?? 0);
    }
    expect((await index({}, own.admin.token)).map((upgrade) => upgrade.id)).to.deep.equal(ids);
    expect(
      (await index({ page: 2, per_page: 2 }, own.admin.token)).map((upgrade) => upgrade.id),
    ).to.deep.equal(ids.slice(2));
  });

  // docs/interface.md#upgrades-index-id
  it('index with an id answers that upgrade, or 404 for an unknown id', async () => {
    const id = await scheduled();
    expect((await index({ id })).map((upgrade) => upgrade.id)).to.deep.equal([id]);
    const unknown = await fixture.call('GET', '/upgrades.json', { query: { id: 999999999 } });
    expect(unknown.status).to.equal(404);
    expect(unknown.body).to.deep.equal({ message: 'Upgrade not found: 999999999', status: 404 });
  });

  it('both show a restricted caller only the upgrades of its networks', async () => {
    const [seen, hidden] = [
      await makeNetwork(fixture.api.deps, fixture.org),
      await makeNetwork(fixture.api.deps, fixture.org),
    ];
    const inside = await fixture.device({ network: seen });
    const outside = await fixture.device({ network: hidden });
    await fixture.post({
      aps: [`AP:${inside._id}`, `AP:${outside._id}`],
      schedule_type: 'later',
      schedule_at: tomorrow(),
    });
    const { token } = await makeUser(fixture.api.deps, fixture.org, {
      networks: [{ id: seen._id, access: 'read' }],
      manageInventory: false,
    });
    const ids = (await index({}, token)).map((upgrade) => upgrade['router_inventory_id']);
    expect(ids).to.deep.equal([inside._id]);
    const outsideId = (await fixture.pending(outside))?._id ?? 0;
    expect((await fixture.call('GET', `/upgrades/${outsideId}`, { token })).status).to.equal(404);
  });

  // docs/http.md#callers-2
  it('show answers a caller without a session 401 {message, status:401} with WWW-Authenticate, or the sign-in page without JSON', async () => {
    const refused = await fixture.api.call('GET', '/upgrades/1');
    expect(refused.status).to.equal(401);
    expect(refused.headers.get('WWW-Authenticate')).to.equal('Bearer');
    expect(refused.body).to.have.keys('message', 'status');
    const page = await fixture.api.call('GET', '/upgrades/1', { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('Location')]).to.deep.equal([303, '/sign_in']);
  });
});
