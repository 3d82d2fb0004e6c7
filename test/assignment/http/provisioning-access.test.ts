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

describe('provisioning access', () => {
  let fixture: DeviceFixture;
  let mac: string;

  beforeEach(async () => {
    fixture = await deviceFixture();
    [mac = ''] = await fixture.built(1);
  });

  const provision = (token: string, macs: readonly string[] = [mac]) =>
    fixture.ask(provisioningEndpoint, { mac_id: macs.join(','), network_id: fixture.network._id }, { token });

  // docs/interface.md#provisioning-4
  it('treats a network outside the caller’s scope as not found and leaves the device without one', async () => {
    const { token } = await fixture.user({ networks: [{ id: fixture.other._id, access: 'full' }] });
    const reply = await provision(token);
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).devices[0]).to.include({ location_network_id: null, network_name: null });
    expect(await fixture.organisation()).to.include({ deviceCount: 1, unassignedCount: 1 });
  });

  // docs/interface.md#provisioning-3
  it('accepts unassigned devices and leaves them unchanged without a network of the caller', async () => {
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

  it('allows a caller without manage_inventory in a network with full access', async () => {
    const { token } = await fixture.user({
      manageInventory: false,
      networks: [{ id: fixture.network._id, access: 'full' }],
    });
    expect((await provision(token)).status).to.equal(200);
  });

  it('refuses a caller without manage_inventory when a device would remain without a network', async () => {
    const { token } = await fixture.user({
      manageInventory: false,
      networks: [{ id: fixture.other._id, access: 'full' }],
    });
    expect((await provision(token)).status).to.equal(403);
    expect(await fixture.stored(mac)).to.equal(null);
  });

  it('refuses to assign unassigned devices for a caller who may see but not manage them', async () => {
    const device = await fixture.device({ network: null });
    const { token } = await fixture.user({ manageInventory: false });
    expect((await provision(token, [device.macId, mac])).status).to.equal(403);
    expect(await fixture.stored(device.macId)).to.include({ locationNetworkId: null });
    expect(await fixture.stored(mac)).to.equal(null);
  });

  it('answers that an unassigned device is invalid to a caller who may not see it', async () => {
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
