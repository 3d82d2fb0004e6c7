import { expect } from 'chai';
import { createStores } from '../../shared/composition/stores.js';
import { releaseSlice } from '../../shared/upgrades/operations/dispatch/release-slice.js';
import type { RunningWorker } from '../../worker/start-worker.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevices } from '../fixtures/records/device.js';
import { startTestWorker } from '../fixtures/test-worker.js';
import { UpgradeStage } from '../fixtures/records/upgrade-stage.js';
import type { UpgradeWorld } from '../fixtures/records/upgrade-world.js';

const CAMPAIGNS = 100;
const AT_ONCE = 10;

describe('jobs of several organisations', function () {
  this.timeout(120_000);
  let stage: UpgradeStage;
  let one: UpgradeWorld;
  let other: UpgradeWorld;
  let worker: RunningWorker | undefined;
  beforeEach(async () => {
    // The sweep stays out of it.
    stage = await UpgradeStage.open({ SWEEP_INTERVAL_S: '600' }, new RealClock());
    one = await stage.world();
    other = await stage.world();
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
    await stage.close();
  });

  async function campaigns(world: UpgradeWorld, count: number): Promise<void> {
    const devices = await makeDevices(stage.deps, world.org, count, () => ({ part: world.part }));
    for (let made = 0; made < count; made += AT_ONCE) {
      const posts = devices.slice(made, made + AT_ONCE).map(({ _id }) => world.post({ aps: [`AP:${_id}`] }));
      for (const { status } of await Promise.all(posts)) expect(status).to.equal(200);
    }
  }

  it('a hundred due campaigns of one do not delay a later one of another', async () => {
    await campaigns(one, CAMPAIGNS);
    await campaigns(other, 1);
    const { schedules } = stage.deps.mongo.models;
    worker = await startTestWorker(stage);
    await eventually(
      'all are released',
      async () => (await schedules.countDocuments({ state: 'released' })) === CAMPAIGNS + 1,
      90_000,
    );
    const order = await schedules.find().sort({ releasedAt: 1 }).lean();
    expect(order.findIndex(({ organisationId }) => organisationId === other.org)).to.be.below(CAMPAIGNS / 5);
  });

  it('one whose jobs take long holds half of a worker’s places, and gets back what it was refused', async () => {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let begun = 0;
    await campaigns(one, 6);
    worker = await startTestWorker(
      stage,
      { WORKER_CONCURRENCY: '4' },
      {
        createStores(models) {
          const stores = createStores(models);
          const claim: typeof stores.schedules.claim = async (due, ...rest) => {
            if (due.organisationId === one.org) {
              begun += 1;
              await held;
            }
            return stores.schedules.claim(due, ...rest);
          };
          return { ...stores, schedules: { ...stores.schedules, claim } };
        },
      },
    );
    try {
      await eventually('it holds its share', () => begun === 2);
      await campaigns(other, 1);
      const { schedules } = stage.deps.mongo.models;
      const released = (organisationId: number): Promise<number> =>
        schedules.countDocuments({ organisationId, state: 'released' });
      await eventually('the other is served', async () => (await released(other.org)) === 1);
      expect(begun).to.equal(2);
      goOn();
      await eventually('all of the first', async () => (await released(one.org)) === 6);
    } finally {
      goOn();
    }
  });

  it('a large schedule is released slice by slice, each from where the last one ended', async () => {
    await makeDevices(stage.deps, one.org, 1200, () => ({ part: one.part, network: one.network }));
    await one.post({ aps: [`network:${one.network._id}`] });
    const schedule = await stage.schedule();
    const busy = { Queued: 0, Skipped: 0, Cancelled: 0, Waiting: 0 };
    const first = await releaseSlice(stage.deps, schedule, { batches: 1 });
    expect(first).to.deep.equal({ counts: { ...busy, Queued: 1000 }, isDone: false });
    expect(await stage.schedule()).to.include({ state: 'releasing' });
    const second = await releaseSlice(stage.deps, schedule, { batches: 1 });
    expect(second).to.deep.equal({ counts: { ...busy, Queued: 200 }, isDone: true });
    expect(await releaseSlice(stage.deps, schedule)).to.equal(null);
  });

  it('a worker goes through all slices of a schedule by one job', async () => {
    for (let made = 0; made < 5200; made += 1300)
      await makeDevices(stage.deps, one.org, 1300, () => ({ part: one.part, network: one.network }));
    await one.post({ aps: [`network:${one.network._id}`] });
    worker = await startTestWorker(stage);
    await eventually('released', async () => (await stage.schedule()).state === 'released', 90_000);
    const [queue] = stage.deps.jobs.queues;
    await eventually('done', async () => (await queue?.getCompletedCount()) === 1);
    const [job] = (await queue?.getCompleted()) ?? [];
    expect(job?.attemptsStarted).to.equal(2);
    expect(job?.returnvalue).to.include({ Queued: 200 });
  });
});
