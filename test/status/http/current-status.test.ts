import { expect } from 'chai';
import { currentStatusEndpoint } from '../../../api/status/current-status.js';
import type { ReportedPort } from '../../../shared/inventory/domain/reported-port.js';
import { makePart, type DeviceFields } from '../../fixtures/records/device.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';

interface Body {
  readonly data: Record<string, unknown>;
  readonly port_status?: Record<string, unknown>[] | null;
}

const PORT: ReportedPort = {
  number: 0,
  status: 'UP',
  speed: 1000,
  upTime: '5d',
  duplex: 'full',
  totalUsage: { rx: 1, tx: 2 },
  rate: { tx: 3, rx: 4 },
  multicast: 0,
  power: 15.4,
};

describe('current_status', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  const status = (mac_id: unknown, token = fixture.admin.token) =>
    fixture.ask(currentStatusEndpoint, { mac_id }, { token });

  async function switchWith(ports: ReportedPort[] | null, fields: DeviceFields = {}) {
    const part = await makePart(fixture.api.deps, { isSwitch: true });
    return fixture.device({ part, state: { lastHeartbeatAt: new Date(), ports }, ...fields });
  }
  async function configure(macId: string, ports: { name: string; portNumber: number }[]): Promise<void> {
    await fixture.api.deps.mongo.models.switchConfigurations.create({ _id: macId, ports });
  }

  // docs/interface.md#current_status-1
  it('answers 404 with status, msg and 1011 for a device outside the inventory', async () => {
    const foreign = await (await deviceFixture()).device();
    for (const mac of [foreign.macId, 'nonsense', '', undefined]) {
      const reply = await status(mac);
      expect(reply.status).to.equal(404);
      expect(reply.body).to.have.all.keys('status', 'msg', 'error_code');
      expect(reply.body).to.include({ status: 404, error_code: 1011 });
    }
  });

  // docs/interface.md#current_status-1
  it('answers 404 for a device that the caller may not see', async () => {
    const { token } = await fixture.user({ networks: [{ id: fixture.other._id, access: 'full' }] });
    expect((await status((await fixture.device()).macId, token)).status).to.equal(404);
  });

  // docs/interface.md#current_status-2
  it('shows the data of the latest heartbeat, and UP within DOWN_AFTER_S', async () => {
    const at = new Date();
    const device = await fixture.device({
      firmwareVersion: '1.0.0',
      state: { lastHeartbeatAt: at, publicIp: '192.0.2.7', firmwareVersion: '1.4.2' },
    });
    const reply = await status(device.macId);
    expect(reply.status).to.equal(200);
    expect(reply.body).to.deep.equal({
      status: 200,
      data: {
        name: device.name,
        device_status: 'UP',
        firmware_version: '1.4.2',
        network_name: fixture.network.networkName,
        hardware_model: fixture.part.name,
        public_ip: '192.0.2.7',
        last_seen_time: Math.floor(at.getTime() / 1000),
      },
    });
  });

  // docs/interface.md#current_status-2
  it('shows DOWN when the last heartbeat is older than DOWN_AFTER_S', async () => {
    const device = await fixture.device({ state: { lastHeartbeatAt: new Date(Date.now() - 3_600_000) } });
    const { data } = (await status(device.macId)).body as Body;
    expect(data).to.include({ device_status: 'DOWN' });
    expect(data['last_seen_time']).to.be.a('number');
  });

  // docs/interface.md#current_status-2
  it('shows DOWN without last_seen_time before the first heartbeat', async () => {
    const device = await fixture.device({ network: null });
    const { data } = (await status(device.macId)).body as Body;
    expect(data).to.include({
      device_status: 'DOWN',
      last_seen_time: null,
      public_ip: null,
      network_name: null,
    });
  });

  it('accepts the MAC in any notation, and viewers', async () => {
    const device = await fixture.device();
    const { token } = await fixture.user({ role: 'viewer' });
    const compact = device.macId.replaceAll(':', '').toLowerCase();
    for (const mac of [compact, device.macId.toLowerCase(), device.macId.replaceAll(':', '-')]) {
      expect((await status(mac, token)).status).to.equal(200);
    }
  });

  it('answers a MAC of the wrong type with 422 and 1103', async () => {
    const reply = await status({ $ne: 'x' });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({ error_code: 1103 });
  });

  // docs/interface.md#current_status-3
  it('shows the ports of a switch, each matched by its zero-based number plus 1', async () => {
    const device = await switchWith([PORT, { ...PORT, number: 2, status: 'DOWN' }]);
    await configure(device.macId, [
      { name: 'Uplink', portNumber: 1 },
      { name: 'Unused', portNumber: 2 },
    ]);
    const { data, port_status } = (await status(device.macId)).body as Body;
    expect(data).to.not.have.property('port_status');
    const reported = {
      speed: 1000,
      up_time: '5d',
      duplex: 'full',
      total_usage: { rx: 1, tx: 2 },
      rate: { tx: 3, rx: 4 },
      multicast: 0,
      power: 15.4,
    };
    expect(port_status).to.deep.equal([
      { name: 'Uplink', status: 'UP', port_no: 1, ...reported },
      { name: null, status: 'DOWN', port_no: 3, ...reported },
    ]);
  });

  // docs/interface.md#current_status-3
  it('has a null port_status for a switch without a configuration', async () => {
    const device = await switchWith([PORT]);
    expect((await status(device.macId)).body).to.deep.include({ port_status: null });
  });

  // docs/interface.md#current_status-3
  it('has an empty port_status for a configured switch that reported no ports', async () => {
    const device = await switchWith(null);
    await configure(device.macId, [{ name: 'Uplink', portNumber: 1 }]);
    expect((await status(device.macId)).body).to.deep.include({ port_status: [] });
  });

  // docs/interface.md#current_status-3
  it('has no port_status for devices other than switches', async () => {
    const device = await fixture.device({ state: { ports: [PORT] } });
    await configure(device.macId, [{ name: 'Uplink', portNumber: 1 }]);
    expect((await status(device.macId)).body).to.not.have.property('port_status');
  });

  // docs/interface.md#current_status-3
  it('shows what a heartbeat over HTTP reported', async () => {
    const device = await switchWith(null, { state: {} });
    await configure(device.macId, [{ name: 'Uplink', portNumber: 1 }]);
    const port = {
      number: 0,
      status: 'UP',
      speed: '1G',
      up_time: 12,
      duplex: 'half',
      total_usage: { rx: 9, tx: 8 },
      rate: { tx: 7, rx: 6 },
      multicast: 5,
      power: 4,
    };
    const beat = await fixture.api.call('POST', '/device/v1/heartbeat', {
      headers: { Authorization: `Bearer ${device.deviceKey}` },
      body: { mac_id: device.macId, firmware_version: '1.0.1', ports: [port] },
    });
    expect(beat.status).to.equal(200);
    const { data, port_status } = (await status(device.macId)).body as Body;
    expect(data).to.include({ device_status: 'UP', firmware_version: '1.0.1' });
    const { number, ...shown } = port;
    expect(port_status).to.deep.equal([{ ...shown, name: 'Uplink', port_no: number + 1 }]);
  });
});
