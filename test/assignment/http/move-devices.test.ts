import { expect } from 'chai';
import { moveDevicesEndpoint } from '../../../api/assignment/move-devices.js';
import { moveDevices } from '../../../shared/assignment/operations/move-devices.js';
import { ERRORS } from '../../../shared/platform/errors/catalogue.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import {
  deviceFixture,
  type DeviceFixture,
  type ShownDevice,
} from '../../fixtures/records/device-fixture.js';
import { expectExactCounts } from '../../fixtures/exact-counts.js';

interface Body {
  readonly devices: ShownDevice[];
  readonly failed_devices: (string | number)[];
}

describe('move_devices', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  const move = (devices: unknown, existing_network_id: unknown = fixture.other._id) =>
    fixture.ask(moveDevicesEndpoint, { devices, existing_network_id });

  for (const devices of [undefined, null, '', [], ['']]) {
    // docs/interface.md#move_devices-1
    it(`answers 422 with 1026 for devices ${JSON.stringify(devices)}, before it looks for the network`, async () => {
      const reply = await move(devices, 'no such network');
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1026 });
    });
  }

  for (const network of [undefined, '', 'abc', '0', 4_294_967_296, 2 ** 60]) {
    // docs/interface.md#move_devices-2
    it(`answers 404 with 1019 for existing_network_id ${JSON.stringify(network)}`, async () => {
      const device = await fixture.device();
      const reply = await fixture.ask(moveDevicesEndpoint, {
        devices: [device._id],
        existing_network_id: network,
      });
      expect(reply.status).to.equal(404);
      expect(reply.body).to.have.all.keys('msg', 'error_code').and.include({ error_code: 1019 });
    });
  }

  // docs/interface.md#move_devices-2
  it('answers 404 for a network of another organisation', async () => {
    const elsewhere = await deviceFixture();
    const device = await fixture.device();
    const reply = await move([device._id], elsewhere.network._id);
    expect(reply.status).to.equal(404);
    expect(reply.body).to.include({ error_code: 1019 });
  });

  // docs/interface.md#move_devices-2
  it('answers 404 for a network that is deleted before the devices are written', async () => {
    const { api, org, admin, other } = fixture;
    const { networks } = api.deps.mongo.models;
    const { devices } = api.deps.stores;
    const findByIds: typeof devices.findByIds = async (...given) => {
      await networks.deleteOne({ organisationId: org, _id: other._id });
      return devices.findByIds(...given);
    };
    const stores = { ...api.deps.stores, devices: { ...devices, findByIds } };
    const { _id } = await fixture.device();
    const request = { devices: [_id], networkId: String(other._id) };
    const refused = await moveDevices({ ...api.deps, stores }, admin.caller, request).catch(String);
    expect(refused).to.contain(ERRORS.moveNetworkNotFound.text);
  });

  // docs/interface.md#move_devices-3
  // docs/interface.md#device-assignment
  it('answers 200 with the devices in their new network, in the order of the request', async () => {
    const devices = [
      await fixture.device({ since: new Date('2020-01-01') }),
      await fixture.device({ network: null }),
    ].reverse();
    const reply = await move(devices.map((device) => device._id));
    expect(reply.status).to.equal(200);
    expect(reply.body).to.have.all.keys('msg', 'devices');
    const shown = (reply.body as Body).devices;
    expect(shown.map((device) => device.id)).to.deep.equal(devices.map((device) => device._id));
    for (const device of shown) {
      expect(device).to.include({
        location_network_id: fixture.other._id,
        network_name: fixture.other.networkName,
      });
      const stored = await fixture.stored(device.mac_id);
      expect(stored).to.include({ locationNetworkId: fixture.other._id, revision: 1 });
      expect(stored?.networkSince).to.be.greaterThan(new Date('2026-01-01'));
      expect(stored?.searchText).to.include(fixture.other.networkName.toLowerCase());
      expect(stored?.sort.networkName).to.include(fixture.other.networkName.toLowerCase());
    }
    await expectExactCounts(fixture);
  });

  // docs/interface.md#move_devices-3
  it('accepts a device that is already in the network and leaves it unchanged', async () => {
    const device = await fixture.device({ network: fixture.other });
    const reply = await move([device._id]);
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).devices).to.have.length(1);
    expect(await fixture.stored(device.macId)).to.include({ revision: 0 });
  });

  // docs/interface.md#move_devices-4
  it('answers 422 with 1020, the moved devices and the MACs that failed when a device fails', async () => {
    const [free, busy] = [await fixture.device(), await fixture.busyDevice()];
    const reply = await move([busy._id, free._id]);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.all.keys('msg', 'error_code', 'devices', 'failed_devices');
    expect(reply.body).to.deep.include({ error_code: 1020, failed_devices: [busy.macId] });
    expect((reply.body as Body).devices.map((device) => device.mac_id)).to.deep.equal([free.macId]);
    expect(await fixture.stored(busy.macId)).to.include({ locationNetworkId: fixture.network._id });
    await expectExactCounts(fixture);
  });

  // docs/interface.md#move_devices-4
  it('returns no devices and the requested values as failed_devices when nothing matches', async () => {
    const foreign = await (await deviceFixture()).device();
    const reply = await move(['nonsense', foreign._id, foreign.macId]);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.deep.include({
      error_code: 1020,
      devices: [],
      failed_devices: ['nonsense', foreign._id, foreign.macId],
    });
  });

  // docs/interface.md#move_devices-4
  it('returns an unknown id with the type that it was sent with', async () => {
    for (const devices of [[999_999_999], ['999999999'], '999999999']) {
      const reply = await move(devices);
      expect((reply.body as Body).failed_devices).to.deep.equal(
        typeof devices === 'string' ? [devices] : devices,
      );
    }
  });

  // docs/interface.md#move_devices-4
  it('adds the values that match nothing to failed_devices when others match', async () => {
    const device = await fixture.device();
    const reply = await move([device._id, 'nonsense']);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.deep.include({ error_code: 1020, failed_devices: ['nonsense'] });
    expect(await fixture.stored(device.macId)).to.include({ locationNetworkId: fixture.other._id });
  });

  // docs/interface.md#move_devices-5
  it('reads every value as an id when one of them matches an id', async () => {
    const [byId, byMac] = [await fixture.device(), await fixture.device()];
    const reply = await move([byId._id, byMac.macId]);
    expect((reply.body as Body).devices.map((device) => device.id)).to.deep.equal([byId._id]);
    expect((reply.body as Body).failed_devices).to.deep.equal([byMac.macId]);
  });

  // docs/interface.md#move_devices-5
  it('reads the values as MACs, in any notation, when none of them is an id', async () => {
    const [one, two] = [await fixture.device(), await fixture.device()];
    const reply = await move([
      one.macId.replaceAll(':', '').toLowerCase(),
      two.macId,
      two.macId.replaceAll(':', '-'),
    ]);
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).devices.map((device) => device.id)).to.deep.equal([one._id, two._id]);
  });

  it('reads twelve digits with a leading zero as a MAC', async () => {
    const digits = `02${String(Math.random()).slice(2, 12).padEnd(10, '0')}`;
    const device = await fixture.device({ macId: digits.replace(/(..)(?=.)/g, '$1:') });
    for (const devices of [digits, [digits]]) {
      await move([device._id], fixture.network._id);
      expect((await move(devices)).status).to.equal(200);
    }
  });

  it('moves the open upgrades of a device with it, and leaves the ended ones in their network', async () => {
    const device = await fixture.device();
    const made = [];
    for (const status of ['Pending', 'Queued', 'Success'] as const)
      made.push((await makeUpgrade(fixture.api.deps, device, status))._id);
    await move([device._id]);
    const { upgrades } = fixture.api.deps.mongo.models;
    const places = await upgrades.find({ _id: { $in: made } }, { locationNetworkId: 1 }).sort({ _id: 1 });
    expect(places.map(({ locationNetworkId }) => locationNetworkId)).to.deep.equal([
      fixture.other._id,
      fixture.other._id,
      device.locationNetworkId,
    ]);
  });
});

