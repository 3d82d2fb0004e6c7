import { expect } from 'chai';
import { makeNetwork, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

interface Shown {
  readonly id: number;
  readonly version: string;
  readonly targets: readonly { kind: string; id: number; name: string }[];
  readonly target_count: number;
  readonly counts: Record<string, number>;
  readonly released: boolean;
}

describe('GET and DELETE /upgrades/schedules', () => {
  let fixture: UpgradeFixture;
  const later = { schedule_type: 'later', time_zone: 'Europe/Berlin' };

  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  async function schedules(token = fixture.admin.token): Promise<Shown[]> {
    const reply = await fixture.call('GET', '/upgrades/schedules.json', { token });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { schedules: Shown[] } }).data.schedules;
  }

  async function schedule(aps: string[]): Promise<void> {
    const reply = await fixture.post({ aps, ...later, schedule_at: tomorrow() });
    expect(reply.status, reply.text).to.equal(200);
  }

  // docs/interface.md#upgrade-schedules-1
  it('names the targets of a schedule and counts its upgrades by status', async () => {
    const { network, tag } = fixture;
    const devices = [await fixture.device({ network }), await fixture.device({ network })];
    const tagged = await fixture.device({ tags: [tag] });
    await schedule([`network:${network._id}`, `tag:${tag._id}`]);
    const failed = await fixture.pending(devices[0] ?? tagged);
    await fixture.set(failed?._id ?? 0, { status: 'Failed' });
    const [shown, ...more] = await schedules();
    expect(more).to.deep.equal([]);
    expect(shown).to.include({ version: '1.10.0', target_count: 2, released: false });
    expect(shown?.targets).to.deep.equal([
      { kind: 'network', id: network._id, name: network.networkName },
      { kind: 'tag', id: tag._id, name: tag.name },
    ]);
    expect(shown?.counts).to.deep.equal({ Pending: 2, Failed: 1 });
  });

  it('shows the first three of many targets and their number', async () => {
    const devices = [];
    for (let index = 0; index < 5; index += 1) devices.push(await fixture.device());
    await schedule(devices.map(({ _id }) => `AP:${_id}`));
    const [shown] = await schedules();
    expect(shown?.targets).to.have.length(3);
    expect(shown?.target_count).to.equal(5);
  });

  it('shows a restricted caller only the schedules and counts of its own networks', async () => {
    const { api, org, network } = fixture;
    const hidden = await makeNetwork(api.deps, org);
    await fixture.device({ network });
    await fixture.device({ network: hidden });
    await schedule([`network:${hidden._id}`, `network:${network._id}`]);
    const { token } = await makeUser(api.deps, org, {
      manageInventory: false,
      networks: [{ id: network._id, access: 'read' }],
    });
    const [shown] = await schedules(token);
    expect(shown?.targets.map(({ id }) => id)).to.deep.equal([network._id]);
    expect(shown?.counts).to.deep.equal({ Pending: 1 });

    const elsewhere = await makeUser(api.deps, org, { networks: [], manageInventory: false });
    expect(await schedules(elsewhere.token)).to.deep.equal([]);
    const other = await makeUser(api.deps, (await makeOrganisation(api.deps))._id);
    expect(await schedules(other.token)).to.deep.equal([]);
  });

  /** A schedule and its upgrade to copy, and an id from which the copies may count. */
  async function scheduledOnce() {
    const device = await fixture.device();
    await schedule([`AP:${device._id}`]);
    const { schedules: stored } = fixture.api.deps.mongo.models;
    const first = await stored.findOne({ organisationId: fixture.org }).orFail().lean();
    const upgrade = await fixture.pending(device);
    if (!upgrade) throw new Error('Nothing was scheduled');
    return { first, upgrade, base: 1_000_000_000 + fixture.org * 1000 };
  }

  // docs/interface.md#upgrade-schedules-1
  it('lists the 20 schedules that are due next, and the last 20 that can still run', async () => {
    const { models } = fixture.api.deps.mongo;
    const { first, upgrade, base } = await scheduledOnce();
    const copies = Array.from({ length: 100 }, (_, index) => ({
      ...first,
      _id: base + index,
      state: index < 25 ? ('waiting' as const) : ('dispatched' as const),
      dueAt: new Date(Date.now() + (index < 25 ? index + 1 : 25 - index) * 3_600_000),
    }));
    await models.schedules.insertMany(copies);
    await models.upgrades.insertMany(
      copies.map(({ _id }) => ({ ...upgrade, _id, scheduleId: _id, status: 'Failed' })),
    );
    const ids = (await schedules()).map(({ id }) => id - base);
    expect(ids.slice(0, 20)).to.deep.equal(Array.from({ length: 20 }, (_, index) => index));
    expect(ids.slice(20)).to.deep.equal(Array.from({ length: 20 }, (_, index) => 25 + index));
    await models.schedules.updateMany(
      { _id: { $gte: base + 25, $lt: base + 200 } },
      { $set: { dueAt: new Date(Date.now() - 3 * 86_400_000) } },
    );
    expect(await schedules()).to.have.length(20);
  });

  // docs/interface.md#upgrade-schedules-1
  it('lists schedules that are due at the same time by id', async () => {
    const { models } = fixture.api.deps.mongo;
    const { first, upgrade, base } = await scheduledOnce();
    const dueAt = new Date(Date.now() - 60_000);
    for (const index of [2, 0, 1, 5, 3, 4]) {
      const _id = base + index;
      await models.schedules.create({ ...first, _id, state: index < 3 ? 'waiting' : 'dispatched', dueAt });
      await models.upgrades.create({ ...upgrade, _id, scheduleId: _id, status: 'Failed' });
    }
    const ids = (await schedules()).map(({ id }) => id - base).filter((id) => id >= 0);
    expect(ids).to.deep.equal([0, 1, 2, 5, 4, 3]);
  });

  // docs/interface.md#upgrade-schedules-delete-1
  it('deletes the pending upgrades of a schedule, and with the last of them the schedule and its job', async () => {
    const { network, api } = fixture;
    const devices = [await fixture.device({ network }), await fixture.device({ network })];
    await schedule([`network:${network._id}`]);
    const [shown] = await schedules();
    const reply = await fixture.call('DELETE', `/upgrades/schedules/${shown?.id ?? 0}.json`);
    expect([reply.status, reply.body]).to.deep.equal([
      200,
      { message: 'Deleted 2 pending upgrades', status: 200 },
    ]);
    for (const device of devices) expect(await fixture.pending(device)).to.equal(null);
    expect(await schedules()).to.deep.equal([]);
    const left = await api.deps.mongo.models.schedules.findById(shown?.id).lean();
    expect(left?.state).to.equal('cancelled');
    const [queue] = api.deps.jobs.queues;
    const jobs = (await queue?.getDelayed()) ?? [];
    expect(jobs.map(({ data }) => (data as { scheduleId: number }).scheduleId)).not.to.include(shown?.id);
  });

  it('deletes only the upgrades that the caller may change', async () => {
    const { network, api, org } = fixture;
    const foreign = await makeNetwork(api.deps, org);
    const mine = await fixture.device({ network });
    const theirs = await fixture.device({ network: foreign });
    await schedule([`network:${network._id}`, `network:${foreign._id}`]);
    const [shown] = await schedules();
    const path = `/upgrades/schedules/${shown?.id ?? 0}.json`;
    const { token } = await makeUser(api.deps, org, {
      networks: [
        { id: network._id, access: 'full' },
        { id: foreign._id, access: 'read' },
      ],
    });
    expect((await fixture.call('DELETE', path, { token })).body).to.deep.equal({
      message: 'Deleted 1 pending upgrade',
      status: 200,
    });
    expect(await fixture.pending(mine)).to.equal(null);
    expect(await fixture.pending(theirs)).not.to.equal(null);
    expect((await fixture.call('DELETE', path, { token })).status).to.equal(403);
    const viewer = await makeUser(api.deps, org, { role: 'viewer' });
    expect((await fixture.call('DELETE', path, { token: viewer.token })).status).to.equal(403);
    const other = await makeUser(api.deps, (await makeOrganisation(api.deps))._id);
    expect((await fixture.call('DELETE', path, { token: other.token })).status).to.equal(404);
    expect((await fixture.call('DELETE', '/upgrades/schedules/x.json')).status).to.equal(404);
  });
});
