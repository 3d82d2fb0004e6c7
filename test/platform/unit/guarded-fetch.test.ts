import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { readEnv } from '../../../shared/platform/env/env.js';
import { guardedFetch } from '../../../shared/platform/outbound/guarded-fetch.js';
import { parseNetworks } from '../../../shared/platform/values/networks.js';

const MIB = 1024 * 1024;
const GET = { method: 'GET', headers: {} };

// docs/sso.md#sign-in-6
describe('requests to hosts that organisations name', () => {
  let server: Server;
  let port: number;
  const asked: string[] = [];
  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const length = Number(new URL(request.url ?? '/', 'http://own.invalid').searchParams.get('length'));
      if (request.url === '/elsewhere') response.writeHead(302, { Location: '/?length=1' }).end();
      else response.end(Buffer.alloc(length, 'x'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  beforeEach(() => {
    asked.length = 0;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const allowed = parseNetworks('127.0.0.0/8') ?? [];
  const resolve = (host: string) =>
    Promise.resolve(
      host === 'mixed.test'
        ? [
            { address: '127.0.0.1', family: 4 },
            { address: '10.0.0.1', family: 4 },
          ]
        : [{ address: '127.0.0.1', family: 4 }],
    );
  const codeOf = (url: string, networks = allowed): Promise<unknown> =>
    guardedFetch(url, GET, { allowed: networks, resolve }).then(
      () => null,
      (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).message,
    );

  it('take answers of up to 1 MiB', async () => {
    const response = await guardedFetch(`http://host.test:${port}/?length=${MIB}`, GET, { allowed, resolve });
    expect((await response.arrayBuffer()).byteLength).to.equal(MIB);
    expect(await codeOf(`http://host.test:${port}/?length=${MIB + 1}`)).to.equal(
      'The response has more than 1 MiB',
    );
  });

  it('follow no redirect', async () => {
    const response = await guardedFetch(`http://host.test:${port}/elsewhere`, GET, { allowed, resolve });
    expect([response.status, asked]).to.deep.equal([302, ['/elsewhere']]);
  });

  it('go to no address that is not public, one of several included, and not without TLS', async () => {
    for (const url of [`https://host.test:${port}`, `https://127.0.0.1:${port}`, `http://host.test:${port}`])
      expect(await codeOf(url, []), url).to.equal('address_refused');
    expect(await codeOf(`http://mixed.test:${port}`)).to.equal('address_refused');
    expect(await codeOf('ftp://host.test')).to.equal('address_refused');
    expect(asked).to.deep.equal([]);
  });
});

describe('DNS_SERVERS', () => {
  it('is a list of addresses with ports or without', () => {
    const servers = ['192.0.2.53', '192.0.2.54:5353', '2001:db8::53', '[2001:db8::53]:5353'];
    expect(readEnv({ DNS_SERVERS: servers.join(', ') }).dnsServers).to.deep.equal(servers);
    expect(readEnv({}).dnsServers).to.equal(null);
    for (const text of ['dns.example.com', '192.0.2.53:99999', '192.0.2.53,', '[192.0.2.53]:53'])
      expect(() => readEnv({ DNS_SERVERS: text }), text).to.throw(/DNS_SERVERS/);
  });
});
