import { expect } from 'chai';
import type { UpgradeCause } from '../../../shared/upgrades/domain/upgrade-status.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { NEW, OLD, RolloutRunFixture } from '../rollout-run-fixture.js';

const SOAK_S = 300;

describe('the causes of the ends of upgrades', () => {
  let fixture: RolloutRunFixture;
  before(async () => {
    fixture = await RolloutRunFixture.open({ UPGRADE_SOAK_S: String(SOAK_S) });
  });
  after(() => fixture.close());

  /** Reports the state of the device's upgrade. */
  async function report(device: TestDevice, state: 'downloading' | 'installing' | 'failure'): Promise<void> {
    const { _id: id } = await fixture.service.latest(device);
    await fixture.beat(device, { upgrade: { id, state } });
  }

  async function install(device: TestDevice): Promise<void> {
    await report(device, 'downloading');
    await report(device, 'installing');
  }

  async function verify(device: TestDevice): Promise<void> {
    await install(device);
    await fixture.beat(device, { firmware_version: NEW });
  }

  async function remove(device: TestDevice): Promise<void> {
    const body = { devices: [device.macId] };
    const { status, text } = await fixture.organisation.call('POST', '/v1/access_points/remove_devices', {
      body,
    });
    expect(status, text).to.equal(200);
  }

  /** What the device of each cause does after it was offered its upgrade. */
  const ACTIONS: Readonly<Record<string, (device: TestDevice) => Promise<void>>> = {
    'download: Failed': async (device) => {
      for (let again = 0; again < 2; again += 1) {
        await report(device, 'downloading');
        await report(device, 'failure');
        fixture.service.clock.advance(80);
        await fixture.beat(device);
      }
    },
    'install: Failed': async (device) => {
      await install(device);
      await report(device, 'failure');
    },
    'wrong_version: Failed': async (device) => {
      await install(device);
      await fixture.beat(device, { firmware_version: '1.9.9' });
    },
    'reverted: Failed': async (device) => {
      await verify(device);
      await fixture.beat(device, { firmware_version: OLD });
    },
    'left_organisation: Failed': async (device) => {
      await verify(device);
      await remove(device);
    },
    'left_organisation: Cancelled': remove,
    'replaced: Cancelled': async (device) => {
      const upgrade = { aps: [`AP:${device._id}`], version: NEW, upgrade_type: 'manual' };
      expect((await fixture.organisation.post(upgrade)).status).to.equal(200);
      await fixture.service.dispatch();
    },
    'stalled: Failed': async (device) => {
      await install(device);
      fixture.service.clock.advance(200);
      await report(device, 'installing');
      fixture.service.clock.advance(41);
      await fixture.service.sweep();
    },
    'silent: Failed': async (device) => {
      await install(device);
      fixture.service.clock.advance(241);
      await fixture.service.sweep();
    },
    'went_silent: Failed': async (device) => {
      await verify(device);
      fixture.service.clock.advance(SOAK_S + 1);
      await fixture.service.sweep();
    },
  };

  for (const [row, act] of Object.entries(ACTIONS)) {
    // docs/rollouts.md#causes-1
    it(row, async () => {
      const [device] = await fixture.devices(1);
      const { _id: id } = await fixture.dispatched({
        targets: [`AP:${device._id}`],
        retry: { max_attempts: 2, step_timeout_minutes: 4 },
        gates: { failure_percent: 100 },
      });
      await fixture.offer(device);
      await act(device);
      const [upgrade] = await fixture.upgradesOf(id);
      const [cause, status] = row.split(': ') as [UpgradeCause, string];
      expect(upgrade).to.include({ status, cause, attempts: cause === 'download' ? 2 : upgrade?.attempts });
      await fixture.tickUntilIdle();
      const count = status === 'Failed' ? { failed: 1 } : { cancelled: 1 };
      expect((await fixture.progress(id)).total).to.include({ devices: 1, ...count });
      expect((await fixture.rollout(id)).state).to.equal('Completed');
    });
  }
});
