import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { callAt, type CallOptions, type Client, type Reply } from '../fixtures/api.js';

const LOOK_EVERY_MS = 250;
/** An API on a busy machine may be late to report that it is ready. */
const MAX_MISSES = 2;
/** Headers of one connection rather than of the message. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

interface Backend {
  readonly url: URL;
  ready: boolean;
  /** How many of the last requests to /readyz failed, one after another. */
  misses: number;
  served: number;
}

/**
 * A load balancer for several APIs: each request goes to the next ready one. It requests /readyz four times a second
 * and retries nothing: a request that an API does not answer is a 502.
 */
export class Balancer implements Client {
  private readonly backends = new Map<string, Backend>();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly looking = setInterval(() => void this.look(), LOOK_EVERY_MS);
  private next = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (incoming, answer) => {
      this.pass(incoming, answer);
    });
  }

  static async open(): Promise<Balancer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Balancer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The number of responses of each API. */
  get served(): number[] {
    return [...this.backends.values()].map((backend) => backend.served);
  }

  /** Adds an API and waits until it is ready for requests. */
  async add(url: string): Promise<void> {
    const backend = { url: new URL(url), ready: false, misses: 0, served: 0 };
    this.backends.set(url, backend);
    while (!backend.ready) await this.look();
  }

  remove(url: string): void {
    this.backends.delete(url);
  }

  call(method: string, path: string, options?: CallOptions): Promise<Reply> {
    return callAt(this.url, method, path, options);
  }

  async close(): Promise<void> {
    clearInterval(this.looking);
    this.agent.destroy();
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async look(): Promise<void> {
    await Promise.all(
      [...this.backends.values()].map(async (backend) => {
        const isReady = await fetch(new URL('/readyz', backend.url)).then(
          ({ status }) => status === 200,
          () => false,
        );
        backend.misses = isReady ? 0 : backend.misses + 1;
        backend.ready = isReady || (backend.ready && backend.misses < MAX_MISSES);
      }),
    );
  }

  private choose(): Backend | undefined {
    const ready = [...this.backends.values()].filter((backend) => backend.ready);
    this.next += 1;
    return ready[this.next % ready.length];
  }

  private pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const backend = this.choose();
    if (!backend) {
      answer.writeHead(502).end('no API is ready');
      return;
    }
    const { method, url: path, headers } = incoming;
    const { hostname, port } = backend.url;
    const onward = request({
      hostname,
      port,
      method,
      path,
      headers: ofTheMessage(headers),
      agent: this.agent,
    });
    onward.on('response', (reply) => {
      backend.served += 1;
      answer.writeHead(reply.statusCode ?? 502, ofTheMessage(reply.headers));
      reply.pipe(answer);
    });
    onward.on('error', (error) => {
      if (answer.headersSent) answer.destroy(error);
      else answer.writeHead(502).end(error.message);
    });
    incoming.pipe(onward);
  }
}

function ofTheMessage<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}
