import { expect } from 'chai';
import { listen, type Listener, type ClientTimeouts } from '../../api/http/listener.js';
import { eventually } from '../fixtures/eventually.js';
import { headOf, SlowClients } from '../processes/slow-clients.js';

/** Larger than the socket buffers between two processes. */
const ANSWER = Buffer.alloc(32 * 1024 * 1024, 'x');
const LONG: ClientTimeouts = { headersMs: 60_000, requestMs: 60_000, idleMs: 60_000 };
const CLIENTS = 50;

describe('listener timeouts', () => {
  let listener: Listener;
  let clients: SlowClients;
  let received = 0;
  let closed = 0;

  /** Reads each request to its end and answers with more than fits into the socket buffers. */
  async function start(timeouts: Partial<ClientTimeouts>): Promise<void> {
    [received, closed] = [0, 0];
    listener = await listen(
      (request, response) => {
        request.resume().once('end', () => {
          received += 1;
          request.socket.once('close', () => (closed += 1));
          response.end(ANSWER);
        });
      },
      { host: '127.0.0.1', port: 0, maxConnections: 1000 },
      { ...LONG, ...timeouts },
    );
    clients = new SlowClients(listener.url);
  }
  afterEach(async () => {
    clients.close();
    await listener.close();
  });

  // docs/reliability.md#unfinished-bodies
  it('disconnects a client that never completes its body', async () => {
    await start({ headersMs: 1000, requestMs: 1000 });
    await clients.hold(CLIENTS, `${headOf('POST', '/', { 'Content-Length': '1000' })}incomplete`);
    clients.read();
    await eventually('all are disconnected', () => clients.open === 0);
    expect(received).to.equal(0);
  });

  it('disconnects a client that trickles its body', async () => {
    await start({ headersMs: 2000, requestMs: 2000 });
    await clients.hold(CLIENTS, headOf('POST', '/', { 'Content-Length': '1000000' }));
    clients.read();
    const trickle = setInterval(() => {
      clients.send('x');
    }, 100);
    try {
      await eventually('all are disconnected', () => clients.open === 0);
    } finally {
      clearInterval(trickle);
    }
    expect(received).to.equal(0);
  });

  it('disconnects a client that does not read its response', async () => {
    await start({ idleMs: 1000 });
    await clients.hold(CLIENTS, headOf('GET', '/', {}));
    // On a slow machine some are disconnected before their request has arrived.
    await eventually('a request has arrived', () => received > 0);
    await eventually('all that have sent one are disconnected', () => closed === received);
  });
});
