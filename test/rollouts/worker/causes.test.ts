import { expect } from 'chai';
import type { UpgradeCause } from '../../../shared/upgrades/domain/upgrade-status.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { NEW, OLD, RolloutBed } from '../rollout-bed.js';

const SOAK_S = 300;

describe('the causes of the ends of upgrades', () => {
  let bed: RolloutBed;
  before(async () => {
    bed = await RolloutBed.open({ UPGRADE_SOAK_S: String(SOAK_S) });
  });
  after(() => bed.close());

  /** Reports the state of the device's upgrade. */
  async function report(device: TestDevice, state: 'downloading' | 'installing' | 'failure'): Promise<void> {
    const { _id: id } = await bed.service.latest(device);
    await bed.beat(device, { upgrade: { id, state } });
  }

  async function install(device: TestDevice): Promise<void> {
    await report(device, 'downloading');
    await report(device, 'installing');
  }

  async function verify(device: TestDevice): Promise<void> {
    await install(device);
    await bed.beat(device, { firmware_version: NEW });
  }

  async function remove(device: TestDevice): Promise<void> {
    const body = { devices: [device.macId] };
    const { status, text } = await bed.fixture.call('POST', '/v1/access_points/remove_devices', { body });
    expect(status, text).to.equal(200);
  }

  /** What the device of each cause does after it was offered its upgrade. */
  const WALKS: Readonly<Record<string, (device: TestDevice) => Promise<void>>> = {
    'download: Failed': async (device) => {
      for (let again = 0; again < 2; again += 1) {
        await report(device, 'downloading');
        await report(device, 'failure');
        bed.service.clock.advance(80);
        await bed.beat(device);
      }
    },
    'install: Failed': async (device) => {
      await install(device);
      await report(device, 'failure');
    },
    'wrong_version: Failed': async (device) => {
      await install(device);
      await bed.beat(device, { firmware_version: '1.9.9' });
    },
    'reverted: Failed': async (device) => {
      await verify(device);
      await bed.beat(device, { firmware_version: OLD });
    },
    'left_organisation: Failed': async (device) => {
      await verify(device);
      await remove(device);
    },
    'left_organisation: Cancelled': remove,
    'replaced: Cancelled': async (device) => {
      const upgrade = { aps: [`AP:${device._id}`], version: NEW, upgrade_type: 'manual' };
      expect((await bed.fixture.post(upgrade)).status).to.equal(200);
      await bed.service.dispatch();
    },
    'silent: Failed': async (device) => {
      await install(device);
      bed.service.clock.advance(61);
      await bed.service.sweep();
    },
    'went_silent: Failed': async (device) => {
      await verify(device);
      bed.service.clock.advance(SOAK_S + 1);
      await bed.service.sweep();
    },
  };

  for (const [row, walk] of Object.entries(WALKS)) {
    // docs/rollouts.md#causes-1
    it(row, async () => {
      const [device] = await bed.devices(1);
      if (!device) throw new Error('There is no device');
      const { _id: id } = await bed.started({
        targets: [`AP:${device._id}`],
        retry: { max_attempts: 2, step_timeout_minutes: 1 },
        gates: { failure_percent: 100 },
      });
      await bed.tick(3);
      await bed.offer(device);
      await walk(device);
      const [upgrade] = await bed.upgradesOf(id);
      const [cause, status] = row.split(': ') as [UpgradeCause, string];
      expect(upgrade).to.include({ status, cause, attempts: cause === 'download' ? 2 : upgrade?.attempts });
      await bed.tick(3);
      const count = status === 'Failed' ? { failed: 1 } : { cancelled: 1 };
      expect((await bed.progress(id)).total).to.include({ devices: 1, ...count });
      expect((await bed.rollout(id)).state).to.equal('Completed');
    });
  }
});
