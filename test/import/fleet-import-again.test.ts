import { expect } from 'chai';
import { passwordMatches } from '../../shared/access/operations/password.js';
import { deviceEntry, FleetFixture, macOf, smallFleet } from '../fixtures/records/fleet.js';

const LATER = new Date('2126-06-02T12:00:00Z');
const heard = (at: string, fields: object = {}) => ({
  last_heartbeat: { at, public_ip: '203.0.113.9', ...fields },
});

describe('a fleet imported over stored records', () => {
  let fixture: FleetFixture;
  beforeEach(async () => {
    fixture = await FleetFixture.open();
    await fixture.import({
      ...smallFleet(),
      devices: [
        deviceEntry(1, { name: 'One', location_network_id: 1, tag_ids: [1, 2], firmware_version: '1.0' }),
        deviceEntry(2, { name: 'Two', location_network_id: 1 }),
        deviceEntry(3, { name: 'Three' }),
      ],
      upgrades: [1, 2].map((id) => ({ id, organisation_id: 1, router_inventory_id: id, version: '2.0' })),
    });
  });
  afterEach(() => fixture.close());

  const device = (id: number) => fixture.models.devices.findById(id).orFail().lean();

  it('changes nothing about users with passwords while sign-ins wait', async () => {
    const users = Array.from({ length: 3 }, (_, index) => ({
      id: index + 1,
      organisation_id: 1,
      email: `user-${index}@harbour.example`,
      password: `password ${index}`,
      role: 'viewer',
    }));
    await fixture.import({ users });
    const before = await fixture.models.users.find({}).sort({ _id: 1 }).lean();
    const signIns = Array.from({ length: 18 }, () => passwordMatches('guess', null));
    const counts = await fixture.import({ users });
    await Promise.all(signIns);
    expect(counts.get('users')).to.deep.equal({ added: 0, changed: 0, total: 3 });
    expect(await fixture.models.users.find({}).sort({ _id: 1 }).lean()).to.deep.equal(before);
  });

  it('keeps every field that the file omits', async () => {
    const before = await device(1);
    await fixture.import({ devices: [deviceEntry(1)] });
    expect(await device(1)).to.deep.equal(before);
  });

  it('clears fields that are null or empty in the file', async () => {
    await fixture.import({ devices: [deviceEntry(1, { location_network_id: null, tag_ids: [] })] }, LATER);
    expect(await device(1)).to.deep.include({
      locationNetworkId: null,
      networkName: null,
      tagIds: [],
      tags: [],
    });
  });

  it('dates a changed network and changed tags, and only these', async () => {
    const before = await device(1);
    await fixture.import({ devices: [deviceEntry(1, { location_network_id: 2, tag_ids: [2, 1] })] }, LATER);
    expect(await device(1)).to.deep.include({
      networkSince: LATER,
      tagsSince: before.tagsSince,
      tagIds: [1, 2],
    });
    await fixture.import({ devices: [deviceEntry(1, { location_network_id: 2, tag_ids: [2] })] }, LATER);
    expect(await device(1)).to.deep.include({ networkSince: LATER, tagsSince: LATER, tagIds: [2] });
  });

  it('moves devices with their counts and the network of their open upgrades', async () => {
    await fixture.models.upgrades.collection.updateOne({ _id: 2 as never }, { $set: { status: 'Success' } });
    const devices = [
      deviceEntry(1, { location_network_id: 2 }),
      deviceEntry(2, { location_network_id: null }),
      deviceEntry(3, { location_network_id: 2 }),
      deviceEntry(4),
    ];
    await fixture.import({ devices });
    const counts = { deviceCount: 4, unassignedCount: 2 };
    expect(await fixture.models.organisations.findById(1).lean()).to.include(counts);
    const networks = await fixture.models.networks.find({ organisationId: 1 }).sort({ _id: 1 }).lean();
    expect(networks.map(({ deviceCount }) => deviceCount)).to.deep.equal([0, 2]);
    const upgrades = await fixture.models.upgrades.find({}).sort({ _id: 1 }).lean();
    expect(upgrades.map(({ locationNetworkId }) => locationNetworkId)).to.deep.equal([2, 1]);
  });

  it('gives devices the names that networks and tags get while it runs', async () => {
    const { networks, tags } = fixture.models;
    await fixture.import(
      { devices: [deviceEntry(1, { location_network_id: 2, tag_ids: [2] })] },
      LATER,
      async () => {
        await networks.updateOne({ _id: 2 }, { $set: { networkName: 'Garden' } });
        await tags.updateOne({ _id: 2 }, { $set: { name: 'last' } });
      },
    );
    expect(await device(1)).to.deep.include({ networkName: 'Garden', tags: [{ id: 2, name: 'last' }] });
  });

  it('stops before a device of a network that was deleted while it runs', async () => {
    const devices = [deviceEntry(3, { location_network_id: 2 })];
    const stopped = await fixture
      .import({ devices }, LATER, () => fixture.models.networks.deleteOne({ _id: 2 }))
      .catch((error: unknown) => error);
    expect(stopped).to.have.property('message', 'A network of these devices was deleted during the import');
    expect(await device(3)).to.include({ locationNetworkId: null });
  });

  // docs/http.md#revisions-1
  it('raises the revision of each changed record that has one, from none too', async () => {
    await fixture.import({ networks: [{ id: 1, organisation_id: 1, network_name: 'Foyer' }] });
    expect(await fixture.models.networks.findById(1).lean()).to.include({
      networkName: 'Foyer',
      revision: 1,
    });
    const release = { version: '2.0', url: { 'AP.1': 'https://fw.example/2.0' }, organisation_id: null };
    await fixture.import({ firmware_releases: [{ ...release, is_released: false }] });
    expect(await fixture.models.firmwareReleases.findOne({ version: '2.0' }).lean()).to.include({
      revision: 1,
    });
    await fixture.deps.stores.firmwareAdmin.release(null, '2.0');
    expect(await fixture.models.firmwareReleases.findOne({ version: '2.0' }).lean()).to.include({
      revision: 2,
    });
  });

  it('renames devices with their search text and in their upgrades', async () => {
    await fixture.import({ devices: [deviceEntry(1, { name: 'Lighthouse' })] });
    const renamed = await device(1);
    expect(renamed).to.include({ name: 'Lighthouse', revision: 1 });
    expect(renamed.searchText).to.contain('lighthouse').and.not.contain('one');
    const upgrade = await fixture.models.upgrades.findById(1).lean();
    expect(upgrade).to.include({ deviceName: 'Lighthouse' });
    expect(upgrade?.searchText).to.contain('lighthouse');
  });

  it('raises the inventory revision with each change, and only then', async () => {
    const revision = async () =>
      (await fixture.models.organisations.findById(1).orFail().lean()).inventoryRevision ?? 0;
    const before = await revision();
    await fixture.import({ devices: [deviceEntry(1)] });
    expect(await revision()).to.equal(before);
    await fixture.import({ devices: [deviceEntry(1, { external_guid: 'other' })] });
    expect(await revision()).to.equal(before + 1);
    await fixture.import({ tags: [{ id: 1, organisation_id: 1, name: 'first' }] });
    expect(await revision()).to.equal(before + 2);
  });

  it('renames a network, tag or part in its devices', async () => {
    await fixture.import({
      networks: [{ id: 1, organisation_id: 1, network_name: 'Foyer' }],
      tags: [{ id: 2, organisation_id: 1, name: 'second' }],
      hardware_parts: [
        { part_number: 'AP.1', name: 'Radio', wifi_uplink: true, usb: true, is_switch: false },
      ],
    });
    const renamed = await device(1);
    expect(renamed).to.deep.include({
      networkName: 'Foyer',
      tags: [
        { id: 1, name: 'wave-1' },
        { id: 2, name: 'second' },
      ],
      hpName: 'Radio',
    });
    expect(renamed.searchText).to.contain('foyer').and.contain('second').and.contain('radio');
    expect(renamed.searchText).not.to.contain('lobby');
    expect(renamed.sort.networkName).to.match(/^foyer/);
    expect(await device(3)).to.include({ networkName: null, hpName: 'Radio' });
    expect(await fixture.models.masterInventory.findById(macOf(1)).lean()).to.include({ hpName: 'Radio' });
  });

  // docs/administration.md#update_network-4
  it('sets the hours of a network, and leaves them as they are where the file has none', async () => {
    const entry = { id: 1, organisation_id: 1, network_name: 'Lobby' };
    const network = () => fixture.models.networks.findById(1).orFail().lean();
    const windows = [{ days: ['mon'], from: '01:00', to: '05:00' }];
    await fixture.import({ networks: [{ ...entry, time_zone: 'Asia/Tokyo', windows }] });
    expect(await network()).to.deep.include({ timeZone: 'Asia/Tokyo', windows, hasOwnHours: true });
    await fixture.import({ networks: [entry] });
    expect(await network()).to.deep.include({ timeZone: 'Asia/Tokyo', windows });
    await fixture.import({ networks: [{ ...entry, time_zone: null, windows: null }] });
    expect(await network()).to.deep.include({ timeZone: null, windows: null, hasOwnHours: false });
  });

  // docs/administration.md#update_network-4
  it('sets the place of a network, and leaves it as it is where the file has none', async () => {
    const entry = { id: 1, organisation_id: 1, network_name: 'Lobby' };
    const network = () => fixture.models.networks.findById(1).orFail().lean();
    const place = { latitude: 60.17, longitude: 24.94, address: 'Pier 3' };
    await fixture.import({ networks: [{ ...entry, ...place }] });
    expect(await network()).to.include(place);
    await fixture.import({ networks: [entry] });
    expect(await network()).to.include(place);
    await fixture.import({ networks: [{ ...entry, latitude: 0, longitude: -180 }] });
    expect(await network()).to.include({ ...place, latitude: 0, longitude: -180 });
    await fixture.import({ networks: [{ ...entry, latitude: null, longitude: null, address: null }] });
    expect(await network()).to.include({ latitude: null, longitude: null, address: null });
  });

  // docs/administration.md#update_network-4
  it('sets the radios of a network and of a device, and leaves them where the file has none', async () => {
    const entry = { id: 1, organisation_id: 1, network_name: 'Lobby' };
    const network = async () => (await fixture.models.networks.findById(1).orFail().lean()).radio;
    const own = async () => (await fixture.models.devices.findById(1).orFail().lean()).radio;
    const options = { hostapd: { beacon_int: '99' }, uci: {} };
    const radio = { country: 'DE', bands: { '5g': { channel: 36, width_mhz: 80, options } } };
    const other = { bands: { '5g': { channel: 'auto', channels: [36, 52] }, '2g': { enabled: false } } };
    await fixture.import({ networks: [{ ...entry, radio }], devices: [deviceEntry(1, { radio: other })] });
    await fixture.import({ networks: [entry], devices: [deviceEntry(1)] });
    expect([await network(), await own()]).to.deep.equal([radio, other]);
    await fixture.import({
      networks: [{ ...entry, radio: other }],
      devices: [deviceEntry(1, { radio: null })],
    });
    expect([await network(), await own()]).to.deep.equal([other, null]);
  });

  it('applies a newer heartbeat and ignores an older one', async () => {
    const state = () => fixture.models.deviceStates.findById(1).orFail().lean();
    await fixture.import({
      devices: [deviceEntry(1, heard('2026-03-01T00:00:00Z', { firmware_version: '1.5' }))],
    });
    expect(await state()).to.deep.include({
      lastHeartbeatAt: new Date('2026-03-01T00:00:00Z'),
      firmwareVersion: '1.5',
    });
    const before = await state();
    await fixture.import({
      devices: [deviceEntry(1, heard('2026-02-01T00:00:00Z', { firmware_version: '1.4' }))],
    });
    expect(await state()).to.deep.equal(before);
  });

  it('keeps the firmware that a device reported since', async () => {
    await fixture.import({
      devices: [deviceEntry(1, heard('2026-03-01T00:00:00Z', { firmware_version: '1.5' }))],
    });
    expect(await device(1)).to.include({ firmwareVersion: '1.5' });
    await fixture.import({ devices: [deviceEntry(1, { firmware_version: '0.9' })] });
    expect(await device(1)).to.include({ firmwareVersion: '1.5' });
  });

  it('does not change stored upgrades', async () => {
    await fixture.models.upgrades.collection.updateOne({ _id: 1 as never }, { $set: { status: 'Success' } });
    const before = await fixture.models.upgrades.findById(1).lean();
    await fixture.import({
      upgrades: [{ id: 1, organisation_id: 1, router_inventory_id: 1, version: '2.0' }],
    });
    expect(await fixture.models.upgrades.findById(1).lean()).to.deep.equal(before);
  });

  it('reads sections in any order and MACs in any notation', async () => {
    const { organisations, hardware_parts } = smallFleet();
    await fixture.import({
      devices: [deviceEntry(50, { mac_id: '02ab.cdef.0150', location_network_id: 9 })],
      networks: [{ id: 9, organisation_id: 1, network_name: 'Roof' }],
      hardware_parts,
      organisations,
    });
    expect(await device(50)).to.include({ macId: '02:AB:CD:EF:01:50', networkName: 'Roof' });
  });
});
