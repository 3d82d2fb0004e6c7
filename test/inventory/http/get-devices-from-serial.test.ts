import { expect } from 'chai';
import { getDevicesFromSerialEndpoint } from '../../../api/inventory/get-devices-from-serial.js';
import { makeMasterDevice } from '../../fixtures/records/device.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';

interface Body {
  readonly data: { readonly devices: { readonly mac_id: string; readonly claimed: boolean }[] };
}

describe('get_devices_from_serial', () => {
  let fixture: DeviceFixture;

  before(async () => {
    fixture = await deviceFixture();
  });

  const look = async (serial: unknown, token = fixture.admin.token) =>
    fixture.ask(getDevicesFromSerialEndpoint, { serial }, { token });

  // docs/interface.md#get_devices_from_serial-found
  it('returns the master-inventory records of comma-separated serials, each trimmed, in the order of the request', async () => {
    const [one, two] = [await makeMasterDevice(fixture.api.deps), await makeMasterDevice(fixture.api.deps)];
    const reply = await look(` ${two.routerSerialNumber} ,no-such-serial,${one.routerSerialNumber},`);
    expect(reply.status).to.equal(200);
    expect(reply.body).to.deep.equal({
      data: {
        devices: [two, one].map((device) => ({
          mac_id: device._id,
          router_serial_number: device.routerSerialNumber,
          hardware_part_number: device.partNumber,
          hp_name: device.hpName,
          is_switch: false,
          claimed: false,
        })),
      },
    });
  });

  it('shows whether a device is claimed, but not by which organisation', async () => {
    const elsewhere = await deviceFixture();
    const [mine, foreign] = [await fixture.device(), await elsewhere.device()];
    const reply = await look(`${mine.routerSerialNumber},${foreign.routerSerialNumber}`);
    expect((reply.body as Body).data.devices.map((device) => device.claimed)).to.deep.equal([true, true]);
    const organisation = await elsewhere.organisation();
    expect(reply.text).to.not.include(organisation?.name).and.not.include('organisation');
    expect(reply.text).to.not.include('eyHash');
  });

  it('returns every record that carries a serial, and looks up each serial once', async () => {
    const one = await makeMasterDevice(fixture.api.deps);
    const { routerSerialNumber } = one;
    const same = await makeMasterDevice(fixture.api.deps, { routerSerialNumber });
    const reply = await look(`${routerSerialNumber},${routerSerialNumber}`);
    const macs = (reply.body as Body).data.devices.map((device) => device.mac_id);
    expect(macs).to.deep.equal([one._id, same._id].sort());
  });

  for (const serial of [undefined, '', ' , ', 'no-such-serial']) {
    it(`returns an empty list for ${JSON.stringify(serial)}`, async () => {
      const reply = await look(serial);
      expect(reply.status).to.equal(200);
      expect(reply.body).to.deep.equal({ data: { devices: [] } });
    });
  }

  it('allows a viewer', async () => {
    const { token } = await fixture.user({ role: 'viewer', networks: [], manageInventory: false });
    const device = await makeMasterDevice(fixture.api.deps);
    const reply = await look(device.routerSerialNumber, token);
    expect((reply.body as Body).data.devices).to.have.length(1);
  });

  it('accepts at most 1,000 serials', async () => {
    const serials = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`).join(',');
    expect((await look(serials(1000))).status).to.equal(200);
    const reply = await look(serials(1001));
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({ error_code: 1103 });
  });

  it('answers 422 with 1103 for a serial of the wrong type', async () => {
    const reply = await look({ $gt: '' });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({ error_code: 1103 });
  });
});
