import { expect } from 'chai';
import { TestClock } from '../../fixtures/clock.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { TestService } from '../../fixtures/records/test-service.js';

describe('the restarts of a device', () => {
  let service: TestService;
  let device: TestDevice;
  before(async () => {
    service = await TestService.open({}, new TestClock());
  });
  beforeEach(async () => {
    device = await (await service.fixture()).device();
  });
  after(() => service.close());

  const later = (seconds: number): Date => {
    service.clock.advance(seconds);
    return service.clock.now();
  };
  async function beat(uptimeS: number | null, at = later(30)): Promise<void> {
    const ref = { organisationId: device.organisationId, deviceId: device._id };
    const fields = { publicIp: '192.0.2.1', firmwareVersion: '1.0.0', ports: null, report: null };
    // A key of its own, so that heartbeats of the device are recorded concurrently.
    await service.deps.heartbeats.record({ macId: device.macId, ref, at, uptimeS, ...fields });
  }
  const restarts = async (): Promise<number> => {
    const ref = { organisationId: device.organisationId, deviceId: device._id };
    return (await service.deps.stores.heartbeats.lastHeard([ref])).get(device._id)?.restarts ?? NaN;
  };

  it('are counted when the uptime falls, and not when it grows or is not known', async () => {
    for (const [uptimeS, count] of [
      [1000, 0],
      [1030, 0],
      [5, 1],
      [35, 1],
      [35, 1],
      [null, 1],
      [20, 1],
      [3, 2],
    ] as const) {
      await beat(uptimeS);
      expect(await restarts(), `uptime ${uptimeS}`).to.equal(count);
    }
  });

  // docs/interface.md#upgrade-5
  it('are counted when the uptime is less than half the time since the heartbeat before', async () => {
    for (const [passed, uptimeS, count] of [
      [0, 100, 0],
      [1000, 500, 0],
      [1002, 500, 0],
      [1210, 600, 1],
      [1201, 601, 1],
    ] as const) {
      await beat(uptimeS, later(passed));
      expect(await restarts(), `uptime ${uptimeS} after ${passed} s`).to.equal(count);
    }
  });

  // docs/interface.md#upgrade-5
  it('are not counted by a heartbeat that was sent long before it arrived', async () => {
    await beat(90_000);
    await beat(89_990, later(5));
    expect(await restarts()).to.equal(0);
    await beat(90_035, later(30));
    expect(await restarts()).to.equal(0);
  });

  it('are not counted by a late heartbeat', async () => {
    const early = later(30);
    await beat(1000);
    await beat(10, early);
    expect(await restarts()).to.equal(0);
  });

  it('are counted once when two heartbeats after a restart are recorded at a time', async () => {
    await beat(1000);
    const [first, second] = [later(30), later(1)];
    await Promise.all([beat(5, first), beat(6, second)]);
    expect(await restarts()).to.equal(1);
  });
});
