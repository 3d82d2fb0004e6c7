import { expect } from 'chai';
import { createStores } from '../../shared/composition/deps.js';
import { dispatchSlice } from '../../shared/upgrades/operations/dispatch/dispatch-slice.js';
import type { RunningWorker } from '../../worker/start-worker.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevices } from '../fixtures/records/device.js';
import { startTestWorker } from '../fixtures/test-worker.js';
import { TestService } from '../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

const CAMPAIGNS = 100;
const AT_ONCE = 10;

describe('jobs of several organisations', () => {
  let service: TestService;
  let one: UpgradeFixture;
  let other: UpgradeFixture;
  let worker: RunningWorker | undefined;
  beforeEach(async () => {
    // Keeps the sweep out of these tests.
    service = await TestService.open({ SWEEP_INTERVAL_S: '600' }, new RealClock());
    one = await service.fixture();
    other = await service.fixture();
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
    await service.close();
  });

  async function campaigns(fixture: UpgradeFixture, count: number): Promise<void> {
    const devices = await makeDevices(service.deps, fixture.org, count, () => ({ part: fixture.part }));
    for (let made = 0; made < count; made += AT_ONCE) {
      const posts = devices
        .slice(made, made + AT_ONCE)
        .map(({ _id }) => fixture.post({ aps: [`AP:${_id}`] }));
      for (const { status } of await Promise.all(posts)) expect(status).to.equal(200);
    }
  }

  // docs/reliability.md#many-campaigns
  it('one due campaign is not delayed by a hundred earlier ones of another organisation', async () => {
    await campaigns(one, CAMPAIGNS);
    await campaigns(other, 1);
    const { schedules } = service.deps.mongo.models;
    worker = await startTestWorker(service);
    await eventually(
      'all are dispatched',
      async () => (await schedules.countDocuments({ state: 'dispatched' })) === CAMPAIGNS + 1,
    );
    const order = await schedules.find().sort({ dispatchedAt: 1 }).lean();
    expect(order.findIndex(({ organisationId }) => organisationId === other.org)).to.be.below(CAMPAIGNS / 5);
  });

  it('an organisation with slow jobs uses half of a worker’s permits, and its postponed jobs run later', async () => {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let begun = 0;
    await campaigns(one, 6);
    worker = await startTestWorker(
      service,
      { WORKER_CONCURRENCY: '4' },
      {
        createStores(models, env) {
          const stores = createStores(models, env);
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
      const { schedules } = service.deps.mongo.models;
      const dispatched = (organisationId: number): Promise<number> =>
        schedules.countDocuments({ organisationId, state: 'dispatched' });
      await eventually('the other is served', async () => (await dispatched(other.org)) === 1);
      expect(begun).to.equal(2);
      goOn();
      await eventually('all of the first', async () => (await dispatched(one.org)) === 6);
    } finally {
      goOn();
    }
  });

  it('a large schedule is dispatched in slices, each starting where the last one ended', async () => {
    await makeDevices(service.deps, one.org, 1200, () => ({ part: one.part, network: one.network }));
    await one.post({ aps: [`network:${one.network._id}`] });
    const schedule = await service.schedule();
    const none = { Queued: 0, Skipped: 0, Cancelled: 0, Waiting: 0 };
    expect(await dispatchSlice(service.deps, schedule, { batches: 1 })).to.equal('continues');
    expect((await service.schedule()).counts).to.deep.equal({ ...none, Queued: 1000 });
    const { upgrades } = service.deps.mongo.models;
    const queued = await upgrades.find({ status: 'Queued' }).sort({ _id: 1 }).lean();
    const [earliest, latest] = [queued.at(0), queued.at(-1)];
    expect(await service.schedule()).to.include({ state: 'dispatching', dispatchedTo: latest?._id });
    // The second slice does not read the ids of the first again, so it leaves this upgrade as it is.
    await one.set(earliest?._id ?? 0, { status: '', inFlight: false });
    expect(await dispatchSlice(service.deps, schedule, { batches: 1 })).to.equal('complete');
    expect((await service.schedule()).counts).to.deep.equal({ ...none, Queued: 1200 });
    expect(await upgrades.find({ status: '' }).distinct('_id')).to.deep.equal([earliest?._id]);
    expect(await dispatchSlice(service.deps, schedule)).to.equal(null);
  });
});
