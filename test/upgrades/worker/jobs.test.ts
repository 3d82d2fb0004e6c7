import { expect } from 'chai';
import type { Queue } from 'bullmq';
import { dispatchSlice } from '../../../shared/upgrades/operations/dispatch/dispatch-slice.js';
import { sweep } from '../../../shared/upgrades/operations/sweep/sweep.js';
import type { DispatchScheduleJob } from '../../../shared/upgrades/jobs/job-queue.js';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { TrackedUpgrade } from '../../fixtures/records/tracked-upgrade.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

describe('upgrades, jobs, and the sweep without them', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let device: TestDevice;
  let queue: Queue<DispatchScheduleJob>;
  before(async () => {
    service = await TestService.open();
    [queue] = service.deps.jobs.queues as [Queue<DispatchScheduleJob>];
  });
  after(() => service.close());
  beforeEach(async () => {
    await queue.obliterate({ force: true });
    fixture = await service.fixture();
    device = await fixture.device();
  });
  afterEach(async () => {
    service.failpoint = () => undefined;
    await service.deps.mongo.models.schedules.deleteMany({});
  });

  /** Schedules an upgrade that is due in this many seconds. */
  async function later(seconds: number): Promise<void> {
    const schedule_at = new Date(service.clock.now().getTime() + seconds * 1000).toISOString();
    const upgrade = { aps: [`AP:${device._id}`], schedule_type: 'later', schedule_at };
    expect((await fixture.post(upgrade)).status).to.equal(200);
  }

  /** Stops the work at this step, as if the process had died there. */
  function dieAt(step: Failpoint): void {
    service.failpoint = (reached) => {
      if (reached !== step) return undefined;
      service.failpoint = () => undefined;
      throw new Error(`died at ${step}`);
    };
  }

  async function status(): Promise<string> {
    return (await service.latest(device)).status;
  }

  it('a later schedule has one delayed job, and enqueueing it again adds none', async () => {
    await later(3600);
    const schedule = await service.schedule();
    await service.deps.jobs.enqueue(schedule, service.clock.now(), 0);
    await service.sweep();
    const jobs = await queue.getDelayed();
    expect(jobs.map(({ name, delay, data }) => [name, delay, data as unknown])).to.deep.equal([
      [
        'release-schedule',
        3_600_000,
        {
          scheduleId: schedule._id,
          organisationId: fixture.org,
          version: '1.10.0',
          dueAt: schedule.dueAt.toISOString(),
          requestId: schedule.requestId,
        },
      ],
    ]);
  });

  it('the last sweep before the due time enqueues a lost job again', async () => {
    await later(60);
    await queue.obliterate({ force: true });
    service.clock.advance(29);
    await service.sweep();
    expect(await queue.getJobCounts('delayed', 'waiting')).to.deep.equal({ delayed: 0, waiting: 0 });
    service.clock.advance(1);
    expect(await service.sweep()).to.include({ dispatchedSchedules: 0 });
    const [job] = await queue.getDelayed();
    expect(job?.delay).to.equal(30_000);
  });

  it('the sweep dispatches a due schedule whose job is lost', async () => {
    await later(60);
    await queue.obliterate({ force: true });
    service.clock.advance(71);
    expect(await service.sweep()).to.include({ dispatchedSchedules: 1 });
    expect(await status()).to.equal('Queued');
    expect(await queue.getJobCountByTypes('waiting', 'delayed')).to.equal(0);
  });

  it('the sweep leaves a schedule to a job that worked on it in the last ten seconds', async () => {
    await later(0);
    const { _id, organisationId } = await service.schedule();
    service.clock.advance(30);
    await service.deps.stores.schedules.renewClaim({ _id, organisationId }, service.clock.now());
    service.clock.advance(9);
    expect(await service.sweep()).to.include({ dispatchedSchedules: 0 });
    service.clock.advance(1);
    expect(await service.sweep()).to.include({ dispatchedSchedules: 1 });
  });

  it('repeated sweeps add no jobs to a queue without a worker', async () => {
    await later(0);
    const { schedules } = service.deps.mongo.models;
    const { _id } = await service.schedule();
    for (let swept = 0; swept < 5; swept += 1) {
      service.clock.advance(30);
      await service.sweep();
      expect(await queue.getJobCountByTypes('waiting', 'delayed', 'prioritized')).to.equal(1);
      // As if the sweep had not reached the schedule.
      await schedules.updateOne({ _id }, { $set: { state: 'waiting' } });
    }
  });

  it('a schedule that cannot be dispatched does not delay the others of its organisation', async () => {
    await later(0);
    const { _id } = await service.schedule();
    await service.deps.mongo.models.schedules.updateOne({ _id }, { $set: { targets: ['nonsense'] } });
    device = await fixture.device();
    await later(0);
    service.clock.advance(11);
    await service.sweep();
    expect(await status()).to.equal('Queued');
  });

  for (const step of ['schedule-written', 'pending-batch-written'] as const) {
    it(`the sweep finishes and dispatches a schedule whose writer died at ${step}`, async () => {
      dieAt(step);
      const { status: answer } = await fixture.post({ aps: [`AP:${device._id}`], save_prev_config: true });
      expect(answer).to.equal(500);
      expect((await service.schedule()).state).to.equal('writing');
      service.clock.advance(59);
      expect(await service.sweep()).to.include({ abandonedSchedules: 0 });
      service.clock.advance(2);
      expect(await service.sweep()).to.include({ abandonedSchedules: 1 });
      expect((await service.schedule()).state).to.equal('waiting');
      expect(await queue.getJobCountByTypes('waiting', 'delayed')).to.equal(1);
      await service.dispatch();
      const [upgrade, ...more] = await service.upgrades(device);
      expect(more).to.deep.equal([]);
      expect(upgrade).to.include({ status: 'Queued', savePrevConfig: true });
    });
  }

  it('the sweep enqueues the job of a schedule whose writer died before enqueueing it', async () => {
    dieAt('schedule-opened');
    await fixture.post({ aps: [`AP:${device._id}`] });
    expect(await queue.getJobCountByTypes('waiting', 'delayed')).to.equal(0);
    await service.sweep();
    expect(await queue.getJobCountByTypes('waiting', 'delayed')).to.equal(1);
  });

  it('a request that is repeated after its writer died counts once, and the later one wins', async () => {
    dieAt('schedule-written');
    await fixture.post({ aps: [`AP:${device._id}`] });
    const again = { aps: [`AP:${device._id}`], version: '1.9.0', upgrade_type: 'manual' };
    expect((await fixture.post(again)).status).to.equal(200);
    await service.dispatch();
    service.clock.advance(61);
    await service.sweep();
    await service.dispatch();
    const upgrades = await service.upgrades(device);
    expect(upgrades.map(({ status, version }) => `${status} ${version}`)).to.deep.equal(['Queued 1.9.0']);
  });

  it('an abandoned schedule that cannot be finished does not delay the others', async () => {
    dieAt('schedule-written');
    await fixture.post({ aps: [`AP:${device._id}`] });
    const { _id } = await service.schedule();
    await service.deps.mongo.models.schedules.updateOne({ _id }, { $set: { targets: ['nonsense'] } });
    service.clock.advance(1);
    device = await fixture.device();
    dieAt('schedule-written');
    await fixture.post({ aps: [`AP:${device._id}`] });
    service.clock.advance(61);
    expect(await service.sweep()).to.include({ abandonedSchedules: 1 });
    expect(await status()).to.equal('');
  });

  for (const step of [
    'dispatch-claimed',
    'late-additions-added',
    'due-batch-read',
    'due-devices-read',
    'due-batch-written',
    'queued-replaced',
    'busy-batch-written',
    'due-batches-done',
    'dispatch-finished',
  ] as const) {
    it(`a schedule whose worker died at ${step} is resumed with the same result`, async () => {
      await makeRelease(service.deps, fixture.org, '2.0.0', [fixture.part._id]);
      await fixture.post({ aps: [`AP:${device._id}`], version: '1.9.0', upgrade_type: 'manual' });
      await service.dispatch();
      await fixture.post({ aps: [`AP:${device._id}`] });
      const schedule = await service.schedule();
      dieAt(step);
      const death: unknown = await dispatchSlice(service.deps, schedule).catch((error: unknown) => error);
      expect(death).to.be.an('error').with.property('message', `died at ${step}`);
      await queue.obliterate({ force: true });

      service.clock.advance(21);
      const dispatchedSchedules = step === 'dispatch-finished' ? 0 : 1;
      expect(await service.sweep()).to.include({ dispatchedSchedules });
      expect((await service.schedule()).state).to.equal('released');
      const upgrades = await service.upgrades(device);
      expect(upgrades.map((upgrade) => `${upgrade.status} ${upgrade.version}`)).to.deep.equal([
        'Cancelled 1.9.0',
        'Queued 2.0.0',
      ]);
    });
  }

  it('the sweep does its other parts when one fails', async () => {
    await later(0);
    await service.dispatch();
    device = await fixture.device();
    service.clock.advance(86_401);
    const { token } = await makeUser(service.deps, fixture.org);
    await fixture.post({ aps: [`AP:${device._id}`] }, { token });
    await queue.obliterate({ force: true });
    dieAt('overdue-read');
    const { findings, failures } = await sweep(service.deps);
    expect(failures).to.have.length(1);
    expect(findings).to.deep.equal({
      closed: 0,
      dispatchedSchedules: 0,
      released: 0,
      abandonedSchedules: 0,
      expired: 0,
    });
    expect(await queue.getWaitingCount()).to.equal(1);
  });

  it('a malformed record delays neither the sweep nor other devices', async () => {
    await later(0);
    await service.dispatch();
    const broken = await service.latest(device);
    await fixture.set(broken._id, { status: 'Success', deadlineAt: service.clock.now() });
    const second = await TrackedUpgrade.at(service, 'Downloading');
    service.clock.advance(1800);
    await service.sweep();
    expect(await second.now()).to.include({ status: 'Queued' });
    expect(await service.acceptedHeartbeat(device)).to.equal(null);
    await fixture.set(broken._id, { released: false });
  });
});
