import { expect } from 'chai';
import { startApiProcess, type ApiProcess } from '../processes/api-process.js';
import { deviceFixture, type DeviceFixture } from '../fixtures/records/device-fixture.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevices } from '../fixtures/records/device.js';
import { headOf, SlowClients } from '../processes/slow-clients.js';

const LIST = '/v1/access_points/list_inventory';
const MEBIBYTE = 1024 * 1024;
/** Idle and slow clients together may not bring a process above this. */
const MAX_RSS_MIB = 400;

async function residentMiB({ url }: ApiProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^airfleet_process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / MEBIBYTE;
}

describe('overload', () => {
  let fixture: DeviceFixture;
  let api: ApiProcess;
  let clients: SlowClients;
  let authorization: string;

  before(async () => {
    fixture = await deviceFixture({ noOfAps: 2000 });
    authorization = `Bearer ${fixture.admin.token}`;
    const { part, network } = fixture;
    await makeDevices(fixture.api.deps, fixture.org, 300, () => ({ part, network }));
  });
  afterEach(async () => {
    clients.close();
    await api.kill();
  });

  async function start(env: Record<string, string> = {}): Promise<void> {
    api = await startApiProcess(env);
    clients = new SlowClients(api.url);
  }

  const ask = (path: string): Promise<Response> =>
    fetch(api.url + path, {
      headers: { Authorization: authorization, Connection: 'close' },
    });

  /** Begun with a fifth of a body of 1 MiB. */
  const slowBody = (bytes = MEBIBYTE): string =>
    headOf('POST', LIST.replace('list_inventory', 'provisioning'), {
      Authorization: authorization,
      'Content-Type': 'application/json',
      'Content-Length': String(bytes),
    }) + `{"mac_id":"${'x'.repeat(bytes / 5)}`;

  // docs/reliability.md#slow-clients
  it('answers other clients within bounded memory beside 2,000 idle connections and 200 slow clients', async () => {
    await start();
    await clients.hold(2000, headOf('GET', '/livez', {}));
    await clients.hold(70, 'GET / HTTP/1.1\r\nHost: test\r\nX-Slow: ');
    await clients.hold(60, slowBody());
    await clients.hold(70, headOf('GET', `${LIST}?per_page=1000`, { Authorization: authorization }));
    // All at once they ask for more than the machine carries: for as long as that lasts, refusals are answers too.
    await eventually('what they asked for is done', async () => (await ask(LIST)).status === 200);
    let most = 0;
    for (let round = 0; round < 20; round += 1) {
      const reply = await ask(`${LIST}?per_page=10`);
      expect(reply.status, await reply.text()).to.equal(200);
      most = Math.max(most, await residentMiB(api));
    }
    console.log(`      resident: at most ${Math.round(most)} MiB`);
    expect(most).to.be.within(1, MAX_RSS_MIB);
  });

  it('closes connections without complete headers after ten seconds', async () => {
    await start();
    await clients.hold(50, '');
    await clients.hold(50, 'GET / HTTP/1.1\r\nHost: test\r\nX-Slow: ');
    clients.read();
    await eventually('all are cut', () => clients.open === 0);
  });

  it('refuses half-sent bodies above the limit of an address with Retry-After, and answers complete requests', async () => {
    await start();
    const provisioning = (bytes: number): Promise<Response> =>
      fetch(`${api.url}/v1/access_points/provisioning`, {
        method: 'POST',
        body: JSON.stringify({ mac_id: 'x'.repeat(bytes) }),
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      });
    await eventually('the API is ready', async () => (await ask(`${LIST}?per_page=1`)).status === 200);
    await clients.hold(64, slowBody(1000));
    const refused = await eventually('the share is taken', async () => {
      // On a loaded machine some of the bodies may have been refused or cut meanwhile.
      await clients.hold(4, slowBody(1000));
      const reply = await provisioning(900_000);
      return reply.status === 503 && reply;
    });
    expect(Number(refused.headers.get('Retry-After'))).to.be.above(0);
    expect(await refused.json()).to.include({ error_code: 1108 });
    expect((await ask('/livez')).status).to.equal(200);
    expect((await ask(`${LIST}?per_page=1`)).status).to.equal(200);
    expect((await provisioning(10)).status).to.equal(422);
    clients.close();
    await eventually('there is room again', async () => (await provisioning(900_000)).status === 422);
  });

  // docs/reliability.md#in-flight-limit
  it('counts responses against MAX_IN_FLIGHT until they are read, one address at most a quarter', async () => {
    const [other, third] = [await deviceFixture({ noOfAps: 2000 }), await deviceFixture()];
    for (const { api: its, org, part, network } of [fixture, other])
      await makeDevices(its.deps, org, 1000, () => ({ part, network }));
    await start({ MAX_IN_FLIGHT: '4', TRUST_PROXY: '1' });
    const headersOf = (host: number, { admin }: DeviceFixture): Record<string, string> => ({
      Authorization: `Bearer ${admin.token}`,
      'X-Forwarded-For': `198.51.100.${host}`,
    });
    const from = (host: number): Promise<Response> =>
      fetch(`${api.url}${LIST}?per_page=1`, { headers: headersOf(host, third) });
    await eventually('the API is ready', async () => (await from(9)).status === 200);
    const all: { slow: SlowClients; asked: string }[] = [];
    for (const [host, its] of [fixture, fixture, other, other].entries()) {
      expect((await from(host)).status, 'others have room').to.equal(200);
      // One after another, until they are more than the buffers between two processes take.
      const asked = headOf('GET', `${LIST}?per_page=1000`, headersOf(host, its));
      const slow = new SlowClients(api.url);
      all.push({ slow, asked });
      await slow.hold(1, asked);
      const refused = await eventually('the address has its share', async () => {
        slow.send(asked);
        const reply = await from(host);
        return reply.status === 503 && reply;
      });
      expect(Number(refused.headers.get('Retry-After'))).to.be.above(0);
    }
    await eventually('all places are taken', async () => {
      for (const { slow, asked } of all) slow.send(asked);
      return (await from(9)).status === 503;
    });
    expect((await ask('/livez')).status).to.equal(200);
    for (const { slow } of all) slow.close();
    await eventually('there is room again', async () => (await from(9)).status === 200);
  });

  it('closes connections above MAX_CONNECTIONS', async () => {
    await start({ MAX_CONNECTIONS: '10' });
    await clients.hold(30, '');
    clients.read();
    await eventually('the others are closed', () => clients.open <= 10);
  });
});
