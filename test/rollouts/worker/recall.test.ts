import { EventEmitter, once } from 'node:events';
import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { eventually } from '../../fixtures/eventually.js';
import { RolloutRunFixture } from '../rollout-run-fixture.js';

interface Answer {
  readonly upgrade: unknown;
  readonly abort?: number;
}

// docs/device-makers.md#recall
describe('the recall of a download', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  async function report(device: TestDevice, id: number, state: string): Promise<Answer> {
    const reply = await fixture.service.heartbeat(device, { upgrade: { id, state, progress: 5 } });
    expect(reply.status, reply.text).to.equal(200);
    return reply.body;
  }

  /** A rollout whose only device downloads. */
  async function downloading(given: Record<string, unknown> = {}) {
    const [device] = await fixture.devices(1);
    const { _id: rollout } = await fixture.dispatched(given);
    const { id } = await fixture.offer(device);
    expect(await report(device, id, 'downloading')).not.to.have.property('abort');
    return { device, rollout, id };
  }

  /** The device is asked to stop within two seconds of the machine's clock. */
  const recalled = (device: TestDevice, id: number): Promise<Answer> =>
    eventually('the device is asked to stop', async () => {
      const answer = await report(device, id, 'downloading');
      return answer.abort === undefined ? null : answer;
    });

  // docs/rollouts.md#recall
  // docs/reliability.md#rollout-stops
  it('of a paused rollout leaves the upgrade Pending without a try, and it is offered again after a resume', async () => {
    const { device, rollout, id } = await downloading();
    await fixture.act(rollout, 'pause');
    expect(await recalled(device, id)).to.deep.include({ upgrade: null, abort: id });
    expect(await report(device, id, 'aborted')).to.deep.include({ upgrade: null });
    expect(await fixture.service.latest(device)).to.include({
      status: '',
      attempts: 0,
      offeredAt: null,
      hasSlot: false,
    });
    await fixture.tick();
    await fixture.progress(rollout);
    await fixture.act(rollout, 'resume');
    await fixture.tickUntilIdle();
    expect(await fixture.offer(device)).to.include({ id });
    await fixture.upgrade(device, { id } as never);
    expect(await fixture.service.latest(device)).to.include({ status: 'Verifying', attempts: 1 });
  });

  // docs/rollouts.md#recall
  it('of a cancelled rollout ends as Cancelled', async () => {
    const { device, rollout, id } = await downloading();
    await fixture.act(rollout, 'cancel');
    await recalled(device, id);
    await report(device, id, 'aborted');
    expect(await fixture.service.latest(device)).to.include({
      status: 'Cancelled',
      cause: 'cancelled',
      attempts: 0,
    });
    await fixture.tickUntilIdle();
    expect((await fixture.progress(rollout)).total).to.include({ cancelled: 1 });
  });

  it('is not asked of a device that has reported installing, nor of one of a running rollout', async () => {
    const { device, rollout, id } = await downloading();
    expect(await report(device, id, 'downloading')).not.to.have.property('abort');
    await fixture.act(rollout, 'pause');
    await recalled(device, id);
    expect(await report(device, id, 'installing')).not.to.have.property('abort');
    expect(await report(device, id, 'installing')).not.to.have.property('abort');
    expect(await fixture.service.latest(device)).to.include({ status: 'Installing' });
  });

  // docs/rollouts.md#cancel_rollout-2
  it('is not needed when a cancellation gives up what has begun, also a later one', async () => {
    for (const first of [{ force: true }, {}]) {
      const { device, rollout, id } = await downloading();
      await report(device, id, 'installing');
      await fixture.act(rollout, 'cancel', first);
      await fixture.tickUntilIdle();
      const expected = 'force' in first ? 'Failed' : 'Installing';
      expect(await fixture.service.latest(device)).to.include({ status: expected });
      await fixture.act(rollout, 'cancel', { force: true });
      await fixture.tickUntilIdle();
      expect(await fixture.service.latest(device)).to.include({ status: 'Failed', cause: 'abandoned' });
      expect((await fixture.progress(rollout)).total).to.include({ failed: 1 });
      await fixture.service.deps.mongo.models.devices.deleteOne({ _id: device._id });
    }
  });
});

// docs/interface.md#upgrade-schedules-delete-1
describe('the cancellation of a schedule', () => {
  let fixture: RolloutRunFixture;
  before(async () => {
    fixture = await RolloutRunFixture.open();
  });
  after(() => fixture.close());

  it('recalls the downloads of its devices', async () => {
    const [first, busy] = await fixture.devices(2);
    await fixture.organisation.post({ aps: [`AP:${busy._id}`] });
    await fixture.service.dispatch();
    const other = await fixture.beat(busy);
    await fixture.beat(busy, { upgrade: { id: other?.id ?? 0, state: 'installing' } });
    await fixture.organisation.post({ aps: [`AP:${first._id}`, `AP:${busy._id}`] });
    await fixture.service.dispatch();
    const { id } = (await fixture.beat(first)) ?? { id: 0 };
    await fixture.beat(first, { upgrade: { id, state: 'downloading' } });
    const { scheduleId } = await fixture.service.latest(first);
    const cancelled = await fixture.organisation.call('DELETE', `/upgrades/schedules/${scheduleId}`);
    expect(cancelled.status, cancelled.text).to.equal(200);
    const { body } = await fixture.service.heartbeat(first, { upgrade: { id, state: 'downloading' } });
    expect(body).to.include({ upgrade: null, abort: id });
    await fixture.beat(first, { upgrade: { id, state: 'aborted' } });
    expect(await fixture.service.latest(first)).to.include({ status: 'Cancelled', cause: 'cancelled' });
  });

  it('recalls what a dispatch takes out of the pending upgrades meanwhile', async () => {
    const { service, organisation } = fixture;
    const [first, busy] = await fixture.devices(2);
    await organisation.post({ aps: [`AP:${busy._id}`] });
    await service.dispatch();
    const other = await fixture.beat(busy);
    await fixture.beat(busy, { upgrade: { id: other?.id ?? 0, state: 'installing' } });
    await organisation.post({ aps: [`AP:${first._id}`, `AP:${busy._id}`] });
    const { _id: schedule } = await service.schedule();
    const steps = new EventEmitter();
    const isRecalled = once(steps, 'downloads-recalled');
    const isWritten = once(steps, 'due-batch-written');
    let cancelling = null as ReturnType<typeof organisation.call> | null;
    service.failpoint = async (step) => {
      if (step === 'due-devices-read') {
        cancelling ??= organisation.call('DELETE', `/upgrades/schedules/${schedule}`);
        await isRecalled;
      }
      steps.emit(step);
      if (step === 'downloads-recalled') await isWritten;
    };
    await service.dispatch();
    const answer = await cancelling;
    expect(answer?.status, answer?.text).to.equal(200);
    expect(await service.latest(first)).to.include({ status: 'Queued', isRecalled: true });
    expect(await fixture.beat(first)).to.equal(null);
  });
});
