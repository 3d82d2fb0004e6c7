import { expect } from 'chai';
import { tomorrow } from '../../fixtures/records/upgrade-fixture.js';
import { NEW, RolloutRunFixture } from '../rollout-run-fixture.js';

describe('upgrades of rollouts beside plain ones', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  // docs/rollouts.md#plain-upgrades-1
  // docs/rollouts.md#plain-upgrades-2
  it('are shown as manual ones for now without a time, and no schedule is', async () => {
    const { organisation, service } = fixture;
    const [waiting, dispatched] = await fixture.devices(2);
    service.clock.advance(600);
    await fixture.beat(dispatched);
    const { scheduleId } = await fixture.dispatched();
    const list = await organisation.call('GET', '/upgrades.json');
    const { upgrades } = (list.body as { data: { upgrades: Record<string, unknown>[] } }).data;
    expect(upgrades.map(({ status }) => status)).to.have.members(['Pending', 'Queued']);
    for (const upgrade of upgrades)
      expect(upgrade).to.include({ upgrade_type: 'manual', schedule_type: 'now', schedule_at: null });
    const schedules = await organisation.call('GET', '/upgrades/schedules.json');
    expect(schedules.body).to.have.nested.property('data.schedules').that.deep.equals([]);
    const deleted = await organisation.call('DELETE', `/upgrades/schedules/${scheduleId ?? 0}.json`);
    expect(deleted.status).to.equal(404);
    expect(await service.latest(waiting)).to.include({ status: '' });
  });

  // docs/rollouts.md#plain-upgrades-3
  it('take over the pending upgrade of an older request', async () => {
    const { organisation, service } = fixture;
    const [device] = await fixture.devices(1);
    const later = { schedule_type: 'later', schedule_at: tomorrow(), time_zone: 'Etc/UTC', version: NEW };
    expect((await organisation.post({ aps: [`AP:${device._id}`], ...later })).status).to.equal(200);
    const { _id, scheduleId } = await service.latest(device);
    const { _id: id } = await fixture.dispatched();
    expect(await service.upgrades(device)).to.have.length(1);
    const taken = await service.latest(device);
    expect(taken).to.deep.include({ _id, status: 'Queued', formerScheduleIds: [scheduleId] });
    expect(taken).to.include({ rolloutId: id, hasSlot: true });
    expect(await fixture.beat(device)).to.include({ id: _id });
  });

  // docs/rollouts.md#pause_rollout-1
  it('are not offered while the rollout is paused', async () => {
    const [device] = await fixture.devices(1);
    const { _id: id } = await fixture.dispatched();
    await fixture.act(id, 'pause');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect((await fixture.progress(id)).total).to.include({ in_flight: 1 });
    expect(await fixture.beat(device)).to.equal(null);
    await fixture.act(id, 'resume');
    expect(await fixture.offer(device)).to.not.equal(null);
  });

  // docs/rollouts.md#pause_rollout-1
  it('are not offered when the rollout is paused while slow stores delay the answer', async () => {
    const [device] = await fixture.devices(1);
    const { _id: id } = await fixture.dispatched();
    await fixture.offer(device);
    fixture.service.failpoint = async (failpoint) => {
      if (failpoint !== 'heartbeats-written') return;
      await fixture.act(id, 'pause');
      await new Promise((resolve) => setTimeout(resolve, 2000));
    };
    expect(await fixture.beat(device)).to.equal(null);
  });
});
