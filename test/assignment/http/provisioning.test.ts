import { expect } from 'chai';
import { provisioningEndpoint } from '../../../api/assignment/provisioning.js';
import { uniqueMac } from '../../fixtures/records/device.js';
import {
  deviceFixture,
  type DeviceFixture,
  type ShownDevice,
} from '../../fixtures/records/device-fixture.js';

interface Body {
  readonly msg: string;
  readonly devices: ShownDevice[];
}

const provision = (
  fixture: DeviceFixture,
  macs: readonly string[],
  networkId: unknown = fixture.network._id,
) => fixture.ask(provisioningEndpoint, { mac_id: macs.join(','), network_id: networkId });

describe('provisioning', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  for (const [what, input] of [
    ['missing', {}],
    ['empty', { mac_id: '' }],
    ['null', { mac_id: null }],
    ['white space', { mac_id: '  ' }],
    ['nothing but commas', { mac_id: ' , ,' }],
  ] as const) {
    // docs/interface.md#provisioning-1
    it(`answers 422 with 1012 when mac_id is ${what}`, async () => {
      const reply = await fixture.ask(provisioningEndpoint, { ...input, network_id: fixture.network._id });
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1012 });
    });
  }

  // docs/http.md#requests-5
  it('treats a multicast, broadcast or zero MAC as invalid, even if it was built', async () => {
    const { masterInventory } = fixture.api.deps.mongo.models;
    const [built = ''] = await fixture.built(1);
    const record = await masterInventory.findById(built).orFail().lean();
    const groups = ['01:00:5E:00:00:01', 'FF:FF:FF:FF:FF:FF', '00:00:00:00:00:00'];
    await masterInventory.insertMany(groups.map((_id) => ({ ...record, _id })));
    after(() => masterInventory.deleteMany({ _id: { $in: groups } }));
    for (const mac of groups) {
      const reply = await provision(fixture, [mac]);
      expect(reply.body, mac).to.include({ error_code: 1006 });
      expect(await fixture.stored(mac)).to.equal(null);
    }
  });

  // docs/interface.md#provisioning-2
  it('treats a malformed, unknown, claimed or already assigned MAC as invalid', async () => {
    const elsewhere = await deviceFixture();
    const foreign = await elsewhere.device();
    const assigned = await fixture.device();
    const [good = ''] = await fixture.built(1);
    const bad = ['nonsense', uniqueMac(), foreign.macId, assigned.macId];
    for (const mac of bad) {
      const reply = await provision(fixture, [good, mac]);
      expect(reply.status, mac).to.equal(422);
      expect(reply.body).to.include({ error_code: 1006 });
      expect((reply.body as Body).msg)
        .to.include(mac)
        .and.not.include(good);
    }
    expect(await fixture.stored(good)).to.equal(null);
  });

  // docs/interface.md#provisioning-2
  it('treats the MACs beyond the remaining capacity as invalid', async () => {
    const small = await deviceFixture({ noOfAps: 2 });
    const [first = '', second = '', third = ''] = await small.built(3);
    const reply = await provision(small, [first, second, third]);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({ error_code: 1006 });
    expect((reply.body as Body).msg)
      .to.include(third)
      .and.not.include(second);
    expect(await small.organisation()).to.include({ deviceCount: 0 });
  });

  // docs/interface.md#provisioning-3
  // docs/interface.md#device-assignment
  it('assigns an unassigned device of the inventory to the network', async () => {
    const device = await fixture.device({ network: null, since: new Date('2020-01-01') });
    const reply = await provision(fixture, [device.macId]);
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).devices).to.have.length(1);
    expect((reply.body as Body).devices[0]).to.include({
      id: device._id,
      location_network_id: fixture.network._id,
      network_name: fixture.network.networkName,
    });
    const stored = await fixture.stored(device.macId);
    expect(stored).to.include({ locationNetworkId: fixture.network._id, revision: 1 });
    expect(stored?.searchText).to.include(fixture.network.networkName.toLowerCase());
    expect(stored?.sort.networkName).to.include(fixture.network.networkName.toLowerCase());
    expect(stored?.networkSince).to.be.greaterThan(new Date('2026-01-01'));
    expect(await fixture.organisation()).to.include({ deviceCount: 1, unassignedCount: 0 });
  });

  // docs/interface.md#provisioning-3
  it('assigns a device although another MAC of the request is invalid', async () => {
    const device = await fixture.device({ network: null });
    const [fresh = ''] = await fixture.built(1);
    const reply = await provision(fixture, [device.macId, fresh, 'nonsense']);
    expect(reply.body).to.include({ error_code: 1006 });
    expect(await fixture.stored(device.macId)).to.include({ locationNetworkId: fixture.network._id });
    expect(await fixture.stored(fresh)).to.equal(null);
  });

  // docs/interface.md#provisioning-3
  it('assigns unassigned devices of a full inventory', async () => {
    const full = await deviceFixture({ noOfAps: 1 });
    const device = await full.device({ network: null });
    expect((await provision(full, [device.macId])).status).to.equal(200);
  });

  // docs/interface.md#provisioning-4
  // docs/interface.md#device-assignment
  it('activates valid MACs in the network and returns them in the order of the request', async () => {
    const macs = await fixture.built(3);
    const reply = await provision(fixture, macs);
    expect(reply.status).to.equal(200);
    const { devices, ...rest } = reply.body as Body & { status: number };
    expect(rest.status).to.equal(200);
    expect(rest.msg).to.be.a('string');
    expect(devices.map((device) => device.mac_id)).to.deep.equal(macs);
    for (const device of devices) {
      expect(device).to.include({
        name: device.mac_id,
        network_name: fixture.network.networkName,
        location_network_id: fixture.network._id,
      });
      const master = await fixture.master(device.mac_id);
      expect(master).to.include({ organisationId: fixture.org, deviceId: device.id });
    }
    expect(await fixture.organisation()).to.include({ deviceCount: 3, unassignedCount: 0 });
    const { models } = fixture.api.deps.mongo;
    expect(await models.networks.findById(fixture.network._id).lean()).to.include({ deviceCount: 3 });
    const ids = devices.map((device) => device.id);
    expect(
      await models.deviceStates.countDocuments({ organisationId: fixture.org, _id: { $in: ids } }),
    ).to.equal(3);
  });

  // docs/interface.md#provisioning-4
  it('counts one MAC in several notations once', async () => {
    const [mac = ''] = await fixture.built(1);
    const compact = mac.replaceAll(':', '').toLowerCase();
    const dotted = compact.replace(/(.{4})(.{4})/, '$1.$2.');
    const reply = await provision(fixture, [compact, mac.replaceAll(':', '-'), dotted, mac, ` ${mac} `]);
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).devices.map((device) => device.mac_id)).to.deep.equal([mac]);
    expect(await fixture.organisation()).to.include({ deviceCount: 1 });
  });

  // docs/interface.md#provisioning-5
  // docs/http.md#limits-inventory-size
  it('answers 422 with 1005 for an invalid MAC when the inventory is full', async () => {
    const full = await deviceFixture({ noOfAps: 1 });
    await full.device();
    const [fresh = ''] = await full.built(1);
    for (const mac of [fresh, 'nonsense']) {
      const reply = await provision(full, [mac]);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1005 });
    }
    expect(await full.organisation()).to.include({ deviceCount: 1 });
  });

  // docs/interface.md#provisioning-6
  it('lists every invalid MAC as sent, and no valid one, in the message', async () => {
    const [good = ''] = await fixture.built(1);
    const unknown = uniqueMac().replaceAll(':', '-').toLowerCase();
    const reply = await provision(fixture, ['bad one', good, unknown]);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.all.keys('msg', 'error_code');
    expect(reply.body).to.include({ error_code: 1006 });
    expect((reply.body as Body).msg)
      .to.include('bad one')
      .and.include(unknown)
      .and.not.include(good);
    expect(await fixture.organisation()).to.include({ deviceCount: 0 });
  });

  it('provisions the maximum number of devices in batches, in order', async () => {
    const many = await deviceFixture({ noOfAps: 5000 });
    const macs = await many.built(2500);
    const reply = await provision(many, macs);
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).devices.map((device) => device.mac_id)).to.deep.equal(macs);
    expect(await many.organisation()).to.include({ deviceCount: 2500 });
  });
});
