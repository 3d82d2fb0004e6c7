import { expect } from 'chai';
import type { RunningWorker } from '../../worker/start-worker.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { startTestWorker } from '../fixtures/test-worker.js';
import { UpgradeStage } from '../fixtures/records/upgrade-stage.js';

describe('a worker that is told to end', () => {
  let stage: UpgradeStage;
  let worker: RunningWorker;
  let goOn = (): void => undefined;
  let hasBegun = false;

  before(async () => {
    stage = await UpgradeStage.open({}, new RealClock());
    const held = new Promise<void>((resolve) => (goOn = resolve));
    worker = await startTestWorker(
      stage,
      {},
      {
        reach(step) {
          if (step !== 'release-claimed') return undefined;
          hasBegun = true;
          return held;
        },
      },
    );
  });
  after(async () => {
    goOn();
    await worker.close();
    await stage.close();
  });

  const status = async (path: string): Promise<number | null> =>
    fetch(worker.probesUrl + path).then(
      (reply) => reply.status,
      () => null,
    );

  it('says so until it has finished its job, and then goes', async () => {
    await eventually('it is ready', async () => (await status('/readyz')) === 200);
    const world = await stage.world();
    const device = await world.device();
    await world.post({ aps: [`AP:${device._id}`] });
    await eventually('it has begun', () => hasBegun);
    const closed = worker.close();
    expect(await status('/readyz')).to.equal(503);
    expect(await status('/livez')).to.equal(200);
    goOn();
    await closed;
    expect(await status('/livez')).to.equal(null);
    expect((await stage.latest(device)).status).to.equal('Queued');
  });
});
