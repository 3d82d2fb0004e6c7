import { expect } from 'chai';
import { callAt, type Reply } from '../../fixtures/api.js';
import { RealClock } from '../../fixtures/clock.js';
import { HeardDevice } from '../../fixtures/records/heard-device.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import type { HeartbeatFields } from '../../fixtures/records/test-service.js';
import { RolloutRunFixture } from '../../rollouts/rollout-run-fixture.js';
import { Receiver } from '../../webhooks/receiver.js';
import { EarlyEndsFixture } from './early-ends-fixture.js';
import { EARLY_ENDS } from './kill-points.js';
import { KILLED_SETTINGS } from './killed-service.js';

describe('upgrades that stall, are recalled or given up while processes are killed', function () {
  this.timeout(1_800_000);
  let fixture: RolloutRunFixture;
  let receiver: Receiver;
  let heard: HeardDevice;
  let ends: EarlyEndsFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open(KILLED_SETTINGS, new RealClock());
    heard = await HeardDevice.open(fixture.service);
    receiver = await Receiver.open();
    ends = new EarlyEndsFixture(fixture, receiver);
    await ends.subscribe();
  });
  afterEach(async () => {
    await ends.close();
    await heard.close();
    await receiver.close();
    await fixture.close();
  });

  const latest = (device: TestDevice) => fixture.service.latest(device);
  const beat = (device: TestDevice, fields: HeartbeatFields): Promise<Reply> =>
    fixture.service.heartbeat(device, fields);

  for (const failpoint of EARLY_ENDS.heartbeats)
    it(`count the restart of a device that downloads once when an API is killed at ${failpoint}`, async () => {
      const [device] = await fixture.devices(1);
      const id = await ends.begin(device, 'downloading', { uptime_s: 9000 });
      await ends.beatDyingAt(failpoint, device, { uptime_s: 20 });
      expect((await beat(device, { uptime_s: 25 })).body).to.include({ upgrade: null });
      expect(await latest(device)).to.include({ status: 'Queued', attempts: 1 });
      expect(await ends.historyOf(id)).to.deep.equal(['due', 'reportedDownloading', 'downloadFailed']);
    });

  // docs/reliability.md#early-ends-killed
  it('end recalled downloads once, and ask no device to stop that has stopped', async () => {
    const [device, busy] = await fixture.devices(2);
    const other = await ends.begin(busy, 'installing');
    const id = await ends.begin(device, 'downloading', {}, [busy]);
    const path = `/upgrades/schedules/${(await latest(device)).scheduleId}`;
    const { token } = fixture.organisation.admin;
    await ends.kills.apiDiesAt('downloads-recalled', (url) => callAt(url, 'DELETE', path, { token }));
    const report = (state: string): HeartbeatFields => ({ upgrade: { id, state, progress: 5 } });
    await ends.beatDyingAt('heartbeats-written', device, report('downloading'));
    expect((await beat(device, report('downloading'))).body).to.include({ upgrade: null, abort: id });
    for (const failpoint of EARLY_ENDS.heartbeats)
      await ends.beatDyingAt(failpoint, device, report('aborted'));
    const { body } = await beat(device, report('aborted'));
    expect(body).to.include({ upgrade: null }).and.not.to.have.property('abort');
    expect(await latest(device)).to.include({ status: 'Cancelled', cause: 'cancelled', attempts: 0 });
    expect(await ends.historyOf(id)).to.deep.equal(['due', 'reportedDownloading', 'recalled']);
    const repeated = await fixture.organisation.call('DELETE', path);
    expect(repeated.status, repeated.text).to.equal(200);
    expect((await fixture.service.upgrades(busy)).map(({ _id, status }) => [_id, status])).to.deep.equal([
      [other, 'Installing'],
    ]);
    expect((await beat(device, {})).body).to.include({ upgrade: null });
    await ends.expectReportedOnce([id]);
  });

  it('end an installation that stalls once when workers are killed', async () => {
    const [device] = await fixture.devices(1);
    const id = await ends.begin(device, 'installing');
    await ends.passDeadlines([id]);
    const [read, closed] = EARLY_ENDS.sweep;
    await ends.kills.workersDieAt(read);
    expect(await latest(device)).to.include({ status: 'Installing' });
    await ends.kills.workersDieAt(closed);
    expect(await latest(device)).to.include({ status: 'Failed', cause: 'stalled' });
    await ends.expectReportedOnce([id]);
    expect((await beat(device, {})).body).to.include({ upgrade: null });
  });

  it('count stalled installations of a rollout once in its gate', async () => {
    const gates = { failure_percent: 0, min_finished: 2, health: false };
    const { rollout, devices, ids } = await ends.installing(await fixture.devices(2), { gates });
    await ends.passDeadlines(ids);
    await fixture.service.sweep();
    for (const device of devices)
      expect(await latest(device)).to.include({ status: 'Failed', cause: 'stalled' });
    for (const failpoint of EARLY_ENDS.tick) await ends.kills.workersDieAt(failpoint);
    await ends.expectReportedOnce(ids);
    const { state, stateReason, stages } = await fixture.rollout(rollout);
    expect(state).to.equal('Paused');
    expect(stateReason).to.deep.include({ gate: 'failure_gate', counts: { finished: 2, failed: 2 } });
    expect(stages[0]?.ended.Failed).to.equal(2);
    expect((await fixture.progress(rollout)).total).to.include({ devices: 2, failed: 2 });
    expect(ends.received('rollout.paused', rollout)).to.have.length(1);
    await fixture.log(rollout);
  });

  it('give an upgrade up once when an API is killed, and judge it by no gate', async () => {
    const gates = { failure_percent: 0, min_finished: 1, health: false };
    const { rollout, devices, ids } = await ends.installing(await fixture.devices(2), { gates });
    const [[device], [id]] = [devices, ids];
    if (!device || id === undefined) throw new Error('No device installs');
    const request = { path: `/v1/upgrades/${id}/abandon`, body: { reason: 'Cut off' } };
    await ends.kills.change({ method: 'POST', ...request }, 'upgrade-abandoned');
    expect(await latest(device)).to.include({ status: 'Failed', cause: 'abandoned' });
    const { auditEntries } = fixture.service.deps.mongo.models;
    expect(await auditEntries.countDocuments({ subject: `upgrade:${id}` })).to.equal(1);
    expect((await fixture.organisation.call('POST', request.path)).status).to.equal(409);
    await ends.expectReportedOnce([id]);
    expect((await fixture.progress(rollout)).total).to.include({ devices: 2, failed: 1, in_flight: 1 });
    expect((await fixture.rollout(rollout)).state).to.equal('Running');
    expect((await beat(device, {})).body).to.include({ upgrade: null });
  });

  it('give up what a forced cancellation ends once when a worker is killed', async () => {
    const { rollout, devices, ids } = await ends.installing(await fixture.devices(3), { max_in_flight: 2 });
    const cancel = { path: `/v1/rollouts/${rollout}/cancel`, body: { force: true } };
    await ends.kills.change({ method: 'POST', ...cancel });
    await ends.kills.workersDieAt('begun-abandoned');
    const counts = { devices: 3, failed: 2, cancelled: 1 };
    expect((await fixture.progress(rollout)).total).to.include(counts);
    await ends.kills.workUntil(
      'everything is counted',
      async () => (await fixture.rollout(rollout)).tickAt === null,
    );
    const { stages } = await fixture.rollout(rollout);
    expect(stages[0]?.ended).to.include({ Failed: 2, Cancelled: 1 });
    expect((await fixture.progress(rollout)).total).to.include(counts);
    await ends.expectReportedOnce(ids);
    expect(ends.received('rollout.cancelled', rollout)).to.have.length(1);
    for (const id of ids)
      expect(await ends.historyOf(id)).to.deep.equal(['due', 'reportedInstalling', 'abandoned']);
    for (const device of devices)
      expect((await beat(device, {})).body)
        .to.include({ upgrade: null })
        .and.not.to.have.property('abort');
  });
});
