import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import { shedLoad } from '../../api/http/middleware/shed-load.js';
import { receive } from '../../api/http/middleware/receive.js';
import type { ApiState } from '../../api/http/state.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { eventually } from '../fixtures/eventually.js';
import { headOf, SlowClients } from '../processes/slow-clients.js';

/** More than the buffers between two processes take. */
const ANSWER = Buffer.alloc(32 * 1024 * 1024, 'x');

describe('shedLoad', () => {
  let server: Server;
  let url: string;
  let clients: SlowClients;

  beforeEach(async () => {
    const app = new Koa<ApiState>();
    app.silent = true;
    app.use(async (ctx, next) => {
      await next().catch((error: unknown) => {
        ctx.status = error instanceof AppError && error.refusal === 'overloaded' ? 503 : 500;
      });
    });
    const room = { bodies: 100, bytes: 1_000_000 };
    app.use(receive({ total: room, perAddress: room, limitOf: () => 10_000 }));
    app.use(shedLoad({ requests: 3, perAddress: 3, bodyBytes: 1000 }));
    app.use((ctx) => {
      ctx.body = ctx.path === '/large' ? ANSWER : 'small';
    });
    const handle = app.callback();
    server = createServer((request, response) => void handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    clients = new SlowClients(url);
  });
  afterEach(async () => {
    clients.close();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  const status = async (body?: string): Promise<number> => {
    const reply = await fetch(url, body === undefined ? {} : { method: 'POST', body });
    await reply.text();
    return reply.status;
  };

  it('counts a request until its answer has been read, and not longer', async () => {
    await clients.hold(3, headOf('GET', '/large', {}));
    await eventually('there is no room', async () => (await status()) === 503);
    clients.read();
    await eventually('there is room again', async () => (await status()) === 200);
  });

  it('counts a request until its client has gone', async () => {
    await clients.hold(3, headOf('GET', '/large', {}));
    await eventually('there is no room', async () => (await status()) === 503);
    clients.close();
    await eventually('there is room again', async () => (await status()) === 200);
  });

  it('refuses a body for which there is no room, and takes one that fits', async () => {
    expect(await status('x'.repeat(1000))).to.equal(200);
    expect(await status('x'.repeat(1001))).to.equal(503);
    await clients.hold(1, headOf('POST', '/large', { 'Content-Length': '600' }) + 'x'.repeat(600));
    await eventually('its share is taken', async () => (await status('x'.repeat(401))) === 503);
    expect(await status('x'.repeat(400))).to.equal(200);
  });

  it('counts nothing for a body that has not come', async () => {
    await clients.hold(10, headOf('POST', '/', { 'Content-Length': '900' }));
    expect(await status('x'.repeat(900))).to.equal(200);
  });
});
