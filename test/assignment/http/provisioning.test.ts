import { expect } from 'chai';
import { provisioningEndpoint } from '../../../api/assignment/provisioning.js';
import { uniqueMac } from '../../fixtures/records/device.js';
import { deviceWorld, type DeviceWorld, type ShownDevice } from '../../fixtures/records/device-world.js';

interface Body {
  readonly msg: string;
  readonly devices: ShownDevice[];
}

const provision = (world: DeviceWorld, macs: readonly string[], networkId: unknown = world.network._id) =>
  world.ask(provisioningEndpoint, { mac_id: macs.join(','), network_id: networkId });

describe('provisioning', () => {
  let world: DeviceWorld;

  beforeEach(async () => {
    world = await deviceWorld();
  });

  for (const [what, input] of [
    ['missing', {}],
    ['empty', { mac_id: '' }],
    ['null', { mac_id: null }],
    ['white space', { mac_id: '  ' }],
    ['nothing but commas', { mac_id: ' , ,' }],
  ] as const) {
    it(`provisioning, rule 1: mac_id ${what} is a 422 with 1012`, async () => {
      const reply = await world.ask(provisioningEndpoint, { ...input, network_id: world.network._id });
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1012 });
    });
  }

  it('provisioning, rule 2: a MAC that is no MAC, unknown, taken by others or already assigned is invalid', async () => {
    const elsewhere = await deviceWorld();
    const foreign = await elsewhere.device();
    const assigned = await world.device();
    const [good = ''] = await world.built(1);
    const bad = ['nonsense', uniqueMac(), foreign.macId, assigned.macId];
    for (const mac of bad) {
      const reply = await provision(world, [good, mac]);
      expect(reply.status, mac).to.equal(422);
      expect(reply.body).to.include({ error_code: 1006 });
      expect((reply.body as Body).msg)
        .to.include(mac)
        .and.not.include(good);
    }
    expect(await world.stored(good)).to.equal(null);
  });

  it('provisioning, rule 2: when there is room for some of the MACs, those past it are invalid', async () => {
    const small = await deviceWorld({ noOfAps: 2 });
    const [first = '', second = '', third = ''] = await small.built(3);
    const reply = await provision(small, [first, second, third]);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({ error_code: 1006 });
    expect((reply.body as Body).msg)
      .to.include(third)
      .and.not.include(second);
    expect(await small.organisation()).to.include({ deviceCount: 0 });
  });

  it('provisioning, rule 3: a device of the inventory with no network is valid and assigned to the network', async () => {
    const device = await world.device({ network: null, since: new Date('2020-01-01') });
    const reply = await provision(world, [device.macId]);
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).devices).to.have.length(1);
    expect((reply.body as Body).devices[0]).to.include({
      id: device._id,
      location_network_id: world.network._id,
      network_name: world.network.networkName,
    });
    const stored = await world.stored(device.macId);
    expect(stored).to.include({ locationNetworkId: world.network._id, revision: 1 });
    expect(stored?.searchText).to.include(world.network.networkName.toLowerCase());
    expect(stored?.sort.networkName).to.include(world.network.networkName.toLowerCase());
    expect(stored?.networkSince).to.be.greaterThan(new Date('2026-01-01'));
    expect(await world.organisation()).to.include({ deviceCount: 1, unassignedCount: 0 });
  });

  it('provisioning, rule 3: the assignment is made although another MAC of the request is invalid', async () => {
    const device = await world.device({ network: null });
    const [fresh = ''] = await world.built(1);
    const reply = await provision(world, [device.macId, fresh, 'nonsense']);
    expect(reply.body).to.include({ error_code: 1006 });
    expect(await world.stored(device.macId)).to.include({ locationNetworkId: world.network._id });
    expect(await world.stored(fresh)).to.equal(null);
  });

  it('provisioning, rule 3: a full inventory still lets its own unassigned devices be assigned', async () => {
    const full = await deviceWorld({ noOfAps: 1 });
    const device = await full.device({ network: null });
    expect((await provision(full, [device.macId])).status).to.equal(200);
  });

  it('provisioning, rule 4: valid MACs are activated in the network, and given in the order of the request', async () => {
    const macs = await world.built(3);
    const reply = await provision(world, macs);
    expect(reply.status).to.equal(200);
    const { devices, ...rest } = reply.body as Body & { status: number };
    expect(rest.status).to.equal(200);
    expect(rest.msg).to.be.a('string');
    expect(devices.map((device) => device.mac_id)).to.deep.equal(macs);
    for (const device of devices) {
      expect(device).to.include({
        name: device.mac_id,
        network_name: world.network.networkName,
        location_network_id: world.network._id,
      });
      const master = await world.master(device.mac_id);
      expect(master).to.include({ organisationId: world.org, deviceId: device.id });
    }
    expect(await world.organisation()).to.include({ deviceCount: 3, unassignedCount: 0 });
    const { models } = world.api.deps.mongo;
    expect(await models.networks.findById(world.network._id).lean()).to.include({ deviceCount: 3 });
    const ids = devices.map((device) => device.id);
    expect(
      await models.deviceStates.countDocuments({ organisationId: world.org, _id: { $in: ids } }),
    ).to.equal(3);
  });

  it('provisioning, rule 4: one MAC in several notations counts once', async () => {
    const [mac = ''] = await world.built(1);
    const compact = mac.replaceAll(':', '').toLowerCase();
    const dotted = compact.replace(/(.{4})(.{4})/, '$1.$2.');
    const reply = await provision(world, [compact, mac.replaceAll(':', '-'), dotted, mac, ` ${mac} `]);
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).devices.map((device) => device.mac_id)).to.deep.equal([mac]);
    expect(await world.organisation()).to.include({ deviceCount: 1 });
  });

  it('provisioning, rule 5: with a full inventory any invalid MAC is a 422 with 1005', async () => {
    const full = await deviceWorld({ noOfAps: 1 });
    await full.device();
    const [fresh = ''] = await full.built(1);
    for (const mac of [fresh, 'nonsense']) {
      const reply = await provision(full, [mac]);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1005 });
    }
    expect(await full.organisation()).to.include({ deviceCount: 1 });
  });

  it('provisioning, rule 6: the message lists every invalid MAC as it was sent and no valid one', async () => {
    const [good = ''] = await world.built(1);
    const unknown = uniqueMac().replaceAll(':', '-').toLowerCase();
    const reply = await provision(world, ['bad one', good, unknown]);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.all.keys('msg', 'error_code');
    expect(reply.body).to.include({ error_code: 1006 });
    expect((reply.body as Body).msg)
      .to.include('bad one')
      .and.include(unknown)
      .and.not.include(good);
    expect(await world.organisation()).to.include({ deviceCount: 0 });
  });

  it('provisions as many devices as a request may hold in batches, in order', async () => {
    const many = await deviceWorld({ noOfAps: 5000 });
    const macs = await many.built(2500);
    const reply = await provision(many, macs);
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).devices.map((device) => device.mac_id)).to.deep.equal(macs);
    expect(await many.organisation()).to.include({ deviceCount: 2500 });
  });
});
