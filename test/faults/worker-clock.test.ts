import { expect } from 'chai';
import { Answers } from '../fixtures/answers.js';
import { RealClock } from '../fixtures/clock.js';
import { Crowd } from '../fixtures/records/crowd.js';
import { eventually } from '../fixtures/eventually.js';
import { expectNothingLost } from '../processes/expect-nothing-lost.js';
import { makeDevices } from '../fixtures/records/device.js';
import type { OwnProcess } from '../processes/own-process.js';
import { UpgradeStage } from '../fixtures/records/upgrade-stage.js';
import { startWorkerProcess } from '../processes/worker-process.js';

const TWO_MINUTES_MS = 120_000;
const DUE_IN_MS = 4000;
const SKEW = `--import ${new URL('../processes/skewed-clock.js', import.meta.url).href}`;

describe('a worker whose clock is wrong', function () {
  this.timeout(90_000);
  let stage: UpgradeStage;
  const workers: OwnProcess[] = [];
  before(async () => {
    stage = await UpgradeStage.open({ SWEEP_INTERVAL_S: '1', UPGRADE_SOAK_S: '1' }, new RealClock());
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.kill();
  });
  after(() => stage.close());

  async function startWorkers(clocksAheadMs: readonly number[]): Promise<void> {
    for (const aheadMs of clocksAheadMs) {
      const clock = { NODE_OPTIONS: SKEW, CLOCK_AHEAD_MS: String(aheadMs) };
      workers.push(startWorkerProcess({ ...stage.env, LOG_LEVEL: 'info', ...(aheadMs === 0 ? {} : clock) }));
    }
    await Promise.all(workers.map((worker) => worker.says('Worker takes jobs')));
  }

  async function expectUpgradesAtTheirTime(): Promise<void> {
    const world = await stage.world();
    const { network, part } = world;
    const devices = await makeDevices(stage.deps, world.org, 4, () => ({ part, network }));
    const dueAt = new Date(Date.now() + DUE_IN_MS);
    await world.post({
      aps: [`network:${network._id}`],
      schedule_type: 'later',
      schedule_at: dueAt.toISOString(),
    });
    const [first] = devices;
    if (!first) throw new Error('there is no device');
    const begun = await eventually('an upgrade has begun', async () => {
      const { status, statusSince } = await stage.latest(first);
      return status !== '' && statusSince;
    });
    expect(Date.now()).to.be.at.least(dueAt.getTime());
    expect(begun.getTime()).to.be.within(dueAt.getTime(), Date.now() + 1000);
    const crowd = new Crowd(stage.api.url, devices, new Answers());
    try {
      await expectNothingLost(stage, world.org, crowd, devices);
    } finally {
      await crowd.stop();
    }
    crowd.expectNeverToldAgain();
  }

  it('a worker whose clock is two minutes ahead, beside one that is right: upgrades begin at their time, once', async () => {
    await startWorkers([TWO_MINUTES_MS, 0]);
    await expectUpgradesAtTheirTime();
  });

  it('a worker whose clock is two minutes behind, and no other: upgrades begin at their time, once', async () => {
    await startWorkers([-TWO_MINUTES_MS]);
    await expectUpgradesAtTheirTime();
  });
});
