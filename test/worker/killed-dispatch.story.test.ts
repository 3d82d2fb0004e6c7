import { expect } from 'chai';
import type { Failpoint } from '../../shared/platform/failpoints.js';
import type { NetworkRecord } from '../../shared/inventory/models/network.js';
import type { UpgradeRecord } from '../../shared/upgrades/models/upgrade.js';
import { startApiProcess } from '../processes/api-process.js';
import { RealClock } from '../fixtures/clock.js';
import { DeviceFleet } from '../fixtures/records/device-fleet.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevices, type TestDevice } from '../fixtures/records/device.js';
import { makeRelease } from '../fixtures/records/firmware.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { HeardDevice } from '../fixtures/records/heard-device.js';
import { TestService } from '../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { sampleOf, testsAll } from '../fixtures/seed.js';
import type { OwnProcess } from '../processes/own-process.js';
import { startWorkerProcess } from '../processes/worker-process.js';

// Few heartbeats are due, so that the silence of most devices is no loss.
const SETTINGS = { SWEEP_INTERVAL_S: '1', UPGRADE_SOAK_S: '1', HEARTBEAT_INTERVAL_S: '3600' };

/** Where workers are killed: every failpoint between two durable writes of dispatch and sweep. */
const DEATHS = [
  'dispatch-claimed',
  'late-additions-added',
  'due-batch-read',
  'due-devices-read',
  'due-batch-written',
  'due-batches-done',
  'dispatch-finished',
  'queued-replaced',
  'busy-batch-written',
  'overdue-read',
  'overdue-closed',
  'waiting-dispatched',
  'due-dispatched',
  'jobs-restored',
  'abandoned-taken',
  'abandoned-finished',
] as const satisfies readonly Failpoint[];
/** Where a run kills them. */
const SAMPLE = sampleOf(DEATHS);

const PER_NETWORK = testsAll ? 16 : 4;
const COUNT = DEATHS.length * PER_NETWORK;

