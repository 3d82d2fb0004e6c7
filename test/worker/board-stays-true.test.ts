import { expect } from 'chai';
import type { RunningWorker } from '../../worker/start-worker.js';
import { eventually } from '../fixtures/eventually.js';
import { makeOperator } from '../fixtures/records/organisation.js';
import { TestService } from '../fixtures/records/test-service.js';
import { startTestWorker } from '../fixtures/test-worker.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

const QUEUE = 'upgrade-schedules';
const SWEEP_INTERVAL_S = 600;

/** A job as the board shows it. */
interface ShownJob {
  readonly data: { readonly scheduleId: number; readonly targets: string[]; readonly dueAt: string };
  readonly returnValue: unknown;
  readonly failedReason?: string;
}

// docs/reliability.md#board-stays-true
describe('the queue board', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let token: string;
  let worker: RunningWorker | undefined;
  beforeEach(async () => {
    service = await TestService.open({ SWEEP_INTERVAL_S: String(SWEEP_INTERVAL_S) });
    fixture = await service.fixture();
    token = (await makeOperator(service.deps)).token;
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
    await service.close();
  });

  async function board(status: 'delayed' | 'completed' | 'failed'): Promise<ShownJob[]> {
    const query = { activeQueue: QUEUE, status, page: '1', jobsPerPage: '100' };
    const reply = await service.api.call('GET', '/admin/queues/api/queues', { token, query });
    expect(reply.status, reply.text).to.equal(200);
    const { queues } = reply.body as { queues: { name: string; jobs: ShownJob[] }[] };
    return queues.find(({ name }) => name === QUEUE)?.jobs ?? [];
  }

  /** What the board says of the schedules that wait, by their time. */
  async function waiting(): Promise<[targets: string[], dueAt: string][]> {
    const jobs = await board('delayed');
    return jobs
      .map(({ data }): [string[], string] => [data.targets, data.dueAt])
      .toSorted(([, one], [, other]) => one.localeCompare(other));
  }

  /** Schedules an upgrade of a new device. @returns what the board should say of it */
  async function later(seconds: number): Promise<[targets: string[], dueAt: string]> {
    const { _id } = await fixture.device();
    const schedule_at = new Date(service.clock.now().getTime() + seconds * 1000).toISOString();
    const reply = await fixture.post({ aps: [`AP:${_id}`], schedule_type: 'later', schedule_at });
    expect(reply.status, reply.text).to.equal(200);
    return [[`AP:${_id}`], (await service.schedule()).dueAt.toISOString()];
  }

  /** Redis loses every key of the installation. */
  async function emptyRedis(): Promise<void> {
    const { redis, env } = service.deps;
    const keys = await redis.keys(`${env.queuePrefix}*`);
    expect(keys).not.to.have.length(0);
    await redis.del(keys);
    expect(await waiting()).to.deep.equal([]);
  }

  it('lists every waiting schedule again after a sweep when Redis has lost all of them', async () => {
    const schedules = [await later(60), await later(3600), await later(30 * 86_400)];
    expect(await waiting()).to.deep.equal(schedules);
    await emptyRedis();
    await service.sweep();
    expect(await waiting()).to.deep.equal(schedules);
  });

  it('is emptied before a due time: the next sweep dispatches what has fallen due, whatever the delay', async () => {
    for (const late of [1, SWEEP_INTERVAL_S - 1]) {
      await later(60);
      const { routerInventoryId: _id } = await service.deps.mongo.models.upgrades
        .findOne({ status: '' })
        .orFail();
      await emptyRedis();
      service.clock.advance(60 + late);
      // It sweeps when it starts, and not again during the test.
      worker = await startTestWorker(service);
      await eventually('Queued', async () => (await service.latest({ _id })).status === 'Queued');
      await worker.close();
      worker = undefined;
    }
  });

  it('shows what a schedule came to that a sweep dispatched after Redis had lost its job', async () => {
    const [targets, dueAt] = await later(60);
    await emptyRedis();
    service.clock.advance(60 + SWEEP_INTERVAL_S);
    await service.sweep();
    worker = await startTestWorker(service);
    const [shown] = await eventually('a result', async () => {
      const jobs = await board('completed');
      return jobs.length > 0 && jobs;
    });
    expect(shown?.data).to.include({ dueAt }).and.deep.include({ targets });
    expect(shown?.returnValue).to.deep.equal({ Queued: 1, Skipped: 0, Cancelled: 0, Waiting: 0 });
  });

  it('shows what a schedule came to that a sweep dispatched after its job had failed for good', async () => {
    const [targets] = await later(60);
    const { _id } = await service.schedule();
    const { schedules } = service.deps.mongo.models;
    await schedules.updateOne({ _id }, { $set: { targets: ['nonsense'] } });
    service.clock.advance(61);
    worker = await startTestWorker(service);
    await eventually('failed for good', async () => {
      await service.deps.jobs.queues[0]?.promoteJobs();
      return (await board('failed')).length > 0;
    });
    await schedules.updateOne({ _id }, { $set: { targets } });
    service.clock.advance(SWEEP_INTERVAL_S);
    await service.sweep();
    const [shown] = await eventually('a result', async () => {
      const jobs = await board('completed');
      return jobs.length > 0 && jobs;
    });
    expect(shown?.returnValue).to.deep.equal({ Queued: 1, Skipped: 0, Cancelled: 0, Waiting: 0 });
    expect(await board('failed')).to.deep.equal([]);
  });

  it('shows what a schedule came to, and why it failed', async () => {
    await later(60);
    await later(120);
    const { _id } = await service.schedule();
    await service.deps.mongo.models.schedules.updateOne({ _id }, { $set: { targets: ['nonsense'] } });
    service.clock.advance(121);
    await service.deps.jobs.queues[0]?.promoteJobs();
    worker = await startTestWorker(service);
    const [done] = await eventually('a result', async () => {
      const jobs = await board('completed');
      return jobs.length > 0 && jobs;
    });
    expect(done?.returnValue).to.deep.equal({ Queued: 1, Skipped: 0, Cancelled: 0, Waiting: 0 });
    // It waits for its next attempt.
    const [failed] = await eventually('a failure', async () => {
      const jobs = await board('delayed');
      return jobs.some(({ failedReason }) => failedReason) && jobs;
    });
    expect(failed?.data.scheduleId).to.equal(_id);
    expect(failed?.failedReason).to.match(/nonsense/);
  });
});
