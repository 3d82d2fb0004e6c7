import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { HealthFixture, STAGES, TREATED } from '../health-fixture.js';

const HALF_HOUR_MS = 1_800_000;
const BEFORE = 10;

// docs/rollouts.md#signs
describe('the signs of what devices measure', () => {
  let health: HealthFixture;
  beforeEach(async () => {
    health = await HealthFixture.open();
    measure(health.devices, BEFORE, 0);
    await health.fleet.heartbeat();
  });
  afterEach(() => health.close());

  /** What devices report from now on. */
  function measure(devices: readonly TestDevice[], clients: number, joined: number): void {
    const radio = { name: null, band: null, on: true, up: true, channel: null, widthMhz: null };
    const radios = [{ ...radio, busyPercent: null, clients, crashes: 0 }];
    const counters = { joined, refused: 0, rxBytes: 0, txBytes: 0 };
    for (const { _id } of devices)
      health.fleet.measured.set(_id, {
        wifi: { radios, clients, ...counters },
        ...{ memFreeKb: 40_000, loadPercent: null, boot: null },
      });
  }

  /** Writes the points of the last hours. */
  async function writePoints(hours: number, clientsOf: (device: TestDevice) => number): Promise<void> {
    const { service, organisation } = health.fixture;
    const last = Math.floor(service.clock.now().getTime() / HALF_HOUR_MS);
    const points = health.devices.map((device) => {
      return { deviceId: device._id, values: [1, clientsOf(device)] };
    });
    for (let halfHour = last - 2 * hours + 1; halfHour <= last; halfHour += 1)
      await service.deps.stores.devicePoints.add(organisation.org, points, new Date(halfHour * HALF_HOUR_MS));
  }

  const upgraded = () => health.upgraded({ stages: [{ count: TREATED, soak_minutes: 1000 }, STAGES[1]] });

  it('pause the rollout when upgraded devices have fewer clients than before, and the others have not', async () => {
    await writePoints(8, () => BEFORE);
    const { id, treated } = await upgraded();
    expect(await health.look(id, health.devices)).to.include({ state: 'Running' });
    health.fixture.service.clock.advance(4.5 * 3600);
    await writePoints(4, (device) => (treated.includes(device) ? 4 : BEFORE));
    const { state, stateReason } = await health.look(id, health.devices);
    expect(state).to.equal('Paused');
    expect(stateReason).to.deep.include({
      gate: 'health_gate',
      sign: 'clients',
      // 1 - (4 + 1) / (10 + 1)
      effect: 0.545,
      examples: [],
    });
    const looks = (await health.fixture.log(id)).filter(({ action }) => action === 'rollout.health_look');
    const tests = looks.map(({ after }) => (after?.['tests'] as { sign: string }[]).map(({ sign }) => sign));
    expect(tests.at(-1)).to.deep.equal(['down', 'restarted', 'radio', 'deserted', 'restarts', 'clients']);
    expect(tests[0], 'no half hour has passed').not.to.include('clients');
  });

  it('pause the rollout when upgraded devices are deserted and others of their network are not', async () => {
    await writePoints(8, () => BEFORE);
    const { id, treated, others } = await upgraded();
    await health.look(id, health.devices);
    health.fixture.service.clock.advance(2 * 3600);
    measure(treated, 0, 0);
    for (let look = 1; look <= 4; look += 1) {
      measure(others, BEFORE, 10 * look);
      const { state, stateReason } = await health.look(id, health.devices);
      expect(state, `look ${look}`).to.equal(look < 4 ? 'Running' : 'Paused');
      if (look < 4) continue;
      expect(stateReason).to.deep.include({ gate: 'health_gate', sign: 'deserted' });
      expect(stateReason?.['counts']).to.include({ sick: TREATED, control_sick: 0 });
    }
  });
});
