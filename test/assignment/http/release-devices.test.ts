import { expect } from 'chai';
import { releaseDevicesEndpoint } from '../../../api/assignment/release-devices.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { expectExactCounts } from '../../fixtures/exact-counts.js';

interface Body {
  readonly success_devices: string[];
}

describe('release_devices', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  const release = (...devices: readonly (TestDevice | string)[]) =>
    fixture.ask(releaseDevicesEndpoint, {
      devices: devices.map((device) => (typeof device === 'string' ? device : device.macId)),
    });

  for (const [what, input] of [
    ['missing', {}],
    ['an empty list', { devices: [] }],
    ['an empty text', { devices: '' }],
    ['null', { devices: null }],
    ['a list of blank entries', { devices: ['', ' ', null] }],
  ] as const) {
    // docs/interface.md#release_devices-blank
    it(`answers 422 with 1026 when devices is ${what}`, async () => {
      const reply = await fixture.ask(releaseDevicesEndpoint, input);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.have.all.keys('msg', 'error_code').and.include({ error_code: 1026 });
    });
  }

  // docs/interface.md#release_devices-none
  it('answers 422 with msg and no code when no device matches', async () => {
    const elsewhere = await deviceFixture();
    const foreign = await elsewhere.device();
    const reply = await release('nonsense', '02:00:00:00:00:00', foreign);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.all.keys('msg');
    expect(await elsewhere.stored(foreign.macId)).to.include({ locationNetworkId: elsewhere.network._id });
  });

  // docs/interface.md#release_devices-all
  // docs/interface.md#device-assignment
  // docs/interface.md#release_devices
  it('answers 200 with the lists when every device is released from its network', async () => {
    const devices = [await fixture.device(), await fixture.device({ network: fixture.other })];
    const reply = await release(...devices);
    expect(reply.status).to.equal(200);
    expect(reply.body).to.have.all.keys('msg', 'success_devices', 'failed_devices');
    expect(reply.body).to.deep.include({
      success_devices: devices.map((device) => device.macId),
      failed_devices: [],
    });
    for (const { macId, networkName } of devices) {
      const stored = await fixture.stored(macId);
      expect(stored).to.include({ locationNetworkId: null, networkName: null, revision: 1 });
      expect(stored?.searchText).to.not.include(networkName?.toLowerCase());
    }
    expect(await fixture.organisation()).to.include({ deviceCount: 2, unassignedCount: 2 });
    await expectExactCounts(fixture);
  });

  // docs/interface.md#release_devices-some
  it('answers 422 with the lists and no code when some devices fail', async () => {
    const [free, busy] = [await fixture.device(), await fixture.busyDevice()];
    const reply = await release(busy, free);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.all.keys('msg', 'success_devices', 'failed_devices');
    expect(reply.body).to.deep.include({ success_devices: [free.macId], failed_devices: [busy.macId] });
    expect(await fixture.stored(busy.macId)).to.include({ locationNetworkId: fixture.network._id });
    await expectExactCounts(fixture);
  });

  // docs/interface.md#release_devices-failed
  it('answers 422 with 1017 and the lists when every device fails', async () => {
    const busy = await fixture.busyDevice();
    const reply = await release(busy);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.all.keys('msg', 'error_code', 'success_devices', 'failed_devices');
    expect(reply.body).to.deep.include({
      error_code: 1017,
      success_devices: [],
      failed_devices: [busy.macId],
    });
  });

  it('omits MACs that match nothing', async () => {
    const device = await fixture.device();
    const reply = await release(device, '02:00:00:00:00:00', 'nonsense');
    expect(reply.status).to.equal(200);
    expect(reply.body).to.deep.include({ success_devices: [device.macId], failed_devices: [] });
  });

  it('counts a device without a network as released and leaves it unchanged', async () => {
    const device = await fixture.device({ network: null });
    const reply = await release(device);
    expect(reply.status).to.equal(200);
    expect(await fixture.stored(device.macId)).to.include({ revision: 0 });
    await expectExactCounts(fixture);
  });

  it('releases a device whose upgrade waits or downloads, and its upgrades leave the network with it', async () => {
    const { models } = fixture.api.deps.mongo;
    for (const status of ['Pending', 'Queued', 'Downloading'] as const) {
      const device = await fixture.device();
      const upgrade = await makeUpgrade(fixture.api.deps, device, status);
      expect((await release(device)).status, status).to.equal(200);
      expect(await models.upgrades.findById(upgrade._id).lean()).to.include({
        locationNetworkId: null,
        status: upgrade.status,
      });
    }
  });

  it('releases a device named in four notations once', async () => {
    const device = await fixture.device();
    const compact = device.macId.replaceAll(':', '');
    const reply = await release(
      compact.toLowerCase(),
      device.macId.replaceAll(':', '-'),
      compact.replace(/(.{4})(.{4})/, '$1.$2.'),
      device.macId,
    );
    expect((reply.body as Body).success_devices).to.deep.equal([device.macId]);
  });
});
