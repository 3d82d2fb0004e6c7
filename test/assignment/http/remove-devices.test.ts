import { expect } from 'chai';
import { provisioningEndpoint } from '../../../api/assignment/provisioning.js';
import { removeDevicesEndpoint } from '../../../api/assignment/remove-devices.js';
import type { UpgradeStatus } from '../../../shared/upgrades/domain/upgrade-status.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { makeUplink } from '../../fixtures/records/uplink.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { expectExactCounts } from '../../fixtures/exact-counts.js';

describe('remove_devices', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  const remove = (...devices: readonly { macId: string }[]) =>
    fixture.ask(removeDevicesEndpoint, { devices: devices.map((device) => device.macId) });

  for (const [what, input] of [
    ['missing', {}],
    ['an empty list', { devices: [] }],
    ['an empty text', { devices: '' }],
  ] as const) {
    // docs/interface.md#remove_devices-1
    it(`answers 422 with 1026 when devices is ${what}`, async () => {
      const reply = await fixture.ask(removeDevicesEndpoint, input);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.have.all.keys('msg', 'error_code').and.include({ error_code: 1026 });
    });
  }

  // docs/interface.md#remove_devices-1
  it('answers 422 with msg and no code when no device matches', async () => {
    const elsewhere = await deviceFixture();
    const foreign = await elsewhere.device();
    const reply = await remove(foreign, { macId: 'nonsense' });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.all.keys('msg');
    expect(await elsewhere.stored(foreign.macId)).to.not.equal(null);
  });

  // docs/interface.md#remove_devices-1
  // docs/interface.md#device-assignment
  it('answers 200 with the lists, deletes devices, states and uplinks, and gives up the claims', async () => {
    const devices = [await fixture.device(), await fixture.device({ network: null })];
    const { models } = fixture.api.deps.mongo;
    for (const device of devices) await makeUplink(fixture.api.deps, device);
    const reply = await remove(...devices);
    expect(reply.status).to.equal(200);
    expect(reply.body).to.have.all.keys('msg', 'success_devices', 'failed_devices');
    expect(reply.body).to.deep.include({
      success_devices: devices.map((device) => device.macId),
      failed_devices: [],
    });
    for (const { macId } of devices) {
      expect(await fixture.stored(macId)).to.equal(null);
      expect(await fixture.master(macId)).to.include({ organisationId: null, deviceId: null });
    }
    expect(await models.uplinks.countDocuments({ organisationId: fixture.org })).to.equal(0);
    expect(await fixture.organisation()).to.include({ deviceCount: 0, unassignedCount: 0 });
    await expectExactCounts(fixture);
  });

  // docs/interface.md#remove_devices-1
  it('answers 422 with the lists and no code when some devices fail', async () => {
    const [free, busy] = [await fixture.device(), await fixture.busyDevice()];
    const reply = await remove(busy, free);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.all.keys('msg', 'success_devices', 'failed_devices');
    expect(reply.body).to.deep.include({ success_devices: [free.macId], failed_devices: [busy.macId] });
    expect(await fixture.stored(busy.macId)).to.not.equal(null);
    await expectExactCounts(fixture);
  });

  // docs/interface.md#remove_devices-1
  it('answers 422 with 1018 and the lists when every device fails', async () => {
    const busy = await fixture.busyDevice();
    const reply = await remove(busy);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.deep.include({
      error_code: 1018,
      success_devices: [],
      failed_devices: [busy.macId],
    });
  });

  // docs/interface.md#remove_devices-1
  it('does not apply the tier check', async () => {
    const { token } = await fixture.user({ tier: 2 });
    const device = await fixture.device();
    const reply = await fixture.ask(removeDevicesEndpoint, { devices: [device.macId] }, { token });
    expect(reply.status).to.equal(200);
  });

  for (const [from, to] of [
    ['Pending', 'Cancelled'],
    ['Queued', 'Cancelled'],
    ['Downloading', 'Cancelled'],
    ['Verifying', 'Failed'],
    ['Success', 'Success'],
    ['Expired', 'Expired'],
  ] as const satisfies (readonly [UpgradeStatus, UpgradeStatus])[]) {
    // docs/interface.md#remove_devices-2
    it(`leaves a removed device’s ${from} upgrade ${to}`, async () => {
      const device = await fixture.device();
      const { _id } = await makeUpgrade(fixture.api.deps, device, from);
      expect((await remove(device)).status).to.equal(200);
      const upgrade = await fixture.api.deps.mongo.models.upgrades.findById(_id).lean();
      expect(upgrade).to.include({ status: to, inFlight: false, deadlineAt: null });
      if (from !== to) expect(upgrade?.message).to.include('removed');
    });
  }

  it('frees capacity and the MAC for another organisation, which sees no data of the first one', async () => {
    const device = await fixture.device();
    const { models } = fixture.api.deps.mongo;
    await models.switchConfigurations.create({
      _id: device.macId,
      ports: [{ name: 'Server room', portNumber: 1 }],
    });
    await remove(device);
    const next = await deviceFixture({ noOfAps: 1 });
    const reply = await next.ask(provisioningEndpoint, {
      mac_id: device.macId,
      network_id: next.network._id,
    });
    expect(reply.status).to.equal(200);
    expect(await models.switchConfigurations.findById(device.macId).lean()).to.equal(null);
    await expectExactCounts(fixture);
    await expectExactCounts(next);
  });
});

describe('remove_devices access', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  for (const [who, fields] of [
    ['a viewer', { role: 'viewer' }],
    ['a caller without manage_inventory', { manageInventory: false }],
  ] as const) {
    it(`refuses ${who} with 403 and 1102`, async () => {
      const { token } = await fixture.user(fields);
      const device = await fixture.device();
      const reply = await fixture.ask(removeDevicesEndpoint, { devices: [device.macId] }, { token });
      expect(reply.status).to.equal(403);
      expect(reply.body).to.include({ error_code: 1102 });
      expect(await fixture.stored(device.macId)).to.not.equal(null);
    });
  }

  it('refuses a list with a read-only device and omits devices outside the caller’s scope', async () => {
    const { token } = await fixture.user({ networks: [{ id: fixture.network._id, access: 'read' }] });
    const [readOnly, hidden] = [await fixture.device(), await fixture.device({ network: fixture.other })];
    const free = await fixture.device({ network: null });
    const ask = (...macs: string[]) => fixture.ask(removeDevicesEndpoint, { devices: macs }, { token });
    expect((await ask(free.macId, readOnly.macId)).status).to.equal(403);
    expect(await fixture.stored(free.macId)).to.not.equal(null);
    const reply = await ask(free.macId, hidden.macId);
    expect(reply.status).to.equal(200);
    expect(reply.body).to.deep.include({ success_devices: [free.macId], failed_devices: [] });
    expect(await fixture.stored(hidden.macId)).to.not.equal(null);
  });
});
