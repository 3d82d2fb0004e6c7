import { expect } from 'chai';
import {
  expectEnd,
  faultsIn,
  refused,
  rolloutFixture,
  shown,
  type RolloutFixture,
} from '../../fixtures/records/rollout-fixture.js';

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+Z/, 'Z');

describe('PATCH /v1/rollouts/:id', () => {
  let fixture: RolloutFixture;
  beforeEach(async () => {
    fixture = await rolloutFixture();
  });

  // docs/rollouts.md#update_rollout-1
  it('merges the patch into the settings, where null restores a default', async () => {
    const { id } = await fixture.draft({
      rate: { per_minute: 60, factor: 2, per_successes: 10 },
      gates: { min_sick: 7, failure_percent: 1 },
      seed: 'abc',
    });
    const rollout = shown(
      await fixture.patch(id, {
        name: 'Second',
        rate: { per_minute: 90 },
        gates: { min_sick: null },
        seed: null,
        stages: [{ count: 5 }, { percent: 100 }],
      }),
    );
    expect(rollout).to.deep.include({
      name: 'Second',
      revision: 2,
      rate: { per_minute: 90, factor: 2, per_successes: 10, max_per_minute: 100_000 },
      seed: String(id),
    });
    expect(rollout['gates']).to.include({ min_sick: 3, failure_percent: 1 });
    expect(rollout.stages.map(({ n, count, percent }) => [n, count, percent])).to.deep.equal([
      [1, 5, undefined],
      [2, undefined, 100],
    ]);
    expect((await fixture.stored(id)).stages).to.have.length(2);
  });

  // docs/rollouts.md#update_rollout-2
  it('takes what GET gives, in every state, and changes nothing', async () => {
    const { id } = await fixture.draft({ start_at: inDays(1), end_at: inDays(3), version: '1.9.0' });
    for (const action of ['start', 'cancel', null]) {
      const before = shown(await fixture.show(id));
      const reply = await fixture.patch(id, { ...before, unknown: 1, id: 99, state: 'Completed' });
      expect(shown(reply)).to.deep.equal(before);
      if (action) shown(await fixture.act(id, action));
    }
  });

  // docs/rollouts.md#update_rollout-3
  it('changes some settings of a rollout that has started, and more while it is paused', async () => {
    const { id } = await fixture.started();
    const patch = {
      name: 'Slowly',
      rate: { per_minute: 5 },
      max_in_flight: 3,
      gates: { failure_percent: 1 },
      end_at: inDays(2),
    };
    expect(shown(await fixture.patch(id, patch))).to.include({ revision: 3, max_in_flight: 3 });
    const exclude = { exclude: ['part:AP-110'] };
    for (const refusedPatch of [exclude, { targets: ['all'] }, { seed: 'x' }, { version: '1.9.0' }])
      expect(refused(await fixture.patch(id, refusedPatch))).to.deep.equal([409, 1111]);
    shown(await fixture.act(id, 'pause'));
    expect(shown(await fixture.patch(id, exclude))['exclude']).to.deep.equal(['part:AP-110']);
    expect(refused(await fixture.patch(id, { windows: null, lead_minutes: 3 }))).to.deep.equal([409, 1111]);
    shown(await fixture.act(id, 'cancel'));
    expect(refused(await fixture.patch(id, { name: 'Too late' }))).to.deep.equal([409, 1111]);
  });

  // docs/rollouts.md#update_rollout-4
  it('completes a rollout at once with an end that is not in the future', async () => {
    for (const end of [inDays(-3), inDays(0)]) {
      const { id } = await fixture.started();
      const rollout = shown(await fixture.patch(id, { end_at: end }));
      expect(rollout).to.include({ state: 'Completed', revision: 3, end_at: end });
      expect(rollout['ended_at']).to.be.a('string');
      expect((await fixture.stored(id)).tickAt).to.be.an.instanceOf(Date);
    }
    const { id } = await fixture.draft();
    expect(faultsIn(await fixture.patch(id, { end_at: inDays(-3) }))).to.deep.equal([
      'end_at: is in the past',
    ]);
  });

  // docs/rollouts.md#update_rollout-4
  it('restores an end after 30 days', async () => {
    const before = Date.now();
    const { id } = await fixture.started({ end_at: inDays(2) });
    expectEnd(shown(await fixture.patch(id, { end_at: null })), before, 30);
  });

  // docs/rollouts.md#update_rollout-4
  it('counts the end of a rollout from its start when that was later than start_at', async () => {
    const { id } = await fixture.draft();
    await fixture.api.deps.mongo.models.rollouts.updateOne(
      { _id: id },
      { $set: { 'settings.start_at': inDays(-20) } },
    );
    const before = Date.now();
    shown(await fixture.act(id, 'start'));
    expect(shown(await fixture.patch(id, { end_at: inDays(360) }))['state']).to.equal('Running');
    expectEnd(shown(await fixture.patch(id, { end_at: null })), before, 30);
  });

  // docs/http.md#faults-1
  it('names the fault in what GET gave, when the state fixes other settings', async () => {
    const { id } = await fixture.started({ start_at: inDays(1) });
    const reply = await fixture.patch(id, { ...shown(await fixture.show(id)), max_in_flight: 0 });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply)).to.deep.equal(['max_in_flight: must be at least 1']);
  });

  // docs/http.md#faults-1
  it('names every fault, unknown targets among them, and changes nothing', async () => {
    const { id } = await fixture.draft();
    const reply = await fixture.patch(id, { max_in_flight: 0, targets: ['AP:999999999'], time_zone: 'Mars' });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply)).to.have.members([
      'max_in_flight: must be at least 1',
      'targets[0]: AP:999999999 does not exist',
      'time_zone: must be the name of an IANA time zone such as Europe/Berlin',
    ]);
    expect(shown(await fixture.show(id))['revision']).to.equal(1);
  });

  // docs/rollouts.md#update_rollout-5
  it('does not look up again what it leaves as it is', async () => {
    const device = await fixture.device();
    const { id } = await fixture.draft({ targets: [`AP:${device._id}`] });
    await fixture.api.deps.mongo.models.devices.deleteOne({ organisationId: fixture.org, _id: device._id });
    expect(shown(await fixture.patch(id, { name: 'Other' }))).to.include({ name: 'Other' });
  });

  // docs/http.md#revisions-3
  it('loses no change when two are sent at once', async () => {
    const { id } = await fixture.draft();
    const replies = await Promise.all([
      fixture.patch(id, { name: 'Renamed' }),
      fixture.patch(id, { max_in_flight: 7 }),
      fixture.patch(id, { lead_minutes: 9 }),
    ]);
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const rollout = shown(await fixture.show(id));
    expect(rollout).to.include({ name: 'Renamed', max_in_flight: 7, lead_minutes: 9, revision: 4 });
  });
});
