import { expect } from 'chai';
import { provisioningEndpoint } from '../../../api/assignment/provisioning.js';
import {
  deviceFixture,
  type DeviceFixture,
  type ShownDevice,
} from '../../fixtures/records/device-fixture.js';

interface Body {
  readonly error_code: number;
  readonly devices: ShownDevice[];
}

describe('provisioning: who may', () => {
  let fixture: DeviceFixture;
  let mac: string;

  beforeEach(async () => {
    fixture = await deviceFixture();
    [mac = ''] = await fixture.built(1);
  });

  const provision = (token: string, macs: readonly string[] = [mac]) =>
    fixture.ask(provisioningEndpoint, { mac_id: macs.join(','), network_id: fixture.network._id }, { token });

  // docs/interface.md#provisioning-4
  it('a network that the caller may not see counts as not found, and the device stays without one', async () => {
    const { token } = await fixture.user({ networks: [{ id: fixture.other._id, access: 'full' }] });
    const reply = await provision(token);
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).devices[0]).to.include({ location_network_id: null, network_name: null });
    expect(await fixture.organisation()).to.include({ deviceCount: 1, unassignedCount: 1 });
  });

  // docs/interface.md#provisioning-3
  it('without a network of the caller’s, unassigned devices are valid and stay as they are', async () => {
    const device = await fixture.device({ network: null });
    const { token } = await fixture.user({ networks: [{ id: fixture.other._id, access: 'full' }] });
    const reply = await provision(token, [device.macId, mac]);
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).devices.map((shown) => shown.location_network_id)).to.deep.equal([
      null,
      null,
    ]);
    expect(await fixture.stored(device.macId)).to.include({ revision: 0 });
  });

  it('refuses a viewer with 403 and 1102 and changes nothing', async () => {
    const { token } = await fixture.user({ role: 'viewer' });
    const reply = await provision(token);
    expect(reply.status).to.equal(403);
    expect(reply.body).to.include({ error_code: 1102 });
    expect(await fixture.stored(mac)).to.equal(null);
  });

  it('refuses a network that the caller may only read', async () => {
    const { token } = await fixture.user({ networks: [{ id: fixture.network._id, access: 'read' }] });
    expect((await provision(token)).status).to.equal(403);
    expect(await fixture.organisation()).to.include({ deviceCount: 0 });
  });

  it('lets a caller without manage_inventory provision into a network with full access', async () => {
    const { token } = await fixture.user({
      manageInventory: false,
      networks: [{ id: fixture.network._id, access: 'full' }],
    });
    expect((await provision(token)).status).to.equal(200);
  });

  it('refuses a device that would stay without a network to a caller without manage_inventory', async () => {
    const { token } = await fixture.user({
      manageInventory: false,
      networks: [{ id: fixture.other._id, access: 'full' }],
    });
    expect((await provision(token)).status).to.equal(403);
    expect(await fixture.stored(mac)).to.equal(null);
  });

  it('refuses to assign unassigned devices to a caller who sees and may not manage them', async () => {
    const device = await fixture.device({ network: null });
    const { token } = await fixture.user({ manageInventory: false });
    expect((await provision(token, [device.macId, mac])).status).to.equal(403);
    expect(await fixture.stored(device.macId)).to.include({ locationNetworkId: null });
    expect(await fixture.stored(mac)).to.equal(null);
  });

  it('calls an unassigned device invalid for a caller who may not see it', async () => {
    const device = await fixture.device({ network: null });
    const { token } = await fixture.user({
      manageInventory: false,
      networks: [{ id: fixture.network._id, access: 'full' }],
    });
    const reply = await provision(token, [device.macId]);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({ error_code: 1006 });
    expect(await fixture.stored(device.macId)).to.include({ locationNetworkId: null });
  });
});
