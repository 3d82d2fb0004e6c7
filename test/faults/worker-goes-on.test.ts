import { expect } from 'chai';
import { Answers } from '../fixtures/answers.js';
import { RealClock } from '../fixtures/clock.js';
import { SimulatedDevices } from '../fixtures/records/simulated-devices.js';
import { eventually } from '../fixtures/eventually.js';
import { expectNothingLost } from '../processes/expect-nothing-lost.js';
import { scheduleSoon } from '../fixtures/schedule-soon.js';
import { makeDevices, type TestDevice } from '../fixtures/records/device.js';
import { TestService } from '../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import type { OwnProcess } from '../processes/own-process.js';
import { startWorkerProcess } from '../processes/worker-process.js';

describe('a worker whose work another continues', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let devices: TestDevice[];
  const workers: OwnProcess[] = [];
  before(async () => {
    service = await TestService.open({ SWEEP_INTERVAL_S: '1', UPGRADE_SOAK_S: '1' }, new RealClock());
  });
  beforeEach(async () => {
    fixture = await service.fixture();
    devices = await inNetwork(4);
  });
  afterEach(async () => {
    service.failpoint = () => undefined;
    for (const worker of workers.splice(0)) await worker.kill();
  });
  after(() => service.close());

  function inNetwork(count: number): Promise<TestDevice[]> {
    const { network, part } = fixture;
    return makeDevices(service.deps, fixture.org, count, () => ({ part, network }));
  }

  /** Suspends its own dispatch before the write. Returns the function that resumes it. */
  async function stallDispatch(): Promise<() => Promise<void>> {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isHeld = false;
    service.failpoint = (step) => {
      if (step !== 'due-devices-read') return undefined;
      isHeld = true;
      return held;
    };
    const dispatching = service.dispatch();
    await eventually('it is stalled', () => isHeld);
    return () => {
      goOn();
      return dispatching;
    };
  }

  // docs/reliability.md#worker-stalls
  it('offers nothing again when it stalls during a dispatch and resumes after the end', async () => {
    await fixture.post({ aps: [`network:${fixture.network._id}`] });
    const goOn = await stallDispatch();
    workers.push(startWorkerProcess(service.env));
    const simulated = new SimulatedDevices(service.api.url, devices, new Answers());
    try {
      await expectNothingLost(service, fixture.org, simulated, devices);
      await goOn();
      const resumedAt = new Date();
      await eventually('each device has sent a heartbeat since', () =>
        devices.every((device) => (simulated.acknowledgedOf(device) ?? 0) > resumedAt),
      );
      await expectNothingLost(service, fixture.org, simulated, devices);
    } finally {
      await simulated.stop();
    }
    simulated.expectNoRepeatedOffer();
  });

  // docs/reliability.md#worker-killed-after-late-addition
  it('causes no second upgrade when it is killed after dispatching to a device that joined late', async () => {
    await scheduleSoon(fixture, [`network:${fixture.network._id}`]);
    const all = [...devices, ...(await inNetwork(3))];
    expect(await startWorkerProcess(service.env, 'due-batch-written').ended()).to.equal('SIGKILL');
    workers.push(startWorkerProcess(service.env));
    const simulated = new SimulatedDevices(service.api.url, all, new Answers());
    try {
      await expectNothingLost(service, fixture.org, simulated, all);
    } finally {
      await simulated.stop();
    }
    simulated.expectNoRepeatedOffer();
  });
});
