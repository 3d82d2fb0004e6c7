import { expect } from 'chai';
import type { RunningWorker } from '../../worker/start-worker.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevices } from '../fixtures/records/device.js';
import { startTestWorker } from '../fixtures/test-worker.js';
import { TestService } from '../fixtures/records/test-service.js';

/** A slice is 6,000 upgrades. */
const DEVICES = 6200;
const BATCH = 1550;

describe('a schedule of more than one slice', () => {
  let service: TestService;
  let worker: RunningWorker | undefined;
  before(async () => {
    // Keeps the sweep out of this test.
    service = await TestService.open({ SWEEP_INTERVAL_S: '600' }, new RealClock());
  });
  after(async () => {
    await worker?.close();
    await service.close();
  });

  it('is dispatched by a worker in one job', async () => {
    const fixture = await service.fixture();
    const { network, org, part } = fixture;
    for (let made = 0; made < DEVICES; made += BATCH)
      await makeDevices(service.deps, org, BATCH, () => ({ part, network }));
    await fixture.post({ aps: [`network:${network._id}`] });
    worker = await startTestWorker(service);
    await eventually('dispatched', async () => (await service.schedule()).state === 'dispatched');
    const [queue] = service.deps.jobs.queues;
    await eventually('done', async () => (await queue?.getCompletedCount()) === 1);
    const [job] = (await queue?.getCompleted()) ?? [];
    expect(job?.attemptsStarted).to.equal(1);
    expect(job?.returnvalue).to.include({ Queued: DEVICES });
  });
});
