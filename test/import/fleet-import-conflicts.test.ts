import { expect } from 'chai';
import { deviceEntry, FleetFixture, macOf, smallFleet } from '../fixtures/records/fleet.js';
import { ssidEntry as ssid, upgradeEntry as upgrade, userEntry as user } from './entries.js';

const BASE = smallFleet();

describe('a fleet that conflicts with stored records', () => {
  let fixture: FleetFixture;
  before(async () => {
    fixture = await FleetFixture.open();
    await fixture.import({
      ...BASE,
      users: [user(1, { access_token: 'token-1' })],
      devices: [deviceEntry(1), ...[2, 4].map((id) => deviceEntry(id, { organisation_id: 2 }))],
      network_ssids: [ssid(1)],
      upgrades: [upgrade(1)],
    });
  });
  after(() => fixture.close());

  it('is refused where ids and MACs belong to another organisation', async () => {
    const faults = await fixture.faultsOf({
      networks: [{ id: 3, organisation_id: 1, network_name: 'Taken' }],
      tags: [{ id: 1, organisation_id: 2, name: 'taken' }],
      users: [user(1, { organisation_id: 2 })],
      devices: [deviceEntry(2), deviceEntry(5, { mac_id: macOf(4) })],
      upgrades: [upgrade(1, { organisation_id: 2, router_inventory_id: 4 })],
    });
    expect(faults).to.deep.equal([
      'networks[0].id: 3 is the id of a record of another organisation',
      'tags[0].id: 1 is the id of a record of another organisation',
      'users[0].id: 1 is the id of a record of another organisation',
      'devices[0].id: 2 is the id of a record of another organisation',
      `devices[0].mac_id: ${macOf(2)} belongs to another organisation`,
      `devices[1].mac_id: ${macOf(4)} belongs to another organisation`,
      'upgrades[0].id: 1 is the id of a record of another organisation',
    ]);
  });

  it('is refused where a device gets another MAC, or its MAC another device', async () => {
    const faults = await fixture.faultsOf({
      devices: [deviceEntry(1, { mac_id: macOf(70) }), deviceEntry(6, { mac_id: macOf(1) })],
    });
    expect(faults).to.deep.equal([
      `devices[0].mac_id: device 1 is ${macOf(1)}: remove it before another device gets its id`,
      `devices[1].mac_id: ${macOf(1)} is device 1 already`,
    ]);
  });

  it('is refused where an address, a token, an SSID name or a pending upgrade exists already', async () => {
    const faults = await fixture.faultsOf({
      users: [user(7, { email: 'user-1@example.test', access_token: 'token-1' })],
      network_ssids: [ssid(7, { ssid_name: 'net 1' }), ssid(1, { network_id: 2 })],
      upgrades: [upgrade(7)],
    });
    expect(faults).to.deep.equal([
      'users[0].email: is the address of another user',
      'users[0].access_token: is the token of another user',
      'network_ssids[1].id: 1 is the id of an SSID of another network',
      'network_ssids[0].ssid_name: is the name of another SSID of the network',
      'upgrades[0].status: device 1 has a pending upgrade already',
    ]);
  });

  it('is refused where stored and new devices exceed no_of_aps', async () => {
    const devices = [20, 21].map((id) => deviceEntry(id));
    const faults = await fixture.faultsOf({ organisations: [{ id: 1, name: 'H', no_of_aps: 2 }], devices });
    expect(faults).to.deep.equal(['devices[1]: organisation 1 has no room for it: no_of_aps is 2']);
  });

  it('is accepted where it refers to stored records', async () => {
    await fixture.import({
      users: [user(9, { networks: [{ id: 2, access: 'full' }] })],
      devices: [deviceEntry(9, { location_network_id: 2, tag_ids: [2] })],
      switch_configurations: [{ mac_id: macOf(1), ports: [] }],
      network_ssids: [ssid(9, { network_id: 2, associated_aps_and_tags: ['AP:1', 'tag:1'] })],
      upgrades: [upgrade(9, { router_inventory_id: 9 })],
    });
    expect(await fixture.models.devices.findById(9).lean()).to.include({ networkName: 'Pool' });
  });
});
