import { expect } from 'chai';
import { listen, type Listener, type Patience } from '../../api/http/listener.js';
import { eventually } from '../fixtures/eventually.js';
import { headOf, SlowClients } from '../processes/slow-clients.js';

/** More than the buffers between two processes take. */
const ANSWER = Buffer.alloc(32 * 1024 * 1024, 'x');
const LONG: Patience = { headersMs: 60_000, requestMs: 60_000, silenceMs: 60_000 };
const CLIENTS = 50;

describe('slow clients', () => {
  let listener: Listener;
  let clients: SlowClients;
  let received = 0;
  let gone = 0;

  /** Takes each request to its end, and answers with more than fits on the way. */
  async function start(patience: Partial<Patience>): Promise<void> {
    [received, gone] = [0, 0];
    listener = await listen(
      (request, response) => {
        request.resume().once('end', () => {
          received += 1;
          request.socket.once('close', () => (gone += 1));
          response.end(ANSWER);
        });
      },
      { host: '127.0.0.1', port: 0, maxConnections: 1000 },
      { ...LONG, ...patience },
    );
    clients = new SlowClients(listener.url);
  }
  afterEach(async () => {
    clients.close();
    await listener.close();
  });

  // docs/reliability.md#unfinished-bodies
  it('who never end their body are cut', async () => {
    await start({ headersMs: 1000, requestMs: 1000 });
    await clients.hold(CLIENTS, `${headOf('POST', '/', { 'Content-Length': '1000' })}only so much`);
    clients.read();
    await eventually('all are cut', () => clients.open === 0);
    expect(received).to.equal(0);
  });

  it('who trickle their body are cut as well', async () => {
    await start({ headersMs: 2000, requestMs: 2000 });
    await clients.hold(CLIENTS, headOf('POST', '/', { 'Content-Length': '1000000' }));
    clients.read();
    const trickle = setInterval(() => {
      clients.send('x');
    }, 100);
    try {
      await eventually('all are cut', () => clients.open === 0);
    } finally {
      clearInterval(trickle);
    }
    expect(received).to.equal(0);
  });

  it('who never read their answer are cut', async () => {
    await start({ silenceMs: 1000 });
    await clients.hold(CLIENTS, headOf('GET', '/', {}));
    await eventually('all have asked', () => received === CLIENTS);
    await eventually('all are cut', () => gone === CLIENTS);
  });
});
