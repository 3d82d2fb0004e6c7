import { expect } from 'chai';
import type { Job } from 'bullmq';
import type { RunningWorker } from '../../worker/start-worker.js';
import { eventually } from '../fixtures/eventually.js';
import { startTestWorker } from '../fixtures/test-worker.js';
import type { ScheduleRecord } from '../../shared/upgrades/models/schedule.js';
import { TestService } from '../fixtures/records/test-service.js';

describe('the job of a schedule', () => {
  let service: TestService;
  let worker: RunningWorker;
  before(async () => {
    // Keeps the sweep out: it dispatches what is due as well.
    service = await TestService.open({ SWEEP_INTERVAL_S: '600' });
    worker = await startTestWorker(service);
  });
  after(async () => {
    await worker.close();
    await service.close();
  });

  /** The completed job, read once more: it may have been read before it had its result. */
  const completed = (find: () => Promise<Job | undefined> | undefined): Promise<Job> =>
    eventually('done', async () => {
      const job = await find();
      return (await job?.isCompleted()) && (await find());
    });

  it('is postponed each time that it runs early, without counting as a failed attempt', async () => {
    const fixture = await service.fixture();
    const device = await fixture.device();
    const [queue] = service.deps.jobs.queues;
    const dueAt = new Date(service.clock.now().getTime() + 600_000);
    await fixture.post({
      aps: [`AP:${device._id}`],
      schedule_type: 'later',
      schedule_at: dueAt.toISOString(),
    });
    const schedule = await service.schedule();
    const find = async (): Promise<Job> =>
      (await queue?.getJob(`schedule-${schedule._id}-${dueAt.getTime()}`)) ?? expect.fail('the job is gone');

    for (const come of [1, 2]) {
      await (await find()).promote();
      await eventually(`put back ${come}`, async () => {
        const job = await find();
        return job.attemptsStarted >= come && (await job.isDelayed());
      });
      expect((await find()).delay).to.be.within(300_000, 601_000);
      expect((await service.latest(device)).status).to.equal('');
    }

    service.clock.set(dueAt);
    await (await find()).promote();
    await eventually('Queued', async () => (await service.latest(device)).status === 'Queued');
    const done = await completed(find);
    expect(done.returnvalue).to.deep.equal({ Queued: 1, Skipped: 0, Cancelled: 0, Waiting: 0 });
    expect(done.attemptsMade).to.equal(1);
  });

  /** Enqueues a job of the schedule and returns it when it has run. */
  async function run(schedule: ScheduleRecord): Promise<Job> {
    await service.deps.jobs.enqueue(schedule, service.clock.now());
    const [queue] = service.deps.jobs.queues;
    return completed(() => queue?.getJob(`schedule-${schedule._id}-${schedule.dueAt.getTime()}`));
  }

  it('does nothing when its schedule has been cancelled', async () => {
    const fixture = await service.fixture();
    const device = await fixture.device();
    await fixture.post({
      aps: [`AP:${device._id}`],
      schedule_type: 'later',
      schedule_at: '2026-07-01 12:00',
    });
    const schedule = await service.schedule();
    await fixture.call('DELETE', `/upgrades/${(await service.latest(device))._id}`);
    expect(await service.schedule()).to.include({ state: 'cancelled' });
    service.clock.set('2026-07-01T12:00:00Z');
    expect((await run(schedule)).returnvalue).to.equal(null);
    expect(await service.upgrades(device)).to.deep.equal([]);
  });

  it('has the result of its schedule, and does nothing, when it has been dispatched', async () => {
    const fixture = await service.fixture();
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`] });
    await eventually('dispatched', async () => (await service.schedule()).state === 'dispatched');
    const [schedule, upgrade] = [await service.schedule(), await service.latest(device)];
    // Another due time gives the job another id: the queue ignores an id that it has had.
    const late = await run({ ...schedule, dueAt: new Date(schedule.dueAt.getTime() - 1) });
    expect(late.returnvalue).to.deep.equal({ Queued: 1, Skipped: 0, Cancelled: 0, Waiting: 0 });
    expect(await service.latest(device)).to.deep.equal(upgrade);
  });
});
