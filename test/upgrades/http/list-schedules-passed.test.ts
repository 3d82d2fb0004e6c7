import { expect } from 'chai';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import type { ScheduleRecord } from '../../../shared/upgrades/models/schedule.js';

interface Shown {
  readonly id: number;
  readonly targets: readonly { kind: string; id: number }[];
  readonly target_count: number;
  readonly counts: Record<string, number>;
}

const DAY_MS = 86_400_000;
/** Behind the ids that the tests reserve. */
let nextCopy = 3_000_000_000;

describe('GET /upgrades/schedules passes over schedules that the caller does not see', () => {
  let fixture: UpgradeFixture;

  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  async function schedules(token = fixture.admin.token): Promise<Shown[]> {
    const reply = await fixture.call('GET', '/upgrades/schedules.json', { token });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { schedules: Shown[] } }).data.schedules;
  }

  async function schedule(aps: string[], days: number): Promise<ScheduleRecord> {
    const at = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16).replace('T', ' ');
    const reply = await fixture.post({ aps, schedule_type: 'later', time_zone: 'Etc/UTC', schedule_at: at });
    expect(reply.status, reply.text).to.equal(200);
    const { models } = fixture.api.deps.mongo;
    const made = await models.schedules.findOne({ organisationId: fixture.org }).sort({ _id: -1 }).lean();
    if (!made) throw new Error('nothing was scheduled');
    return made;
  }

  /** Copies a schedule without its upgrades. */
  async function copies(
    of: ScheduleRecord,
    count: number,
    fields: Partial<ScheduleRecord> = {},
  ): Promise<void> {
    const made = Array.from({ length: count }, () => ({ ...of, ...fields, _id: (nextCopy += 1) }));
    await fixture.api.deps.mongo.models.schedules.insertMany(made);
  }

  /** An operator's token that reads this network only. */
  async function tokenOf(network: number): Promise<string> {
    const networks = [{ id: network, access: 'read' as const }];
    return (await makeUser(fixture.api.deps, fixture.org, { manageInventory: false, networks })).token;
  }

  // docs/interface.md#upgrade-schedules-1
  it('lists what is due after the schedules of other networks, also of many that are due at the same time', async () => {
    const { api, org, network } = fixture;
    const mine = await makeNetwork(api.deps, org);
    await fixture.device({ network });
    await fixture.device({ network });
    await fixture.device({ network: mine });
    const theirs = await schedule([`network:${network._id}`], 1);
    const { _id } = await schedule([`network:${mine._id}`], 2);
    await copies(theirs, 19);
    const token = await tokenOf(mine._id);
    expect((await schedules(token)).map(({ id }) => id)).to.deep.equal([_id]);
    await copies(theirs, 250);
    expect((await schedules(token)).map(({ id }) => id)).to.deep.equal([_id]);
    const all = (await schedules()).map(({ id }) => id);
    expect(new Set(all).size).to.equal(20);
  });

  it('lists what ran before the dispatched schedules of other networks', async () => {
    const { api, org, network } = fixture;
    const mine = await makeNetwork(api.deps, org);
    await fixture.device({ network });
    const theirs = await schedule([`network:${network._id}`], 1);
    const now = Date.now();
    await copies(theirs, 130, { state: 'dispatched', dueAt: new Date(now - 60_000) });
    const device = await fixture.device({ network: mine });
    const { scheduleId } = await makeUpgrade(api.deps, device, 'Success');
    const dueAt = new Date(now - 120_000);
    await api.deps.mongo.models.schedules.create({ ...theirs, _id: scheduleId, state: 'dispatched', dueAt });
    const token = await tokenOf(mine._id);
    expect((await schedules(token)).map(({ id }) => id)).to.deep.equal([scheduleId]);
  });

  // docs/interface.md#upgrade-schedules-1
  it('lists the schedule that has taken over the upgrades of 20 earlier ones', async () => {
    const { network } = fixture;
    for (let index = 0; index < 20; index += 1) {
      const { _id } = await fixture.device({ network });
      await schedule([`AP:${_id}`], 1);
    }
    const { _id } = await schedule([`network:${network._id}`], 2);
    const [shown, ...more] = await schedules();
    expect(shown).to.include({ id: _id, target_count: 1 });
    expect(shown?.counts).to.deep.equal({ Pending: 20 });
    expect(more).to.deep.equal([]);
  });

  it('lists a schedule without upgrades whose visible network is not among the first three targets', async () => {
    const { api, org, network } = fixture;
    const hidden = [];
    for (let index = 0; index < 3; index += 1) hidden.push(await makeNetwork(api.deps, org));
    await fixture.device({ network: hidden[0] ?? network });
    const { _id } = await schedule(
      [...hidden, network].map((target) => `network:${target._id}`),
      1,
    );
    const token = await tokenOf(network._id);
    const [shown, ...more] = await schedules(token);
    expect(shown).to.deep.include({ id: _id, targets: [], target_count: 4, counts: {} });
    expect(more).to.deep.equal([]);
    const elsewhere = await makeNetwork(api.deps, org);
    expect(await schedules(await tokenOf(elsewhere._id))).to.deep.equal([]);
  });

  it('looks up to 1,000 schedules ahead', async () => {
    const { api, org, network } = fixture;
    const mine = await makeNetwork(api.deps, org);
    await fixture.device({ network });
    await fixture.device({ network: mine });
    const theirs = await schedule([`network:${network._id}`], 1);
    const { _id } = await schedule([`network:${mine._id}`], 2);
    await copies(theirs, 990);
    const token = await tokenOf(mine._id);
    expect((await schedules(token)).map(({ id }) => id)).to.deep.equal([_id]);
    await copies(theirs, 100);
    expect(await schedules(token)).to.deep.equal([]);
  });
});