describe('move_devices access', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  const move = (token: string, devices: readonly { _id: number }[]) =>
    fixture.ask(
      moveDevicesEndpoint,
      { devices: devices.map((device) => device._id), existing_network_id: fixture.other._id },
      { token },
    );

  it('refuses a viewer with 403 and 1102', async () => {
    const { token } = await fixture.user({ role: 'viewer' });
    const device = await fixture.device();
    const reply = await move(token, [device]);
    expect(reply.status).to.equal(403);
    expect(reply.body).to.include({ error_code: 1102 });
    expect(await fixture.stored(device.macId)).to.include({ locationNetworkId: fixture.network._id });
  });

  // docs/interface.md#move_devices-2
  it('answers 404 for a network outside the caller’s scope', async () => {
    const { token } = await fixture.user({ networks: [{ id: fixture.network._id, access: 'full' }] });
    const reply = await move(token, [await fixture.device()]);
    expect(reply.status).to.equal(404);
    expect(reply.body).to.include({ error_code: 1019 });
  });

  it('refuses a network that the caller may only read', async () => {
    const { token } = await fixture.user({
      networks: [
        { id: fixture.network._id, access: 'full' },
        { id: fixture.other._id, access: 'read' },
      ],
    });
    const device = await fixture.device();
    expect((await move(token, [device])).status).to.equal(403);
    expect(await fixture.stored(device.macId)).to.include({ locationNetworkId: fixture.network._id });
  });

  it('refuses a list with a read-only device before it changes anything', async () => {
    const { token } = await fixture.user({
      networks: [
        { id: fixture.network._id, access: 'read' },
        { id: fixture.other._id, access: 'full' },
      ],
    });
    const [readOnly, free] = [await fixture.device(), await fixture.device({ network: null })];
    expect((await move(token, [free, readOnly])).status).to.equal(403);
    expect(await fixture.stored(free.macId)).to.include({ locationNetworkId: null });
  });

  it('answers devices outside the caller’s scope as unknown', async () => {
    const { token } = await fixture.user({ networks: [{ id: fixture.other._id, access: 'full' }] });
    const hidden = await fixture.device();
    const reply = await move(token, [hidden]);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.deep.include({ error_code: 1020, failed_devices: [hidden._id] });
    expect(await fixture.stored(hidden.macId)).to.include({ locationNetworkId: fixture.network._id });
  });
});
