import { expect } from 'chai';
import { deviceEntry, FleetFixture, macOf, smallFleet } from '../fixtures/records/fleet.js';
import { WHOLE } from './whole-fleet.js';

describe('an imported fleet', () => {
  let fixture: FleetFixture;
  before(async () => {
    fixture = await FleetFixture.open();
    await fixture.import(WHOLE);
  });
  after(() => fixture.close());

  it('has its devices, with the names of their network, tags and part', async () => {
    const { sort, searchText, trigrams, ...device } = (await fixture.models.devices.findById(1).lean()) ?? {};
    expect(device).to.deep.equal({
      _id: 1,
      organisationId: 1,
      macId: macOf(1),
      name: 'Reception',
      routerSerialNumber: 'SN-1',
      firmwareVersion: '1.0',
      locationNetworkId: 1,
      networkName: 'Lobby',
      tagIds: [1, 2],
      tags: [
        { id: 1, name: 'wave-1' },
        { id: 2, name: 'wave-2' },
      ],
      partNumber: 'AP.1',
      hpName: 'Access Point',
      isSwitch: false,
      externalGuid: 'guid-1',
      notes: 'Key at the desk',
      activatedOn: new Date('2026-01-02T03:04:05Z'),
      networkSince: new Date('2126-06-01T12:00:00Z'),
      tagsSince: new Date('2126-06-01T12:00:00Z'),
      revision: 0,
    });
    expect(searchText).to.contain('reception').and.contain('lobby').and.contain('wave-2');
    expect(trigrams).to.include('rec');
    expect(sort?.name).to.match(/^reception/);
  });

  it('names a device by its MAC when the file does not name it', async () => {
    const device = await fixture.models.devices.findById(2).lean();
    expect(device).to.include({
      name: macOf(2),
      isSwitch: true,
      locationNetworkId: null,
      firmwareVersion: '7.1',
    });
  });

  it('has a state for every device, with what its last heartbeat said', async () => {
    const states = await fixture.models.deviceStates.find({}).sort({ _id: 1 }).lean();
    expect(
      states.map(({ _id, lastHeartbeatAt, publicIp }) => [_id, lastHeartbeatAt, publicIp]),
    ).to.deep.equal([
      [1, new Date('2026-05-01T00:00:00Z'), '203.0.113.5'],
      [2, new Date('2026-04-30T22:00:00Z'), '203.0.113.6'],
      [3, null, null],
    ]);
    expect(states[1]?.ports?.[0]).to.include({ number: 0, status: 'UP', speed: '1000', duplex: null });
  });

  it('has every device claimed in the master inventory, which gains those it lacked', async () => {
    const built = await fixture.models.masterInventory.find({}).sort({ _id: 1 }).lean();
    expect(built.map(({ _id, organisationId, deviceId }) => [_id, organisationId, deviceId])).to.deep.equal([
      [macOf(1), 1, 1],
      [macOf(2), 1, 2],
      [macOf(3), 1, 3],
      [macOf(99), null, null],
    ]);
    expect(built[0]?.deviceKeyHash).to.match(/^[0-9a-f]{64}$/);
    expect(built[0]?.openwispUuid).to.equal('3fa85f6457174562b3fc2c963f66afa6');
  });

  it('has exact counts of devices', async () => {
    expect(await fixture.models.organisations.findById(1).lean()).to.include({
      deviceCount: 3,
      unassignedCount: 1,
    });
    expect(await fixture.models.networks.findById(1).lean()).to.include({ deviceCount: 2 });
    expect(await fixture.models.networks.findById(2).lean()).to.include({ deviceCount: 0 });
  });

  it('stores no secret in clear text', async () => {
    const stored = JSON.stringify(await fixture.dump());
    for (const secret of ['correct horse', 'token-of-the-administrator', 'key-of-1']) {
      expect(stored).not.to.contain(secret);
    }
  });

  it('admits its users by password, and by token for 90 days', async () => {
    const user = await fixture.models.users.findById(1).lean();
    expect(user).to.include({
      email: 'admin@harbour.example',
      networks: null,
      manageInventory: true,
      tier: 1,
    });
    expect(user?.passwordHash).to.match(/^scrypt\$/);
    const [token] = await fixture.models.accessTokens.find({ userId: 1 }).lean();
    expect(token).to.include({ kind: 'token', organisationId: 1 });
    expect(token?.expiresAt).to.deep.equal(new Date('2126-08-30T12:00:00Z'));
    const viewer = await fixture.models.users.findById(2).lean();
    expect(viewer).to.deep.include({
      networks: [{ id: 1, access: 'read' }],
      tier: 2,
      manageInventory: false,
    });
  });

  it('has its SSIDs in positions of their network, with every setting', async () => {
    const ssids = await fixture.models.networkSsids.find({}).sort({ _id: 1 }).lean();
    const places = ssids.map(({ ssidName, variant, position }) => [ssidName, variant, position]);
    expect(places).to.deep.equal([
      ['guests', 1, 0],
      ['staff', 0, 1],
      ['guests', 0, 2],
    ]);
    expect(ssids.map(({ networkId }) => networkId)).to.deep.equal([1, 1, 1]);
    expect(ssids[0]?.settings).to.deep.include({
      associated_aps_and_tags: ['AP:1', 'tag:2'],
      is_enabled: true,
    });
    expect(ssids[0]?.settings.extras).to.deep.include({
      dtim_period: 3,
      options: { hostapd: {}, uci: { uapsd: '0' } },
    });
    expect(ssids[0]?.wpaKey).to.have.keys('keyId', 'iv', 'tag', 'data');
  });

  it('has one schedule for each upgrade, waiting when the upgrade is pending', async () => {
    const upgrades = await fixture.models.upgrades.find({}).sort({ _id: 1 }).lean();
    expect(upgrades.map(({ status, inFlight, deviceName }) => [status, inFlight, deviceName])).to.deep.equal([
      ['', false, 'Reception'],
      ['Success', false, 'Reception'],
    ]);
    const [waiting, over] = await Promise.all(
      upgrades.map(({ scheduleId }) => fixture.models.schedules.findById(scheduleId).lean()),
    );
    expect(waiting).to.deep.include({ state: 'waiting', targets: ['AP:1'], version: '2.0' });
    expect(over).to.include({ state: 'dispatched' });
  });

  it('reserves its ids: the service gives out higher ones', async () => {
    expect(await fixture.deps.stores.ids.reserve('devices')).to.equal(4);
    expect(await fixture.deps.stores.ids.reserve('networks')).to.equal(4);
    expect(await fixture.deps.stores.ids.reserve('upgrades')).to.equal(3);
  });

  it('changes nothing when it is imported again', async () => {
    const before = await fixture.dump();
    const counts = await fixture.import(WHOLE);
    expect(await fixture.dump()).to.deep.equal(before);
    for (const [section, { added, changed }] of counts) {
      expect([section, added, changed]).to.deep.equal([section, 0, 0]);
    }
  });

  it('renews the expiry of its tokens, and nothing else, when it is imported later', async () => {
    const { access_tokens: _, ...before } = await fixture.dump();
    await fixture.import(WHOLE, new Date('2126-06-11T12:00:00Z'));
    const { access_tokens: tokens, ...after } = await fixture.dump();
    expect(after).to.deep.equal(before);
    expect(tokens?.[0]).to.deep.include({ expiresAt: new Date('2126-09-09T12:00:00Z') });
  });

  it('accepts devices without a name, an empty status as Pending, and finished upgrades of deleted releases', async () => {
    const upgrade = (id: number, router_inventory_id: number, fields: object) => ({
      id,
      organisation_id: 1,
      router_inventory_id,
      ...fields,
    });
    const own = await FleetFixture.open();
    after(() => own.close());
    await own.import({
      ...smallFleet(),
      devices: [deviceEntry(1, { name: '' }), deviceEntry(2)],
      firmware_releases: [
        {
          version: '2.0',
          url: { 'AP.1': 'https://firmware.example/2.0' },
          organisation_id: null,
          is_released: true,
        },
      ],
      upgrades: [
        upgrade(1, 1, {
          version: '2.0',
          status: '',
          schedule_type: 'later',
          schedule_at: '2026-08-01T00:00:00Z',
        }),
        upgrade(2, 2, { version: '0.9', status: 'Success' }),
      ],
    });
    const [unnamed] = await own.models.devices.find({ _id: 1 }).lean();
    expect(unnamed?.name).to.equal('');
    const stored = await own.models.upgrades.find().sort({ _id: 1 }).lean();
    expect(stored.map(({ version, status }) => [version, status])).to.deep.equal([
      ['2.0', ''],
      ['0.9', 'Success'],
    ]);
  });
});
