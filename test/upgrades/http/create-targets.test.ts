import { expect } from 'chai';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const CREATED = { message: 'Successfully created Upgrade!', status: 200 };

describe('the targets of upgrades create', () => {
  let fixture: UpgradeFixture;
  before(async () => {
    fixture = await upgradeFixture();
  });

  // docs/interface.md#upgrades-create-4
  it('upgrades the devices of a network and of a tag, each once', async () => {
    const network = await makeNetwork(fixture.api.deps, fixture.org);
    const inNetwork = await fixture.device({ network });
    const both = await fixture.device({ network, tags: [fixture.tag] });
    const tagged = await fixture.device({ tags: [fixture.tag] });
    const outside = await fixture.device();
    await fixture.post({ aps: [`network:${network._id}`, `tag:${fixture.tag._id}`, `AP:${both._id}`] });
    for (const device of [inNetwork, both, tagged]) expect(await fixture.pending(device)).to.not.equal(null);
    expect(await fixture.pending(outside)).to.equal(null);
    const count = await fixture.api.deps.mongo.models.upgrades.countDocuments({
      routerInventoryId: both._id,
    });
    expect(count).to.equal(1);
  });

  // docs/interface.md#upgrades-create-7
  it('answers 422 when the targets have no device', async () => {
    const empty = await makeNetwork(fixture.api.deps, fixture.org);
    for (const aps of [[], [`network:${empty._id}`]]) {
      const reply = await fixture.post({ aps });
      expect(reply.status).to.equal(422);
      expect(reply.body).to.have.property('status', 422);
    }
  });

  // docs/interface.md#upgrades-create-7
  it('names malformed, unknown and foreign targets and changes nothing', async () => {
    const device = await fixture.device();
    const other = await upgradeFixture(fixture.api);
    const foreign = await other.device();
    const bad = [`AP:${foreign._id}`, `network:${other.network._id}`, `tag:${other.tag._id}`, 'AP:999999999'];
    const reply = await fixture.post({ aps: [`AP:${device._id}`, ...bad] });
    expect(reply.status).to.equal(422);
    const { message } = reply.body as { message: string };
    for (const entry of bad) expect(message).to.include(entry);
    const mixed = await fixture.post({ aps: [`AP:${device._id}`, 'device:1', 'AP:999999999', 'AP:x'] });
    expect(mixed.body).to.deep.equal({
      message: 'Malformed targets in aps: device:1, AP:x; Unknown targets in aps: AP:999999999',
      status: 422,
    });
    expect(await fixture.pending(device)).to.equal(null);
  });

  // docs/http.md#requests-10
  it('refuses aps that is no list by that, and an entry by its position', async () => {
    for (const [aps, fault] of [
      [{ a: 1 }, 'upgrade.aps must be a list'],
      [5, 'upgrade.aps must be a list'],
      [['AP:1', 5], 'upgrade.aps[1] must be a string'],
    ] as const) {
      const reply = await fixture.call('POST', '/upgrades.json', { body: { upgrade: { aps } } });
      expect(reply.status).to.equal(422);
      expect(reply.body).to.deep.equal({ message: fault, status: 422 });
    }
  });

  it('drops blank entries of aps', async () => {
    const device = await fixture.device();
    const reply = await fixture.post({ aps: ['', `AP:${device._id}`, null] });
    expect(reply.body, reply.text).to.deep.equal(CREATED);
  });

  // docs/http.md#callers-4
  it('refuses a viewer, and targets to which the caller has no full access', async () => {
    const { deps } = fixture.api;
    const device = await fixture.device({ network: fixture.network });
    const viewer = await makeUser(deps, fixture.org, { role: 'viewer' });
    const reader = await makeUser(deps, fixture.org, {
      networks: [{ id: fixture.network._id, access: 'read' }],
    });
    const refused = await fixture.post({ aps: [`AP:${device._id}`] }, { token: viewer.token });
    expect(refused.status).to.equal(403);
    expect(refused.body).to.deep.equal({ message: 'You may not do this', status: 403 });
    const unknown = await fixture.post({ aps: [`network:${fixture.network._id}`] }, { token: reader.token });
    expect(unknown.status).to.equal(422);
    expect(await fixture.pending(device)).to.equal(null);
  });
});
