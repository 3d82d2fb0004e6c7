import { expect } from 'chai';
import type { Failpoint } from '../../shared/platform/failpoints.js';
import { Answers } from '../fixtures/answers.js';
import { startApiProcess, type ApiProcess } from '../processes/api-process.js';
import { Callers } from '../fixtures/callers.js';
import { RealClock } from '../fixtures/clock.js';
import { SimulatedDevices } from '../fixtures/records/simulated-devices.js';
import { expectNothingLost } from '../processes/expect-nothing-lost.js';
import { makeDevices, type TestDevice } from '../fixtures/records/device.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { TestService } from '../fixtures/records/test-service.js';
import { sampleOf, testsAll } from '../fixtures/seed.js';
import type { OwnProcess } from '../processes/own-process.js';
import { startWorkerProcess } from '../processes/worker-process.js';

/** From the first write of a schedule until its job is in the queue, before the response. */
const DEATHS = sampleOf<Failpoint>(
  ['schedule-written', 'pending-batch-written', 'schedule-logged', 'schedule-opened', 'schedule-enqueued'],
  0,
  3,
);
const PER_NETWORK = 5;
/** With one, the transactions of the two APIs do not always overlap. */
const ORGANISATIONS = testsAll ? 6 : 3;

describe('a request to upgrade', () => {
  let service: TestService;
  let survivor: ApiProcess;
  let worker: OwnProcess | undefined;
  before(async () => {
    service = await TestService.open({ SWEEP_INTERVAL_S: '2', UPGRADE_SOAK_S: '1' }, new RealClock());
    survivor = await startApiProcess(service.env);
  });
  afterEach(async () => {
    await worker?.kill();
    worker = undefined;
  });
  after(async () => {
    await survivor.kill();
    await service.close();
  });

  /** Lets the devices send heartbeats until every upgrade has ended, each offered once to its own device. */
  async function expectEachOnce(org: number, devices: readonly TestDevice[]): Promise<void> {
    const simulated = new SimulatedDevices(survivor.url, devices, new Answers());
    try {
      await expectNothingLost(service, org, simulated, devices);
    } finally {
      await simulated.stop();
    }
    simulated.expectNoRepeatedOffer();
  }

  // docs/reliability.md#api-killed
  it('is completed once when its API is killed between writing the schedule and adding the job', async () => {
    const fixture = await service.fixture();
    const kill = async (step: Failpoint): Promise<TestDevice[]> => {
      const network = await makeNetwork(service.deps, fixture.org);
      const devices = await makeDevices(service.deps, fixture.org, PER_NETWORK, () => ({
        part: fixture.part,
        network,
      }));
      const api = await startApiProcess({ ...service.env, AIRFLEET_KILL_AT: step });
      const answers = new Answers();
      const callers = new Callers(api.url, fixture.admin.token, answers);
      await callers.askUntil(null, { aps: [`network:${network._id}`] });
      await api.kill();
      return devices;
    };
    const devices = await Promise.all(DEATHS.map(kill));
    worker = startWorkerProcess(service.env);
    await expectEachOnce(fixture.org, devices.flat());
    // docs/rollouts.md#audit_log-5
    const { schedules, auditEntries } = service.deps.mongo.models;
    const made = await schedules.distinct('_id', { organisationId: fixture.org });
    expect(made).to.have.length(DEATHS.length);
    const logged = await auditEntries.distinct('_id', { organisationId: fixture.org });
    expect(logged).to.have.members(made.map((id) => `schedule_${id}`));
  });

  // docs/reliability.md#same-request-twice
  it('upgrades each device once when it is sent to two APIs at the same time', async () => {
    const upgradeTwice = async (): Promise<[org: number, devices: TestDevice[]]> => {
      const fixture = await service.fixture();
      const devices = await makeDevices(service.deps, fixture.org, PER_NETWORK * 4, () => ({
        part: fixture.part,
      }));
      const upgrade = (attempt: number) => ({
        aps: devices.map((device) => `AP:${device._id}`),
        schedule_type: 'later',
        schedule_at: new Date(Date.now() + attempt * 3000).toISOString(),
      });
      const answers = new Answers();
      const urls = [service.api.url, survivor.url, service.api.url, survivor.url];
      await Promise.all(urls.map((url) => new Callers(url, fixture.admin.token, answers).insist(upgrade)));
      return [fixture.org, devices];
    };
    // No worker runs before all requests are acknowledged, however long they take.
    const upgraded = await Promise.all(Array.from({ length: ORGANISATIONS }, upgradeTwice));
    worker = startWorkerProcess(service.env);
    await Promise.all(upgraded.map(([org, devices]) => expectEachOnce(org, devices)));
  });
});
