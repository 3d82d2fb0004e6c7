import { expect } from 'chai';
import { GroupCommit } from '../../shared/status/operations/group-commit.js';
import { startApiProcess, type ApiProcess } from '../processes/api-process.js';
import { deviceFixture, type DeviceFixture } from '../fixtures/records/device-fixture.js';
import { makeDevice, type TestDevice } from '../fixtures/records/device.js';
import { headOf, SlowClients } from '../processes/slow-clients.js';

const HEARTBEAT = '/device/v1/heartbeat';
const LIST = '/v1/access_points/list_inventory?per_page=10';

describe('limits before an operation runs', () => {
  let fixture: DeviceFixture;
  let device: TestDevice;
  let api: ApiProcess;
  before(async () => {
    fixture = await deviceFixture();
    device = await makeDevice(fixture.api.deps, fixture.org, {
      part: fixture.part,
      network: fixture.network,
    });
  });
  afterEach(async () => {
    await api.kill();
  });

  async function start(env: Record<string, string> = {}): Promise<void> {
    api = await startApiProcess(env);
  }

  const post = (path: string, secret: string, body: unknown): Promise<Response> =>
    fetch(api.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const beat = (secret: string, fields: Record<string, unknown> = {}): Promise<Response> =>
    post(HEARTBEAT, secret, { mac_id: device.macId, firmware_version: '1.0.0', ...fields });

  it('answers a heartbeat of 340,000 ports with 413 unparsed, and a wrong key with 401 before validation', async () => {
    await start();
    const large = await beat('wrong', { ports: Array<number>(340_000).fill(0) });
    expect(large.status).to.equal(413);
    const many = Array<number>(20_000).fill(0);
    expect((await beat('wrong', { ports: many })).status).to.equal(401);
    const own = await beat(device.deviceKey, { ports: many });
    expect(own.status).to.equal(422);
    expect(await own.text()).to.contain('at most 256 entries');
    expect((await beat(device.deviceKey)).status).to.equal(200);
  });

  it('refuse oversized lists, depth and numbers of values before the schema is applied', async () => {
    await start();
    const { token } = fixture.admin;
    const bodies: [number, string, unknown][] = [
      [422, '/v1/access_points/release_devices', { devices: Array<string>(10_001).fill('x') }],
      [422, '/upgrades', { upgrade: { aps: Array<number>(300_000).fill(1) } }],
      [413, '/v1/network_ssids', { network_ssid: { acl_mac_list: Array<number>(200_000).fill(1) } }],
      [413, '/v1/network_ssids', `{"network_ssid":{"x":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`],
    ];
    for (const [status, path, body] of bodies) {
      const reply = await post(path, token, body);
      expect(reply.status, path).to.equal(status);
      expect(await reply.text(), path).to.match(/at most (10000|10|50000) (entries|levels|values)/);
    }
  });

  // docs/reliability.md#half-sent-bodies
  it('answer other addresses beside a thousand half-sent bodies of one address', async () => {
    await start();
    const clients = new SlowClients(api.url);
    try {
      const head = headOf('POST', '/v1/access_points/provisioning', {
        Authorization: `Bearer ${fixture.admin.token}`,
        'Content-Type': 'application/json',
        'Content-Length': '1000',
      });
      await clients.hold(1000, `${head}{"mac_id":"half`);
      for (let count = 0; count < 100; count += 1) {
        const reply = await fetch(api.url + LIST, {
          headers: { Authorization: `Bearer ${fixture.admin.token}` },
        });
        expect(reply.status, await reply.text()).to.equal(200);
      }
      expect((await beat(device.deviceKey)).status, 'a body that comes whole').to.equal(200);
    } finally {
      clients.close();
    }
  });

  it('refuse unknown tokens of an address with too many failures, and not accepted tokens', async () => {
    await start({ RATE_LIMIT_PER_MINUTE: '20' });
    const list = (token: string): Promise<Response> =>
      fetch(api.url + LIST, { headers: { Authorization: `Bearer ${token}` } });
    expect((await list(fixture.admin.token)).status).to.equal(200);
    let last = 0;
    for (let count = 0; count < 21; count += 1) last = (await list(`unknown-${count}`)).status;
    expect(last).to.equal(429);
    expect((await beat('unknown')).status, 'a device key is a secret too').to.equal(429);
    expect((await list(fixture.admin.token)).status).to.equal(200);
  });

  // docs/interface.md#heartbeat-4
  it('refuse a wrong key without waiting, and a third waiting heartbeat of a MAC', async () => {
    await start();
    const wrong = await Promise.all(Array.from({ length: 50 }, () => beat('wrong')));
    expect(new Set(wrong.map(({ status }) => status))).to.deep.equal(new Set([401]));
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const group = new GroupCommit(
      async (items: readonly number[]) => {
        await gate;
        return items;
      },
      { maxPerBatch: 10, maxBatches: 1, maxWaiting: 100, maxPerKey: 2 },
    );
    const first = group.add('mac', 1);
    await new Promise((resolve) => setImmediate(resolve));
    const waiting = [group.add('mac', 2), group.add('mac', 3)];
    const refused = await group.add('mac', 4).catch((error: unknown) => (error as Error).name);
    expect(refused).to.equal('AppError');
    release();
    expect(await Promise.all([first, ...waiting])).to.deep.equal([1, 2, 3]);
  });
});
