import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import { shedLoad } from '../../api/http/overload.js';
import { clientAddress } from '../../api/http/middleware/every-request.js';
import { readBody } from '../../api/http/middleware/read-body.js';
import type { ApiState } from '../../api/http/endpoint.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { eventually } from '../fixtures/eventually.js';
import { headOf, SlowClients } from '../processes/slow-clients.js';

/** Larger than the socket buffers between two processes. */
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
    const limits = { bodies: 100, bytes: 1_000_000 };
    app.use(clientAddress(1));
    app.use(readBody({ total: limits, perAddress: { ...limits, bodies: 50 }, maxLengthOf: () => 10_000 }));
    app.use(shedLoad({ requests: 6, requestsPerAddress: 3, bodyBytes: 1000 }));
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

  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const status = async (body?: string, headers: Record<string, string> = {}): Promise<number> => {
    const reply = await fetch(url, body === undefined ? { headers } : { method: 'POST', body, headers });
    await reply.text();
    return reply.status;
  };

  it('counts a request until its response has been read', async () => {
    await clients.hold(3, headOf('GET', '/large', {}));
    await eventually('the limit is reached', async () => (await status()) === 503);
    clients.read();
    await eventually('requests are accepted again', async () => (await status()) === 200);
  });

  it('counts a request until its client disconnects', async () => {
    await clients.hold(3, headOf('GET', '/large', {}));
    await eventually('the limit is reached', async () => (await status()) === 503);
    clients.close();
    await eventually('requests are accepted again', async () => (await status()) === 200);
  });

  it('counts the requests and bodies of a /64 together', async () => {
    await clients.hold(3, headOf('GET', '/large', from('2001:db8::1')));
    await eventually(
      'the limit is reached',
      async () => (await status(undefined, from('2001:db8::2'))) === 503,
    );
    expect(await status(undefined, from('2001:db8:0:1::2')), 'another /64').to.equal(200);
    await clients.hold(50, headOf('POST', '/', { ...from('2001:db8:0:2::1'), 'Content-Length': '9' }));
    const answers: (number | undefined)[] = [];
    await eventually('the bodies are counted', () => {
      const headers = { ...from('2001:db8:0:2::2'), 'Content-Length': '9' };
      const unfinished = request(url, { method: 'POST', headers, agent: false });
      unfinished.on('response', ({ statusCode }) => answers.push(statusCode)).on('error', () => undefined);
      unfinished.flushHeaders();
      return answers.includes(503);
    });
  });

  it('refuses a body above the limit of all bodies, and accepts one that fits', async () => {
    expect(await status('x'.repeat(1000))).to.equal(200);
    expect(await status('x'.repeat(1001))).to.equal(503);
    await clients.hold(1, headOf('POST', '/large', { 'Content-Length': '600' }) + 'x'.repeat(600));
    await eventually('the held body counts', async () => (await status('x'.repeat(401))) === 503);
    expect(await status('x'.repeat(400))).to.equal(200);
  });

  it('does not count a body before it has arrived', async () => {
    await clients.hold(10, headOf('POST', '/', { 'Content-Length': '900' }));
    expect(await status('x'.repeat(900))).to.equal(200);
  });
});
