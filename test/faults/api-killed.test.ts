import { expect } from 'chai';
import type { Step } from '../../shared/platform/failpoints.js';
import { Answers } from '../fixtures/answers.js';
import { startApiProcess, type ApiProcess } from '../processes/api-process.js';
import { Callers } from '../fixtures/callers.js';
import { RealClock } from '../fixtures/clock.js';
import { Crowd } from '../fixtures/records/crowd.js';
import { expectNothingLost } from '../processes/expect-nothing-lost.js';
import { makeDevices, type TestDevice } from '../fixtures/records/device.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { UpgradeStage } from '../fixtures/records/upgrade-stage.js';
import type { OwnProcess } from '../processes/own-process.js';
import { startWorkerProcess } from '../processes/worker-process.js';

/** From the first write of a schedule until its job is in the queue and nobody has been answered. */
const DEATHS = [
  'schedule-written',
  'pending-batch-written',
  'schedule-opened',
  'schedule-enqueued',
] as const satisfies readonly Step[];
const PER_NETWORK = 5;

describe('requests to upgrade, and the processes that serve them', function () {
  this.timeout(90_000);
  let stage: UpgradeStage;
  let survivor: ApiProcess;
  let worker: OwnProcess;
  before(async () => {
    stage = await UpgradeStage.open({ SWEEP_INTERVAL_S: '2', UPGRADE_SOAK_S: '1' }, new RealClock());
    survivor = await startApiProcess(stage.env);
    worker = startWorkerProcess(stage.env);
  });
  after(async () => {
    await Promise.all([survivor.kill(), worker.kill()]);
    await stage.close();
  });

  /** Lets the devices speak until everything has ended, each of them told of its own upgrade once. */
  async function expectEachOnce(org: number, devices: readonly TestDevice[]): Promise<void> {
    const crowd = new Crowd(survivor.url, devices, new Answers());
    try {
      await expectNothingLost(stage, org, crowd, devices);
    } finally {
      await crowd.stop();
    }
    crowd.expectNeverToldAgain();
  }

  it('an API killed between the write of a schedule and its job: what it began is done, once', async () => {
    const world = await stage.world();
    const kill = async (step: Step): Promise<TestDevice[]> => {
      const network = await makeNetwork(stage.deps, world.org);
      const devices = await makeDevices(stage.deps, world.org, PER_NETWORK, () => ({
        part: world.part,
        network,
      }));
      const api = await startApiProcess({ ...stage.env, AIRFLEET_KILL_AT: step });
      const answers = new Answers();
      const callers = new Callers(api.url, world.admin.token, answers);
      // Until it has a connection to the database it refuses; then it dies and nothing answers.
      await callers.askUntil(null, { aps: [`network:${network._id}`] });
      await api.kill();
      return devices;
    };
    const devices = await Promise.all(DEATHS.map(kill));
    await expectEachOnce(world.org, devices.flat());
  });

  it('a request that comes twice at once, by two APIs: each device is upgraded once', async () => {
    const world = await stage.world();
    const devices = await makeDevices(stage.deps, world.org, PER_NETWORK * 4, () => ({ part: world.part }));
    const body = {
      upgrade: {
        aps: devices.map((device) => `AP:${device._id}`),
        schedule_type: 'later',
        schedule_at: new Date(Date.now() + 3000).toISOString(),
      },
    };
    const answers = new Answers();
    const urls = [stage.api.url, survivor.url, stage.api.url, survivor.url];
    await Promise.all(
      urls.map((url) => answers.ask('create', 'POST', `${url}/upgrades`, world.admin.token, body)),
    );
    expect(answers.count(200), JSON.stringify(answers.all)).to.equal(urls.length);
    await expectEachOnce(world.org, devices);
  });
});
