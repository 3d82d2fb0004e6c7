import { expect } from 'chai';
import { listInventoryEndpoint } from '../../../api/search/list-inventory.js';
import { makeDevices, uniqueMac } from '../../fixtures/records/device.js';
import { makeTag } from '../../fixtures/records/organisation.js';
import { makeUplink } from '../../fixtures/records/uplink.js';
import {
  deviceFixture,
  type DeviceFixture,
  type ShownDevice,
} from '../../fixtures/records/device-fixture.js';

interface Body {
  readonly data: { readonly devices: ShownDevice[]; readonly meta: Record<string, number | null> };
  readonly status: number;
}

describe('list_inventory', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  const list = (input: Record<string, unknown> = {}, token = fixture.admin.token) =>
    fixture.ask(listInventoryEndpoint, input, { token });
  const many = (count: number) =>
    makeDevices(fixture.api.deps, fixture.org, count, () => ({
      part: fixture.part,
      network: fixture.network,
    }));

  // docs/interface.md#list_inventory-1
  it('lists every device by id, with status and meta', async () => {
    const devices = await many(3);
    const reply = await list();
    expect(reply.status).to.equal(200);
    const { data, status } = reply.body as Body;
    expect(status).to.equal(200);
    expect(data.devices.map((device) => device.id)).to.deep.equal(devices.map((device) => device._id));
    expect(data.meta).to.deep.equal({
      current: 1,
      previous: null,
      next: null,
      per_page: 100,
      pages: 1,
      count: 3,
    });
  });

  for (const [page, previous, next, rows] of [
    [1, null, 2, 2],
    [2, 1, 3, 2],
    [3, 2, null, 1],
    [4, 3, 5, 0],
  ] as const) {
    // docs/interface.md#list_inventory-1
    it(`links page ${page} of 3 to previous ${previous ?? 'null'} and next ${next ?? 'null'}`, async () => {
      await many(5);
      const { data } = (await list({ page, per_page: 2 })).body as Body;
      expect(data.devices).to.have.length(rows);
      expect(data.meta).to.deep.equal({ current: page, previous, next, per_page: 2, pages: 3, count: 5 });
    });
  }

  // docs/interface.md#list_inventory-1
  it('answers an empty inventory as one page', async () => {
    const { data } = (await list()).body as Body;
    expect(data.devices).to.deep.equal([]);
    expect(data.meta).to.include({ current: 1, previous: null, next: null, pages: 1, count: 0 });
  });

  // docs/interface.md#list_inventory-1
  it('ignores a blank mac_id', async () => {
    await many(2);
    expect(((await list({ mac_id: '' })).body as Body).data.devices).to.have.length(2);
  });

  // docs/interface.md#list_inventory-2
  it('returns one device and no meta for a mac_id in any notation', async () => {
    const [device] = await many(2);
    const compact = device?.macId.replaceAll(':', '').toLowerCase();
    for (const mac_id of [device?.macId, compact, device?.macId.replaceAll(':', '-')]) {
      const { data, status } = (await list({ mac_id })).body as Body;
      expect(status).to.equal(200);
      expect(data.devices.map((shown) => shown.id)).to.deep.equal([device?._id]);
      expect(data).to.not.have.property('meta');
    }
  });

  // docs/interface.md#list_inventory-3
  it('answers 404 with 1011 for a mac_id that matches no device of the organisation', async () => {
    const foreign = await (await deviceFixture()).device();
    for (const mac_id of [uniqueMac(), 'nonsense', foreign.macId]) {
      const reply = await list({ mac_id });
      expect(reply.status).to.equal(404);
      expect(reply.body).to.have.all.keys('msg', 'error_code').and.include({ error_code: 1011 });
    }
  });

  // docs/interface.md#the-device
  it('shows every field of a device', async () => {
    const tag = await makeTag(fixture.api.deps, fixture.org, 'lobby');
    const device = await fixture.device({
      name: 'Reception',
      tags: [tag],
      externalGuid: 'guid-1',
      firmwareVersion: '1.2.3',
      activatedOn: new Date('2026-03-04T05:06:07Z'),
      state: { lastHeartbeatAt: new Date('2026-03-04T05:06:08.999Z'), publicIp: '192.0.2.1' },
    });
    const { data } = (await list()).body as Body;
    expect(data.devices).to.deep.equal([
      {
        id: device._id,
        name: 'Reception',
        mac_id: device.macId,
        router_serial_number: device.routerSerialNumber,
        firmware_version: '1.2.3',
        network_name: fixture.network.networkName,
        tags: [{ id: tag._id, name: 'lobby' }],
        location_network_id: fixture.network._id,
        organisation_id: fixture.org,
        activated_on: '04/03/2026 05:06:07 +00:00',
        hp_name: fixture.part.name,
        external_guid: 'guid-1',
        last_hb_on: '04/03/2026 05:06:08 +00:00',
        is_up: false,
      },
    ]);
  });

  // docs/interface.md#list_inventory-ui
  it('adds hardware_part_number, is_switch, public_ip and the uplinks that are not deleted with ui', async () => {
    const device = await fixture.device({ state: { publicIp: '192.0.2.1' } });
    const uplink = await makeUplink(fixture.api.deps, device, '2');
    const gone = await makeUplink(fixture.api.deps, device);
    await fixture.api.deps.mongo.models.uplinks.updateOne({ _id: gone._id }, { $set: { isDeleted: true } });
    const { data } = (await list({ ui: 'true' })).body as Body;
    expect(data.devices[0]).to.deep.include({
      hardware_part_number: fixture.part._id,
      is_switch: false,
      public_ip: '192.0.2.1',
      uplinks: [{ id: uplink._id, uplink_type: '2', details: uplink.details }],
    });
  });

  // docs/http.md#limits-list_inventory
  it('lowers per_page to 1,000 and shows that in meta', async () => {
    await many(1);
    expect(((await list({ per_page: 5000 })).body as Body).data.meta).to.include({ per_page: 1000 });
  });

  for (const input of [{ page: 'x' }, { page: '1.5' }, { per_page: { $gt: 1 } }, { mac_id: { $ne: 1 } }]) {
    it(`answers 422 with 1103 for ${JSON.stringify(input)}`, async () => {
      const reply = await list(input);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1103 });
    });
  }

  // docs/http.md#requests-9
  it('takes the defaults for page and per_page below 1', async () => {
    for (const input of [
      { page: 0, per_page: 0 },
      { page: -1, per_page: -5 },
      { page: '', per_page: '' },
    ]) {
      const reply = await list(input);
      expect(reply.status, reply.text).to.equal(200);
      expect((reply.body as Body).data.meta).to.include({ current: 1, per_page: 100 });
    }
  });

  it('returns an empty list for a page far past the end', async () => {
    const reply = await list({ page: Number.MAX_SAFE_INTEGER - 1, per_page: 1000 });
    expect(reply.status).to.equal(200);
    expect((reply.body as Body).data.devices).to.deep.equal([]);
  });

  it('limits list and total to a restricted caller’s networks, plus unassigned devices with manage_inventory', async () => {
    const [mine, hidden, free] = [
      await fixture.device(),
      await fixture.device({ network: fixture.other }),
      await fixture.device({ network: null }),
    ];
    const networks = [{ id: fixture.network._id, access: 'read' as const }];
    for (const [manageInventory, expected] of [
      [false, [mine]],
      [true, [mine, free]],
    ] as const) {
      const { token } = await fixture.user({ networks, manageInventory });
      const { data } = (await list({}, token)).body as Body;
      expect(data.devices.map((device) => device.id)).to.deep.equal(expected.map((device) => device._id));
      expect(data.meta).to.include({ count: expected.length });
      expect((await list({ mac_id: hidden.macId }, token)).status).to.equal(404);
    }
  });
});
