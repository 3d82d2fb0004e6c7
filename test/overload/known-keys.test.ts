import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { startTestApi, type TestApi } from '../fixtures/api.js';
import { deviceFixture, type DeviceFixture } from '../fixtures/records/device-fixture.js';
import { longHeartbeat } from '../fixtures/records/device.js';
import { countRoundTrips } from '../fixtures/queries/round-trips.js';
import { headOf } from '../processes/slow-clients.js';

const HEARTBEAT = '/device/v1/heartbeat';
const LENGTH = 60_000;

describe('device keys before the body is read', () => {
  let fixture: DeviceFixture;
  let api: TestApi;
  before(async () => {
    fixture = await deviceFixture();
  });
  beforeEach(async () => {
    api = await startTestApi({ env: { RATE_LIMIT_PER_MINUTE: '20', TRUST_PROXY: '1' } });
  });
  afterEach(() => api.close());

  /** Sends the headers of a heartbeat and the first bytes of its body. */
  async function begin(key: string | null, path = HEARTBEAT): Promise<Socket> {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const authorization = key === null ? {} : { Authorization: key };
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(LENGTH) };
    socket.write(`${headOf('POST', path, { ...headers, ...authorization })}{`);
    return socket;
  }

  /** What comes back until the API ends the connection. */
  const answered = (socket: Socket): Promise<string> => text(socket);

  for (const [what, key, path] of [
    ['without a key', null, HEARTBEAT],
    ['with a key that is no bearer', 'Basic abc', HEARTBEAT],
    ['with an unknown key', 'Bearer unknown', HEARTBEAT],
    ['with an unknown key, to another spelling of the path', 'Bearer unknown', '/Device/v1/heartbeat/'],
  ] as const)
    // docs/interface.md#heartbeat-2
    it(`refuses a half-sent heartbeat ${what} with 401 and closes the connection`, async () => {
      const answer = await answered(await begin(key, path));
      expect(answer).to.match(/^HTTP\/1\.1 401 /);
      expect(answer).to.match(/^Connection: close\r$/im);
    });

  it('reads a half-sent heartbeat with a known key', async () => {
    const device = await fixture.device();
    const socket = await begin(`Bearer ${device.deviceKey}`);
    const body = JSON.stringify(longHeartbeat(device)).padEnd(LENGTH);
    socket.write(body.slice(1));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).to.match(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  it('looks a key up for a long body only, and not again after it was accepted', async () => {
    const [first, second] = [await fixture.device(), await fixture.device()];
    const lookUps = async (body: object, token: string): Promise<number> => {
      const { result, commands } = await countRoundTrips(api.deps, () =>
        api.call('POST', HEARTBEAT, { token, body }),
      );
      expect(result.status, result.text).to.equal(200);
      return commands.filter((command) => command === 'distinct master_inventory').length;
    };
    const short = { mac_id: first.macId, firmware_version: '1.0.0' };
    expect(await lookUps(short, first.deviceKey)).to.equal(0);
    expect(await lookUps(longHeartbeat(second), second.deviceKey)).to.equal(1);
    expect(await lookUps(longHeartbeat(second), second.deviceKey)).to.equal(0);
  });

  it('accepts a key of several devices, and refuses that of another device', async () => {
    const [first, second] = [await fixture.device(), await fixture.device()];
    const { masterInventory } = api.deps.mongo.models;
    const own = await masterInventory.findById(first.macId).lean();
    const third = await fixture.device();
    await masterInventory.updateOne({ _id: third.macId }, { deviceKeyHash: own?.deviceKeyHash ?? null });
    const beat = (device: typeof first) =>
      api.call('POST', HEARTBEAT, { token: first.deviceKey, body: longHeartbeat(device) });
    expect((await beat(third)).status).to.equal(200);
    expect((await beat(second)).status).to.equal(401);
  });

  it('refuses unknown secrets above the limit without a command to MongoDB or Redis', async () => {
    const headers = { 'X-Forwarded-For': `fd00:${randomBytes(2).toString('hex')}::1` };
    const list = (token: string) => api.call('GET', '/v1/access_points/list_inventory', { token, headers });
    for (let count = 0; count < 20; count += 1) expect((await list(`unknown-${count}`)).status).to.equal(401);
    const before = await redisCommands();
    const { result, commands } = await countRoundTrips(api.deps, async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 10; count += 1) {
        statuses.push((await list(`more-${count}`)).status);
        const body = longHeartbeat({ macId: '00:11:22:33:44:55' });
        statuses.push((await api.call('POST', HEARTBEAT, { token: `key-${count}`, body, headers })).status);
      }
      return new Set(statuses);
    });
    expect([...result]).to.deep.equal([429]);
    expect(commands).to.deep.equal([]);
    expect(await redisCommands()).to.equal(before);
  });

  /** How many Redis has run so far, but for those that ask about it. */
  async function redisCommands(): Promise<number> {
    const stats = await api.deps.redis.info('commandstats');
    const calls = [...stats.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)];
    expect(calls).not.to.deep.equal([]);
    return calls
      .filter(([, name]) => name !== 'info' && name !== 'ping')
      .reduce((sum, [, , count]) => sum + Number(count), 0);
  }
});
