import { expect } from 'chai';
import { sweep } from '../../../shared/upgrades/operations/sweep/sweep.js';
import { dispatchSchedule } from '../../fixtures/dispatch-schedule.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { TrackedUpgrade } from '../../fixtures/records/tracked-upgrade.js';
import { ScheduleJobs } from './schedule-jobs.js';

describe('upgrades, jobs, and the sweep without them', () => {
  let jobs: ScheduleJobs;
  before(async () => {
    jobs = await ScheduleJobs.open();
  });
  after(() => jobs.close());
  beforeEach(() => jobs.beforeEach());
  afterEach(() => jobs.afterEach());

  it('a later schedule has one delayed job, and enqueueing it again adds none', async () => {
    await jobs.later(3600);
    const schedule = await jobs.service.schedule();
    await jobs.service.deps.jobs.enqueue(schedule, jobs.service.clock.now());
    await jobs.service.sweep();
    const delayed = await jobs.queue.getDelayed();
    expect(delayed.map(({ name, delay, data }) => [name, delay, data as unknown])).to.deep.equal([
      [
        'release-schedule',
        3_600_000,
        {
          scheduleId: schedule._id,
          organisationId: jobs.fixture.org,
          version: '1.10.0',
          targets: [`AP:${jobs.device._id}`],
          dueAt: schedule.dueAt.toISOString(),
          requestId: schedule.requestId,
        },
      ],
    ]);
  });

  it('a schedule is not dispatched before its time, and only once after it', async () => {
    const { service, device } = jobs;
    await jobs.later(3600);
    const schedule = await service.schedule();
    service.clock.advance(3599);
    expect(await dispatchSchedule(service.deps, schedule)).to.equal(null);
    expect(await service.latest(device)).to.include({ status: '', message: null });
    service.clock.advance(1);
    expect(await dispatchSchedule(service.deps, schedule)).to.deep.equal({
      Queued: 1,
      Skipped: 0,
      Cancelled: 0,
      Waiting: 0,
    });
    const dispatched = await service.latest(device);
    service.clock.advance(1);
    expect(await dispatchSchedule(service.deps, schedule)).to.equal(null);
    expect(await service.latest(device)).to.deep.equal(dispatched);
  });

  it('a sweep enqueues every waiting schedule again whose job is lost, as it was, and no other', async () => {
    await jobs.later(60);
    await jobs.later(86_400);
    const listed = async () =>
      (await jobs.queue.getDelayed()).map(({ id, name, data }) => ({ id, name, data: data as unknown }));
    const before = await listed();
    expect(before).to.have.length(2);
    await jobs.queue.obliterate({ force: true });
    jobs.service.clock.advance(29);
    expect(await jobs.service.sweep()).to.include({ dispatchedSchedules: 0 });
    expect(await listed()).to.deep.equal(before);
    expect((await jobs.queue.getDelayed())[0]?.delay).to.equal(31_000);
    await jobs.queue.remove(before[0]?.id ?? '');
    await jobs.service.sweep();
    expect(await listed()).to.deep.equal(before);
  });

  it('the sweep dispatches a due schedule whose job is lost', async () => {
    await jobs.later(60);
    await jobs.queue.obliterate({ force: true });
    jobs.service.clock.advance(71);
    expect(await jobs.service.sweep()).to.include({ dispatchedSchedules: 1 });
    expect(await jobs.status()).to.equal('Queued');
    // Shows the result on the board.
    expect(await jobs.queue.getJobCountByTypes('waiting', 'delayed')).to.equal(1);
  });

  it('the sweep leaves a schedule to a job that worked on it in the last ten seconds', async () => {
    await jobs.later(0);
    const { _id, organisationId } = await jobs.service.schedule();
    jobs.service.clock.advance(30);
    await jobs.service.deps.stores.schedules.renewClaim({ _id, organisationId }, jobs.service.clock.now());
    jobs.service.clock.advance(9);
    expect(await jobs.service.sweep()).to.include({ dispatchedSchedules: 0 });
    jobs.service.clock.advance(1);
    expect(await jobs.service.sweep()).to.include({ dispatchedSchedules: 1 });
  });

  it('repeated sweeps add no jobs to a queue without a worker', async () => {
    await jobs.later(0);
    const { schedules } = jobs.service.deps.mongo.models;
    const { _id } = await jobs.service.schedule();
    for (let swept = 0; swept < 5; swept += 1) {
      jobs.service.clock.advance(30);
      await jobs.service.sweep();
      expect(await jobs.queue.getJobCountByTypes('waiting', 'delayed')).to.equal(1);
      // As if the sweep had not reached the schedule.
      await schedules.updateOne({ _id }, { $set: { state: 'waiting' } });
    }
  });

  it('a schedule that cannot be dispatched does not delay the others of its organisation', async () => {
    await jobs.later(0);
    const { _id } = await jobs.service.schedule();
    await jobs.service.deps.mongo.models.schedules.updateOne({ _id }, { $set: { targets: ['nonsense'] } });
    jobs.device = await jobs.fixture.device();
    await jobs.later(0);
    jobs.service.clock.advance(11);
    await jobs.service.sweep();
    expect(await jobs.status()).to.equal('Queued');
  });

  it('the sweep does its other parts when one fails', async () => {
    await jobs.later(0);
    await jobs.service.dispatch();
    jobs.device = await jobs.fixture.device();
    jobs.service.clock.advance(86_401);
    const { token } = await makeUser(jobs.service.deps, jobs.fixture.org);
    await jobs.fixture.post({ aps: [`AP:${jobs.device._id}`] }, { token });
    await jobs.queue.obliterate({ force: true });
    jobs.dieAt('overdue-read');
    const { findings, failures } = await sweep(jobs.service.deps);
    expect(failures).to.have.length(1);
    expect(findings).to.deep.equal({
      closed: 0,
      dispatchedSchedules: 0,
      dispatchedUpgrades: 0,
      abandonedSchedules: 0,
      expired: 0,
    });
    expect(await jobs.queue.getWaitingCount()).to.equal(1);
  });

  it('a malformed record delays neither the sweep nor other devices', async () => {
    await jobs.later(0);
    await jobs.service.dispatch();
    const broken = await jobs.service.latest(jobs.device);
    await jobs.fixture.set(broken._id, { status: 'Success', deadlineAt: jobs.service.clock.now() });
    const second = await TrackedUpgrade.at(jobs.service, 'Downloading');
    jobs.service.clock.advance(1800);
    await jobs.service.sweep();
    expect(await second.now()).to.include({ status: 'Queued' });
    expect(await jobs.service.acceptedHeartbeat(jobs.device)).to.equal(null);
    await jobs.fixture.set(broken._id, { inFlight: false });
  });
});
