import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';
import { Answers } from '../fixtures/answers.js';
import { RealClock } from '../fixtures/clock.js';
import { Crowd } from '../fixtures/records/crowd.js';
import { eventually } from '../fixtures/eventually.js';
import { expectNothingLost } from '../processes/expect-nothing-lost.js';
import { makeDevices, type TestDevice } from '../fixtures/records/device.js';
import { UpgradeStage } from '../fixtures/records/upgrade-stage.js';
import type { UpgradeWorld } from '../fixtures/records/upgrade-world.js';
import type { OwnProcess } from '../processes/own-process.js';
import { startWorkerProcess } from '../processes/worker-process.js';

const SPOKEN_SINCE_MS = 1500;

describe('a worker whose work another goes on with', function () {
  this.timeout(90_000);
  let stage: UpgradeStage;
  let world: UpgradeWorld;
  let devices: TestDevice[];
  const workers: OwnProcess[] = [];
  before(async () => {
    stage = await UpgradeStage.open({ SWEEP_INTERVAL_S: '1', UPGRADE_SOAK_S: '1' }, new RealClock());
  });
  beforeEach(async () => {
    world = await stage.world();
    devices = await inNetwork(4);
  });
  afterEach(async () => {
    stage.reach = () => undefined;
    for (const worker of workers.splice(0)) await worker.kill();
  });
  after(() => stage.close());

  function inNetwork(count: number): Promise<TestDevice[]> {
    const { network, part } = world;
    return makeDevices(stage.deps, world.org, count, () => ({ part, network }));
  }

  /** Stops its own release before the write, as a machine that is suspended; gives what lets it go on. */
  async function stallWhileReleasing(): Promise<() => Promise<void>> {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isHeld = false;
    stage.reach = (step) => {
      if (step !== 'due-devices-read') return undefined;
      isHeld = true;
      return held;
    };
    const releasing = stage.release();
    await eventually('it is stalled', () => isHeld);
    return () => {
      goOn();
      return releasing;
    };
  }

  it('a worker that stalls while it releases and goes on when all is over: nobody is told again', async () => {
    await world.post({ aps: [`network:${world.network._id}`] });
    const goOn = await stallWhileReleasing();
    workers.push(startWorkerProcess(stage.env));
    const crowd = new Crowd(stage.api.url, devices, new Answers());
    try {
      await expectNothingLost(stage, world.org, crowd, devices);
      await goOn();
      await wait(SPOKEN_SINCE_MS);
      await expectNothingLost(stage, world.org, crowd, devices);
    } finally {
      await crowd.stop();
    }
    crowd.expectNeverToldAgain();
  });

  it('a worker killed after it has released a device that joined late: another gives it no second upgrade', async () => {
    const dueAt = new Date(Date.now() + 1000);
    await world.post({
      aps: [`network:${world.network._id}`],
      schedule_type: 'later',
      schedule_at: dueAt.toISOString(),
    });
    const all = [...devices, ...(await inNetwork(3))];
    expect(await startWorkerProcess(stage.env, 'due-batch-written').ended()).to.equal('SIGKILL');
    workers.push(startWorkerProcess(stage.env));
    const crowd = new Crowd(stage.api.url, all, new Answers());
    try {
      await expectNothingLost(stage, world.org, crowd, all);
    } finally {
      await crowd.stop();
    }
    crowd.expectNeverToldAgain();
  });
});
