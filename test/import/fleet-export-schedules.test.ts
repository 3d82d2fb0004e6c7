import { expect } from 'chai';
import { exportFleet } from '../../shared/import/operations/export-fleet.js';
import { importFleet } from '../../shared/import/operations/import-fleet.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { makeRelease } from '../fixtures/records/firmware.js';
import { sourceOf, type Fleet } from '../fixtures/records/fleet.js';
import { TestService } from '../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

const HOUR_S = 3600;

describe('schedules and upgrades exported and imported', () => {
  let from: TestService;
  let to: TestService;
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    from = await TestService.open();
    to = await TestService.open({}, from.clock);
    fixture = await from.fixture();
  });
  afterEach(async () => {
    await from.close();
    await to.close();
  });

  const inHours = (hours: number): string =>
    new Date(from.clock.now().getTime() + hours * HOUR_S * 1000).toISOString();

  async function exported(): Promise<Fleet> {
    const parts: string[] = [];
    for await (const part of exportFleet(from.deps, { organisationId: fixture.org })) parts.push(part);
    return JSON.parse(parts.join('')) as Fleet;
  }

  async function move(devices: readonly TestDevice[], existing_network_id: number): Promise<void> {
    const body = { devices: devices.map(({ macId }) => macId), existing_network_id };
    const reply = await fixture.call('POST', '/v1/access_points/move_devices', { body });
    expect(reply.status, reply.text).to.equal(200);
    from.clock.advance(60);
  }

  it('keeps the transitions of its upgrades', async () => {
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`] });
    await from.dispatch();
    await from.acceptedHeartbeat(device);
    await from.acceptedHeartbeat(device, { firmware_version: '1.10.0' });
    await importFleet(to.deps, sourceOf(await exported()));
    const history = async (service: TestService) =>
      service.deps.mongo.models.upgrades.findOne({ routerInventoryId: device._id }).select('history').lean();
    const before = await history(from);
    expect(before?.history?.map(({ event }) => event)).to.deep.equal(['due', 'versionSeen']);
    expect(await history(to)).to.deep.equal(before);
  });

  it('gives no other upgrade to a device whose upgrade was deleted or was taken over by another schedule', async () => {
    const { network } = fixture;
    const takenOver = await fixture.device({ network });
    // The last device gets the highest id of an upgrade, which must not be given to another one.
    const deleted = await fixture.device({ network });
    const joins = await fixture.device();
    const later = { schedule_type: 'later', aps: [`network:${network._id}`] };
    await fixture.post({ ...later, schedule_at: inHours(3) });
    from.clock.advance(60);
    const { _id: deletedId } = await from.latest(deleted);
    expect((await fixture.call('DELETE', `/upgrades/${deletedId}`)).status).to.equal(200);
    const { _id: takenId } = await from.latest(takenOver);
    const change = { body: { upgrade: { schedule_at: inHours(1) } } };
    expect((await fixture.call('PATCH', `/upgrades/${takenId}`, change)).status).to.equal(200);
    // All three join late now: the first two have left in between.
    const elsewhere = await makeNetwork(from.deps, fixture.org);
    await move([deleted, takenOver], elsewhere._id);
    await move([deleted, takenOver, joins], network._id);

    const fleet = await exported();
    await importFleet(to.deps, sourceOf(fleet));
    for (const hours of [1, 2]) {
      from.clock.advance(hours * HOUR_S);
      await to.dispatch();
    }
    const shown = async (device: TestDevice) => (await to.upgrades(device)).map(({ status }) => status);
    expect(await shown(joins)).to.deep.equal(['Queued']);
    expect(await shown(deleted)).to.deep.equal([]);
    expect(await shown(takenOver)).to.deep.equal(['Queued']);

    const counts = await importFleet(from.deps, sourceOf(fleet));
    expect(counts.get('deleted_upgrades')).to.deep.equal({ added: 0, changed: 0, total: 1 });
    expect((await to.latest(joins))._id).to.be.greaterThan(deletedId);
  });

  it('omits deletions of removed devices and deleted schedules', async () => {
    const { network } = fixture;
    const [removed, stays] = [await fixture.device({ network }), await fixture.device({ network })];
    await fixture.post({
      schedule_type: 'later',
      schedule_at: inHours(1),
      aps: [`network:${network._id}`],
    });
    for (const device of [removed, stays]) {
      const { _id } = await from.latest(device);
      expect((await fixture.call('DELETE', `/upgrades/${_id}`)).status).to.equal(200);
    }
    expect((await exported())['deleted_upgrades']).to.have.length(2);
    await fixture.call('POST', '/v1/access_points/remove_devices', { body: { devices: [removed.macId] } });
    const [left] = (await exported())['deleted_upgrades'] as { router_inventory_id: number }[];
    expect(left?.router_inventory_id).to.equal(stays._id);
    await from.deps.mongo.models.schedules.deleteMany({});
    expect((await exported())['deleted_upgrades']).to.deep.equal([]);
  });

  it('offers devices the same sha256, size and signature of the file', async () => {
    const device = await fixture.device();
    const urls = [
      {
        partNumber: device.partNumber,
        url: 'https://fw.example/5.0',
        sha256: 'ab'.repeat(32),
        size: 1024,
        signature: 'RW+x==',
      },
    ];
    await makeRelease(from.deps, fixture.org, '5.0.0', [], { urls });
    await fixture.post({ aps: [`AP:${device._id}`] });
    await from.dispatch();
    await importFleet(to.deps, sourceOf(await exported()));
    const { partNumber, ...file } = urls[0] ?? { partNumber: '' };
    const [before, after] = [await from.acceptedHeartbeat(device), await to.acceptedHeartbeat(device)];
    expect(after, partNumber).to.deep.equal(before);
    expect(after).to.include({ version: '5.0.0', ...file });
  });
});
