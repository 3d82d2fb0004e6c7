import { expect } from 'chai';
import { simulate, type Simulation } from '../../dev/simulator/simulate.js';
import type { Behaviour, DeviceSpec } from '../../dev/simulator/device-spec.js';
import type { RunningWorker } from '../../worker/start-worker.js';
import type { TestApi } from '../fixtures/api.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevices, makePart, type TestDevice } from '../fixtures/records/device.js';
import { makeRelease } from '../fixtures/records/firmware.js';
import { makeNetwork, makeOrganisation, makeUser } from '../fixtures/records/organisation.js';
import { TestService } from '../fixtures/records/test-service.js';
import { startTestWorker } from '../fixtures/test-worker.js';

const SETTINGS = {
  HEARTBEAT_INTERVAL_S: '1',
  DOWN_AFTER_S: '15',
  UPGRADE_SOAK_S: '1',
  UPGRADE_STEP_TIMEOUT_S: '25',
  UPGRADE_WINDOW_S: '25',
  UPGRADE_MAX_ATTEMPTS: '1',
  SWEEP_INTERVAL_S: '1',
};

interface Planned {
  readonly behaviour: Behaviour;
  readonly firmwareVersion?: string;
  readonly ports?: number;
  readonly ends: string;
  /** Text in the message of the upgrade. */
  readonly message?: string;
}

const PLAN: readonly Planned[] = [
  { behaviour: { kind: 'normal' }, ends: 'Success' },
  { behaviour: { kind: 'normal' }, ports: 8, ends: 'Success' },
  { behaviour: { kind: 'slow', factor: 2 }, ends: 'Success' },
  { behaviour: { kind: 'normal' }, firmwareVersion: '2.0.0', ends: 'Skipped' },
  { behaviour: { kind: 'off' }, ends: 'Expired', message: 'did not ask' },
  { behaviour: { kind: 'dropsOff', at: 'downloading' }, ends: 'Failed', message: 'no report' },
  { behaviour: { kind: 'dropsOff', at: 'installing' }, ends: 'Failed', message: 'Not heard of' },
  { behaviour: { kind: 'failsDownload', times: 'always' }, ends: 'Failed', message: 'was reset' },
  { behaviour: { kind: 'failsInstall' }, ends: 'Failed', message: 'could not be written' },
  { behaviour: { kind: 'wrongVersion', version: '1.5.0' }, ends: 'Failed', message: 'Came back on 1.5.0' },
];

interface ShownUpgrade {
  readonly router_inventory_id: number;
  readonly status: string;
  readonly message: string | null;
}

describe('simulated devices with the real API and worker', () => {
  let service: TestService;
  let api: TestApi;
  let worker: RunningWorker;
  let simulation: Simulation | undefined;

  before(async () => {
    service = await TestService.open(SETTINGS, new RealClock());
    ({ api } = service);
    worker = await startTestWorker(service);
  });
  after(async () => {
    await simulation?.stop();
    await worker.close();
    await service.close();
  });

  function specOf(device: TestDevice, { behaviour, ports = 0 }: Planned): DeviceSpec {
    const { macId, deviceKey, firmwareVersion } = device;
    return { macId, deviceKey, firmwareVersion, behaviour, ports };
  }

  it('end their upgrades as each behaviour specifies', async () => {
    const { deps } = api;
    const { _id: org } = await makeOrganisation(deps);
    const { token } = await makeUser(deps, org);
    const network = await makeNetwork(deps, org);
    const part = await makePart(deps);
    await makeRelease(deps, org, '2.0.0', [part._id]);
    const devices = await makeDevices(deps, org, PLAN.length, (index) => ({
      network,
      part,
      firmwareVersion: PLAN[index]?.firmwareVersion ?? '1.0.0',
    }));
    const specs = devices.map((device, index) =>
      specOf(device, PLAN[index] ?? { behaviour: { kind: 'off' }, ends: '' }),
    );
    simulation = simulate(specs, { url: api.url, speed: 10, seed: 7, connections: 4 });

    const created = await api.call('POST', '/upgrades', {
      token,
      body: { upgrade: { aps: [`network:${network._id}`] } },
    });
    expect(created.status).to.equal(200);
    const ended = await eventually('every upgrade ends', async () => {
      const { body } = await api.call('GET', '/upgrades', { token });
      const { upgrades } = (body as { data: { upgrades: ShownUpgrade[] } }).data;
      const ends = ['Success', 'Failed', 'Skipped', 'Expired', 'Cancelled'];
      return upgrades.every(({ status }) => ends.includes(status)) && upgrades;
    });

    for (const [index, { behaviour, ends, message }] of PLAN.entries()) {
      const upgrade = ended.find((shown) => shown.router_inventory_id === devices[index]?._id);
      expect(upgrade?.status, behaviour.kind).to.equal(ends);
      if (message !== undefined) expect(upgrade?.message, behaviour.kind).to.contain(message);
    }
    const counts = simulation.counts();
    expect(counts.refused).to.deep.equal({});
    expect(counts.unanswered).to.equal(0);
    expect(counts.phases.gone).to.equal(3);
    expect(counts.versions).to.deep.equal({ '1.0.0': 5, '1.5.0': 1, '2.0.0': 4 });
    const state = await deps.mongo.models.deviceStates.findById(devices[1]?._id).lean();
    expect(state?.ports).to.have.length(8);
  });

  it('keep sending heartbeats when a wrong key is refused', async () => {
    const { deps } = api;
    const { _id: org } = await makeOrganisation(deps);
    const [device] = await makeDevices(deps, org, 1);
    if (!device) throw new Error('no device was made');
    const spec = { ...specOf(device, { behaviour: { kind: 'normal' }, ends: '' }), deviceKey: 'wrong' };
    const alone = simulate([spec], { url: api.url, speed: 100 });
    await eventually('it is refused twice', () => (alone.counts().refused[401] ?? 0) >= 2);
    await alone.stop();
  });

  it('keep sending heartbeats when the service does not respond', async () => {
    const spec: DeviceSpec = {
      macId: '02:00:00:00:00:01',
      deviceKey: 'key',
      firmwareVersion: '1.0.0',
      behaviour: { kind: 'normal' },
      ports: 0,
    };
    const alone = simulate([spec], { url: 'http://127.0.0.1:1', speed: 1000 });
    await eventually('it asked twice', () => alone.counts().unanswered >= 2);
    await alone.stop();
  });
});
