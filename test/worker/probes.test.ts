import { expect } from 'chai';
import type { RunningWorker } from '../../worker/start-worker.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { startTestWorker } from '../fixtures/test-worker.js';
import { TestService } from '../fixtures/records/test-service.js';

describe('a worker that receives SIGTERM', () => {
  let service: TestService;
  let worker: RunningWorker;
  let goOn = (): void => undefined;
  let hasBegun = false;

  before(async () => {
    service = await TestService.open({}, new RealClock());
    const held = new Promise<void>((resolve) => (goOn = resolve));
    worker = await startTestWorker(
      service,
      {},
      {
        failpoint(step) {
          if (step !== 'dispatch-claimed') return undefined;
          hasBegun = true;
          return held;
        },
      },
    );
  });
  after(async () => {
    goOn();
    await worker.close();
    await service.close();
  });

  const status = async (path: string): Promise<number | null> =>
    fetch(worker.probesUrl + path).then(
      (reply) => reply.status,
      () => null,
    );

  it('is not ready until its job is done, and then exits', async () => {
    await eventually('it is ready', async () => (await status('/readyz')) === 200);
    const fixture = await service.fixture();
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`] });
    await eventually('it has begun', () => hasBegun);
    const closed = worker.close();
    expect(await status('/readyz')).to.equal(503);
    expect(await status('/livez')).to.equal(200);
    goOn();
    await closed;
    expect(await status('/livez')).to.equal(null);
    expect((await service.latest(device)).status).to.equal('Queued');
  });
});
