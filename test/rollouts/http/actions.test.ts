import { expect } from 'chai';
import { makeDevice } from '../../fixtures/records/device.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import {
  expectEnd,
  faultsIn,
  refused,
  rolloutFixture,
  shown,
  type RolloutFixture,
} from '../../fixtures/records/rollout-fixture.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().replace(/\.\d+Z/, 'Z');

describe('actions on a rollout', () => {
  let fixture: RolloutFixture;
  beforeEach(async () => {
    fixture = await rolloutFixture();
  });

  // docs/rollouts.md#start_rollout-1
  it('start it, with the latest release that the caller sees and an end after 30 days', async () => {
    const { id } = await fixture.draft();
    const before = Date.now();
    const reply = await fixture.act(id, 'start');
    const rollout = shown(reply);
    expect(rollout).to.include({ state: 'Running', revision: 2, version: '1.10.0', current_stage: 1 });
    expect(reply.headers.get('ETag')).to.equal('"2"');
    expectEnd(rollout, before, 30);
    expect(rollout['progress']).to.include({ devices: 0, waiting: 0, in_flight: 0 });
    const stored = await fixture.stored(id);
    const release = await fixture.api.deps.mongo.models.firmwareReleases
      .findOne({ organisationId: fixture.org, version: '1.10.0' })
      .lean();
    expect(stored.releaseId).to.equal(release?._id);
    expect(stored.scheduleId).to.be.a('number');
    expect(stored.bucket).to.deep.include({ tokens: 0 });
    expect(stored.tickAt?.getTime()).to.be.within(before - 1000, Date.now() + 1000);
  });

  // docs/rollouts.md#start_rollout-2
  it('schedule it until start_at', async () => {
    const before = Date.now();
    const rollout = await fixture.started({ start_at: inDays(2) });
    expect(rollout).to.include({ state: 'Scheduled' });
    expectEnd(rollout, before, 32);
    expect((await fixture.stored(rollout.id)).tickAt?.toISOString().slice(0, 19)).to.equal(
      String(rollout['start_at']).slice(0, 19),
    );
  });

  // docs/rollouts.md#start_rollout-3
  it('refuse to start once a target or the release is gone', async () => {
    const { api, org } = fixture;
    const device = await makeDevice(api.deps, org, { part: fixture.part });
    const { id } = await fixture.draft({ targets: [`AP:${device._id}`], version: '1.9.0' });
    await api.deps.mongo.models.devices.deleteOne({ organisationId: org, _id: device._id });
    await api.deps.mongo.models.firmwareReleases.deleteOne({ organisationId: org, version: '1.9.0' });
    const reply = await fixture.act(id, 'start');
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply)).to.deep.equal([
      'version: is not the version of a release',
      `targets[0]: AP:${device._id} does not exist`,
    ]);
    expect(shown(await fixture.show(id))).to.include({ state: 'Draft', revision: 1 });
  });

  // docs/rollouts.md#actions-2
  // docs/rollouts.md#actions-3
  it('pause, resume and cancel it, with the reason of the caller', async () => {
    const { id } = await fixture.started();
    const paused = shown(await fixture.act(id, 'pause', { body: { reason: 'Lunch' } }));
    expect(paused).to.include({ state: 'Paused', revision: 3 });
    expect(paused['state_reason']).to.deep.include({ reason: 'Lunch', by: fixture.admin.user._id });
    const resumed = shown(await fixture.act(id, 'resume'));
    expect(resumed).to.include({ state: 'Running', state_reason: null, revision: 4 });
    expect((await fixture.stored(id)).bucket).to.deep.include({ tokens: 0 });
    const cancelled = shown(await fixture.act(id, 'cancel'));
    expect(cancelled).to.include({ state: 'Cancelled', revision: 5 });
    expect(cancelled['state_reason']).to.deep.include({ reason: null, by: fixture.admin.user._id });
    expect(cancelled['ended_at']).to.be.a('string');
  });

  // docs/rollouts.md#actions-1
  it('change nothing where their state is reached, and are refused in other states', async () => {
    const { id } = await fixture.draft();
    const codes = async (...actions: string[]): Promise<[number, number][]> => {
      const replies = [];
      for (const action of actions) replies.push(refused(await fixture.act(id, action)));
      return replies;
    };
    const conflict = [409, 1111];
    expect(await codes('pause', 'resume', 'cancel')).to.deep.equal([conflict, conflict, conflict]);
    for (const action of ['start', 'start', 'pause', 'pause', 'resume', 'resume', 'cancel', 'cancel'])
      expect((await fixture.act(id, action)).status, action).to.equal(200);
    expect(shown(await fixture.show(id))['revision']).to.equal(5);
    expect(await codes('start', 'pause', 'resume')).to.deep.equal([conflict, conflict, conflict]);
  });

  // docs/rollouts.md#approve_rollout_stage-1
  it('approve a stage that awaits it, by administrators only', async () => {
    const { api, org } = fixture;
    const { id } = await fixture.started({ stages: [{ count: 1, approval: true }, { percent: 100 }] });
    const approve = (n: number, token = fixture.admin.token) =>
      fixture.act(id, `stages/${n}/approve`, { token });
    expect(refused(await approve(1))).to.deep.equal([409, 1111]);
    expect(refused(await approve(3))).to.deep.equal([404, 1110]);
    await api.deps.mongo.models.rollouts.updateOne(
      { _id: id },
      { $set: { 'stages.0.state': 'AwaitingApproval' } },
    );
    const { token } = await makeUser(api.deps, org, { role: 'operator' });
    expect(refused(await approve(1, token))).to.deep.equal([403, 1102]);
    const stale = { token, headers: { 'If-Match': '"99"' } };
    expect(refused(await fixture.act(id, 'stages/1/approve', stale))).to.deep.equal([403, 1102]);
    const approved = shown(await approve(1));
    expect(approved).to.include({ revision: 3, current_stage: 2 });
    expect(approved.stages[0]).to.include({ state: 'Done' });
    expect(shown(await approve(1))['revision']).to.equal(3);
  });

  // docs/rollouts.md#revision-1
  it('are refused with the ETag of another revision', async () => {
    const { id } = await fixture.draft();
    const given = (tag: string) => ({ headers: { 'If-Match': tag } });
    for (const tag of ['"2"', 'W/"1"', '1', '"one"'])
      expect(refused(await fixture.act(id, 'start', given(tag))), tag).to.deep.equal([412, 1112]);
    expect((await fixture.act(id, 'start', given('"7", "1"'))).status).to.equal(200);
    expect((await fixture.act(id, 'pause', given('*'))).status).to.equal(200);
    expect(refused(await fixture.patch(id, { name: 'x' }, given('"2"')))).to.deep.equal([412, 1112]);
    expect((await fixture.patch(id, { name: 'x' }, given('"3"'))).headers.get('ETag')).to.equal('"4"');
    const draft = await fixture.draft();
    const path = `/v1/rollouts/${draft.id}`;
    expect(refused(await fixture.call('DELETE', path, given('"2"')))).to.deep.equal([412, 1112]);
    expect((await fixture.call('DELETE', path, given('"1"'))).status).to.equal(200);
  });

  // docs/http.md#revisions-3
  it('succeed while ticks write the rollout', async () => {
    const { id } = await fixture.started();
    const { rollouts } = fixture.api.deps.stores;
    const change = rollouts.change.bind(rollouts);
    let ticks = 0;
    // A tick between the read and the write of the first tries.
    Object.assign(rollouts, {
      change: async (...given: Parameters<typeof change>) => {
        ticks += 1;
        if (ticks <= 2) await change(given[0], { blockedNetworks: [ticks] });
        return change(...given);
      },
    });
    try {
      expect(shown(await fixture.act(id, 'pause'))).to.include({ state: 'Paused', revision: 3 });
    } finally {
      Object.assign(rollouts, { change });
    }
    expect((await fixture.stored(id)).blockedNetworks).to.deep.equal([2]);
  });

  // docs/rollouts.md#delete_rollout-1
  it('delete a draft, and nothing that has started', async () => {
    const { id } = await fixture.draft();
    const reply = await fixture.call('DELETE', `/v1/rollouts/${id}`);
    expect([reply.status, reply.body]).to.deep.equal([200, { data: {}, status: 200 }]);
    expect(refused(await fixture.show(id))).to.deep.equal([404, 1110]);
    expect(refused(await fixture.call('DELETE', `/v1/rollouts/${id}`))).to.deep.equal([404, 1110]);
    const started = await fixture.started();
    expect(refused(await fixture.call('DELETE', `/v1/rollouts/${started.id}`))).to.deep.equal([409, 1111]);
  });
});
