import { expect } from 'chai';
import { Answers } from '../fixtures/answers.js';
import { RealClock } from '../fixtures/clock.js';
import { SimulatedDevices } from '../fixtures/records/simulated-devices.js';
import { eventually } from '../fixtures/eventually.js';
import { expectNothingLost } from '../processes/expect-nothing-lost.js';
import { scheduleSoon } from '../fixtures/schedule-soon.js';
import { makeDevices } from '../fixtures/records/device.js';
import type { OwnProcess } from '../processes/own-process.js';
import { TestService } from '../fixtures/records/test-service.js';
import { startWorkerProcess } from '../processes/worker-process.js';

const TEN_MINUTES_MS = 600_000;
/** Processes estimate the clock of MongoDB each for itself, on a slow machine with a large error. */
const PRECISION_MS = 60_000;
const SKEW = `--import ${new URL('../processes/skewed-clock.js', import.meta.url).href}`;

describe('a worker with a wrong clock', () => {
  let service: TestService;
  const workers: OwnProcess[] = [];
  before(async () => {
    service = await TestService.open({ SWEEP_INTERVAL_S: '1', UPGRADE_SOAK_S: '1' }, new RealClock());
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.kill();
  });
  after(() => service.close());

  async function startWorkers(clocksAheadMs: readonly number[]): Promise<void> {
    for (const aheadMs of clocksAheadMs) {
      const clock = { NODE_OPTIONS: SKEW, CLOCK_AHEAD_MS: String(aheadMs) };
      workers.push(
        startWorkerProcess({ ...service.env, LOG_LEVEL: 'info', ...(aheadMs === 0 ? {} : clock) }),
      );
    }
    await Promise.all(workers.map((worker) => worker.says('Worker takes jobs')));
  }

  async function expectUpgradesAtTheirTime(): Promise<void> {
    const fixture = await service.fixture();
    const { network, part } = fixture;
    const devices = await makeDevices(service.deps, fixture.org, 4, () => ({ part, network }));
    const dueAt = await scheduleSoon(fixture, [`network:${network._id}`]);
    const [first] = devices;
    if (!first) throw new Error('there is no device');
    const begun = await eventually('an upgrade has begun', async () => {
      const upgrade = await service.latest(first);
      return upgrade.status !== '' && upgrade.statusSince;
    });
    expect(begun.getTime()).to.be.within(dueAt.getTime(), Date.now() + PRECISION_MS);
    const simulated = new SimulatedDevices(service.api.url, devices, new Answers());
    try {
      await expectNothingLost(service, fixture.org, simulated, devices);
    } finally {
      await simulated.stop();
    }
    simulated.expectNoRepeatedOffer();
  }

  // docs/reliability.md#worker-clock-ahead
  it('starts upgrades on time, once, when it is ten minutes ahead and another worker is right', async () => {
    await startWorkers([TEN_MINUTES_MS, 0]);
    await expectUpgradesAtTheirTime();
  });

  // docs/reliability.md#worker-clock-behind
  it('starts upgrades on time, once, when it is ten minutes behind and the only worker', async () => {
    await startWorkers([-TEN_MINUTES_MS]);
    await expectUpgradesAtTheirTime();
  });
});
