import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import { clientAddress } from '../../api/http/middleware/every-request.js';
import { EnvError, readEnv } from '../../shared/platform/env/env.js';

const { trustProxy: none } = readEnv({});

describe('TRUST_PROXY', () => {
  let server: Server | undefined;
  afterEach(async () => {
    server?.close();
    if (server) await once(server, 'close');
    server = undefined;
  });

  /** What an API with this setting, asked by 127.0.0.1, takes for the client's address and protocol. */
  async function seen(setting: string, headers: Record<string, string>): Promise<string> {
    const { trustProxy } = readEnv({ TRUST_PROXY: setting });
    const app = new Koa();
    app.proxy = trustProxy !== 0;
    app.use(clientAddress(trustProxy));
    app.use((ctx) => {
      ctx.body = `${ctx.ip} ${ctx.protocol} ${ctx.host}`;
    });
    const handle = app.callback();
    server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const asked = get({ port, host: '127.0.0.1', agent: false, headers: { Host: 'api', ...headers } });
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    const text = (await reply.toArray()).join('');
    server.close();
    await once(server, 'close');
    server = undefined;
    return text;
  }

  const chain = '198.51.100.9, 192.0.2.7, 10.0.0.2';
  const rows: readonly (readonly [setting: string, forwarded: string, client: string])[] = [
    ['', chain, '127.0.0.1'],
    ['0', chain, '127.0.0.1'],
    ['1', chain, '10.0.0.2'],
    ['2', chain, '192.0.2.7'],
    ['16', chain, '198.51.100.9'],
    ['127.0.0.1', chain, '10.0.0.2'],
    ['127.0.0.0/8, 10.0.0.0/8', chain, '192.0.2.7'],
    ['loopback,uniquelocal', chain, '192.0.2.7'],
    ['10.0.0.0/8', chain, '127.0.0.1'],
    ['1', '2001:db8::1', '2001:db8::1'],
    ['1', '::ffff:192.0.2.1', '192.0.2.1'],
    ['1', 'a key of Redis', '127.0.0.1'],
    ['2', 'a key of Redis, 192.0.2.7', '192.0.2.7'],
    ['3', `198.51.100.9, ${'x'.repeat(2000)}, 192.0.2.7`, '192.0.2.7'],
    ['1', '192.0.2.256', '127.0.0.1'],
    ['1', '', '127.0.0.1'],
  ];
  for (const [setting, forwarded, client] of rows)
    it(`"${setting}" with X-Forwarded-For "${forwarded.slice(0, 60)}" is ${client}`, async () => {
      expect((await seen(setting, { 'X-Forwarded-For': forwarded })).split(' ')[0]).to.equal(client);
    });

  it('trusts protocol and host of a trusted proxy only', async () => {
    const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'example.test' };
    expect(await seen('1', forwarded)).to.equal('127.0.0.1 https example.test');
    expect(await seen('127.0.0.1', forwarded)).to.equal('127.0.0.1 https example.test');
    expect(await seen('10.0.0.0/8', forwarded)).to.equal('127.0.0.1 http api');
    expect(await seen('0', forwarded)).to.equal('127.0.0.1 http api');
  });

  it('is 0 by default, and only a number or networks are valid', () => {
    expect(none).to.equal(0);
    for (const setting of ['true', 'yes', '-1', '17', '1.5', '10.0.0.0/33', '10.0.0.0/0', 'proxy.test', ','])
      expect(() => readEnv({ TRUST_PROXY: setting }), setting).to.throw(EnvError, /TRUST_PROXY/);
  });
});
