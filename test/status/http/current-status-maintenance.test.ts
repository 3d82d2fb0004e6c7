import { expect } from 'chai';
import { currentStatusEndpoint } from '../../../api/status/current-status.js';
import { UPGRADE_STATUSES, type UpgradeStatus } from '../../../shared/upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import { makePart, type TestDevice } from '../../fixtures/records/device.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { membershipIn } from '../../fixtures/records/rollout-fixture.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';

describe('current_status with maintenance', () => {
  let fixture: DeviceFixture;
  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  const maintenanceOf = async (device: TestDevice): Promise<unknown> => {
    const reply = await fixture.ask(currentStatusEndpoint, { mac_id: device.macId, maintenance: '1' });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { maintenance?: unknown }).maintenance;
  };
  const begin = (device: TestDevice, status: UpgradeStatus, fields: Partial<UpgradeRecord> = {}) =>
    makeUpgrade(fixture.api.deps, device, status, { attempts: 1, ...fields });
  const UNTIL = new Date('2027-01-01T00:30:00.000Z');

  // docs/rollouts.md#maintenance-1
  // docs/interface.md#current_status-4
  it('shows an upgrade that is Installing or Verifying, and null in every other status', async () => {
    const device = await fixture.device();
    expect(await maintenanceOf(device)).to.equal(null);
    for (const status of UPGRADE_STATUSES) {
      const upgraded = await fixture.device();
      const { _id } = await begin(upgraded, status, { deadlineAt: UNTIL });
      const expected = ['Installing', 'Verifying'].includes(status)
        ? { upgrade_id: _id, rollout_id: null, until: '2027-01-01T00:30:00Z' }
        : null;
      expect(await maintenanceOf(upgraded), status).to.deep.equal(expected);
    }
  });

  // docs/http.md#requests-6
  it('is a flag', async () => {
    const { macId: mac_id } = await fixture.device();
    for (const [maintenance, shows] of [
      ['true', true],
      [true, true],
      [1, true],
      ['0', false],
      ['false', false],
      ['', false],
    ] as const) {
      const reply = await fixture.ask(currentStatusEndpoint, { mac_id, maintenance });
      expect(reply.status, reply.text).to.equal(200);
      expect('maintenance' in (reply.body as object), String(maintenance)).to.equal(shows);
    }
    const reply = await fixture.ask(currentStatusEndpoint, { mac_id, maintenance: 'yes' });
    expect(reply.body).to.deep.equal({ msg: 'maintenance must be true or false', error_code: 1103 });
  });

  it('names the rollout of the upgrade', async () => {
    const device = await fixture.device();
    const { _id } = await begin(device, 'Verifying', { ...membershipIn(77) });
    expect(await maintenanceOf(device)).to.deep.include({ upgrade_id: _id, rollout_id: 77 });
  });

  // docs/rollouts.md#maintenance-1
  it('covers the network of a switch, and neither another network nor the network of an access point', async () => {
    const part = await makePart(fixture.api.deps, { isSwitch: true });
    const { _id } = await begin(await fixture.device({ part }), 'Installing', { deadlineAt: UNTIL });
    expect(await maintenanceOf(await fixture.device())).to.deep.include({ upgrade_id: _id });
    const elsewhere = await fixture.device({ network: fixture.other });
    const unassigned = await fixture.device({ network: null });
    await begin(await fixture.device({ network: fixture.other }), 'Installing');
    await begin(await fixture.device({ part, network: null }), 'Installing');
    for (const device of [elsewhere, unassigned]) expect(await maintenanceOf(device)).to.equal(null);
  });

  // docs/interface.md#current_status-4
  it('shows of several upgrades the one that lasts longest', async () => {
    const part = await makePart(fixture.api.deps, { isSwitch: true });
    const device = await fixture.device();
    const own = await begin(device, 'Installing', { deadlineAt: new Date(UNTIL.getTime() + 1000) });
    await begin(await fixture.device({ part }), 'Verifying', { deadlineAt: UNTIL });
    expect(await maintenanceOf(device)).to.deep.include({ upgrade_id: own._id });
  });

  it('is absent unless it is asked for', async () => {
    const device = await fixture.device();
    await begin(device, 'Installing');
    expect((await fixture.ask(currentStatusEndpoint, { mac_id: device.macId })).body).to.have.all.keys(
      'status',
      'data',
    );
  });
});