describe('devices of many networks', function () {
  this.timeout(1_800_000);
  let service: TestService;
  let fixture: UpgradeFixture;
  let fleet: DeviceFleet;
  let heard: HeardDevice;
  let networks: NetworkRecord[];
  const processes: { kill(): Promise<void> }[] = [];
  before(async () => {
    service = await TestService.open(SETTINGS, new RealClock());
    fixture = await service.fixture();
    heard = await HeardDevice.open(service);
    networks = await Promise.all(DEATHS.map(() => makeNetwork(service.deps, fixture.org)));
    const devices = await makeDevices(service.deps, fixture.org, COUNT, (index) => ({
      part: fixture.part,
      network: networks[index % networks.length] ?? null,
    }));
    fleet = new DeviceFleet(service, devices);
  });
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.kill();
  });
  after(async () => {
    await heard.close();
    await service.close();
  });

  function startWorker(killAt?: Failpoint): OwnProcess {
    const worker = startWorkerProcess(service.env, killAt);
    processes.push(worker);
    return worker;
  }

  async function upgradesTo(version: string): Promise<UpgradeRecord[]> {
    return service.deps.mongo.models.upgrades.find({ organisationId: fixture.org, version }).lean();
  }

  async function schedule(version: string, on: readonly NetworkRecord[]): Promise<void> {
    const aps = on.map((network) => `network:${network._id}`);
    const { status, text } = await fixture.post({ aps, version, upgrade_type: 'manual' });
    expect(status, text).to.equal(200);
  }

  const devicesOf = (network: NetworkRecord): TestDevice[] =>
    fleet.devices.filter((device) => device.locationNetworkId === network._id);

  /** Sends heartbeats and obeys orders, while workers run, until every upgrade has ended. */
  async function runToTheEnd(version: string): Promise<void> {
    await eventually('every device has its offer', async () => {
      const untold = fleet.withoutOffer();
      await fleet.heartbeat(untold);
      return untold.length === 0;
    });
    await fleet.heartbeat(fleet.devices, (id) => ({ id, state: 'downloading', progress: 50 }));
    await fleet.runVersion(version);
    await eventually('every upgrade ends', async () => {
      const open = { organisationId: fixture.org, $or: [{ inFlight: true }, { status: '' as const }] };
      return (await service.deps.mongo.models.upgrades.countDocuments(open)) === 0;
    });
  }

  /** Expects that each device was offered one upgrade, which succeeded; its others were replaced. */
  async function expectOnceEach(version: string): Promise<void> {
    const upgrades = await upgradesTo(version);
    const succeeded = new Map<number, number[]>();
    for (const { status, message, routerInventoryId: device, _id } of upgrades) {
      if (status === 'Success') succeeded.set(device, [...(succeeded.get(device) ?? []), _id]);
      else expect(`${status}: ${message ?? ''}`).to.match(/^Cancelled: Replaced by upgrade \d+$/);
    }
    const offered = new Map([...fleet.offered].map(([device, ids]) => [device, [...ids]]));
    expect(offered.size).to.equal(COUNT);
    expect(Object.fromEntries(offered)).to.deep.equal(Object.fromEntries(succeeded));
    // Whatever is still running finds nothing left to do.
    expect(await service.sweep()).to.include({ closed: 0, dispatchedUpgrades: 0 });
    expect(await upgradesTo(version)).to.deep.equal(upgrades);
  }

  it('are each offered one upgrade, which ends once, by two workers', async () => {
    await makeRelease(service.deps, fixture.org, '5.0.0', [fixture.part._id]);
    fleet.clear();
    const workers = [startWorker(), startWorker()];
    await schedule('5.0.0', networks);
    await runToTheEnd('5.0.0');
    await expectOnceEach('5.0.0');
    expect(await Promise.all(workers.map((worker) => worker.stop()))).to.deep.equal([0, 0]);
  });

  /** Conditions besides a due schedule that make a worker reach a failpoint. */
  const PREPARATIONS: Partial<Record<Failpoint, (network: NetworkRecord) => Promise<void>>> = {
    'queued-replaced': replaceLater,
    'busy-batch-written': replaceLater,
    'overdue-read': verifyBefore,
    'overdue-closed': verifyBefore,
    'abandoned-taken': abandon,
    'abandoned-finished': abandon,
  };

  /** The network's devices have a Queued upgrade, and the next one is due. */
  async function replaceLater(network: NetworkRecord): Promise<void> {
    await schedule('6.0.0', [network]);
    await service.dispatch();
    await schedule('6.0.0', [network]);
  }

  /** The network's devices are verifying, and the soak time is over. */
  async function verifyBefore(network: NetworkRecord): Promise<void> {
    await schedule('6.0.0', [network]);
    await service.dispatch();
    await fleet.heartbeat(devicesOf(network));
    await fleet.runVersion('6.0.0', devicesOf(network));
    await new Promise((resolve) => setTimeout(resolve, 1100));
  }

  /** An API is killed while it writes the upgrades, long enough ago for the sweep to find the schedule. */
  async function abandon(network: NetworkRecord): Promise<void> {
    const api = await startApiProcess({
      ...service.env,
      AIRFLEET_KILL_AT: 'pending-batch-written',
    });
    processes.push(api);
    const death: unknown = await fetch(`${api.url}/upgrades`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${fixture.admin.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        upgrade: { aps: [`network:${network._id}`], version: '6.0.0', upgrade_type: 'manual' },
      }),
    }).catch((error: unknown) => error);
    expect(death).to.be.an('error');
    await new Promise((resolve) => setTimeout(resolve, 2100));
  }

  // docs/reliability.md#workers-killed
  it(`are each offered one upgrade, which ends once, after ${SAMPLE.length} workers are killed at as many failpoints`, async () => {
    await makeRelease(service.deps, fixture.org, '6.0.0', [fixture.part._id]);
    fleet.clear();
    for (const [index, step] of DEATHS.entries()) {
      const network = networks[index];
      if (!network) throw new Error('There are too few networks');
      const prepare = SAMPLE.includes(step) ? PREPARATIONS[step] : undefined;
      await (prepare ? prepare(network) : schedule('6.0.0', [network]));
      if (SAMPLE.includes(step)) expect(await startWorker(step).ended(), step).to.equal('SIGKILL');
    }
    const survivors = [startWorker(), startWorker()];
    await runToTheEnd('6.0.0');
    await expectOnceEach('6.0.0');
    expect(await Promise.all(survivors.map((worker) => worker.stop()))).to.deep.equal([0, 0]);
  });
});
