import { expect } from 'chai';
import type { Job } from 'bullmq';
import type { RunningWorker } from '../../worker/start-worker.js';
import { eventually } from '../fixtures/eventually.js';
import { startTestWorker } from '../fixtures/test-worker.js';
import { UpgradeStage } from '../fixtures/records/upgrade-stage.js';

describe('a job that comes before the schedule’s time', () => {
  let stage: UpgradeStage;
  let worker: RunningWorker;
  before(async () => {
    stage = await UpgradeStage.open();
    worker = await startTestWorker(stage);
  });
  after(async () => {
    await worker.close();
    await stage.close();
  });

  it('is put back until then, as often as it comes, and does not count as a failed try', async () => {
    const world = await stage.world();
    const device = await world.device();
    const [queue] = stage.deps.jobs.queues;
    const dueAt = new Date(stage.clock.now().getTime() + 600_000);
    await world.post({ aps: [`AP:${device._id}`], schedule_type: 'later', schedule_at: dueAt.toISOString() });
    const schedule = await stage.schedule();
    const find = async (): Promise<Job> =>
      (await queue?.getJob(`schedule-${schedule._id}-${dueAt.getTime()}`)) ?? expect.fail('the job is gone');

    for (const come of [1, 2]) {
      await (await find()).promote();
      await eventually(`put back ${come}`, async () => {
        const job = await find();
        return job.attemptsStarted >= come && (await job.isDelayed());
      });
      expect((await find()).delay).to.be.within(590_000, 601_000);
      expect((await stage.latest(device)).status).to.equal('');
    }

    stage.clock.set(dueAt);
    await (await find()).promote();
    await eventually('Queued', async () => (await stage.latest(device)).status === 'Queued');
    const done = await eventually('done', async () => {
      const job = await find();
      return (await job.isCompleted()) && job;
    });
    expect(done.returnvalue).to.deep.equal({ Queued: 1, Skipped: 0, Cancelled: 0, Waiting: 0 });
    expect(done.attemptsMade).to.equal(1);
  });

  it('finds nothing to do when its schedule was deleted or is done', async () => {
    const world = await stage.world();
    const device = await world.device();
    await world.post({ aps: [`AP:${device._id}`], schedule_type: 'later', schedule_at: '2026-07-01 12:00' });
    const schedule = await stage.schedule();
    await world.call('DELETE', `/upgrades/${(await stage.latest(device))._id}`);
    stage.clock.set('2026-07-01T12:00:00Z');
    await stage.deps.jobs.enqueueRelease(schedule, stage.clock.now(), 0);
    const [queue] = stage.deps.jobs.queues;
    const done = await eventually('done', async () => {
      const job = await queue?.getJob(`schedule-${schedule._id}-${schedule.dueAt.getTime()}`);
      return (await job?.isCompleted()) && job;
    });
    expect(done.returnvalue).to.equal(null);
    expect(await stage.upgrades(device)).to.deep.equal([]);
  });
});
