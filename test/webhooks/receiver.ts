import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as an endpoint got it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly id: string;
}

type Respond = (response: ServerResponse, received: Received) => void;

/** An endpoint on this machine, which webhooks reach with WEBHOOK_ALLOW=127.0.0.0/8. */
export class Receiver {
  readonly received: Received[] = [];
  /** How it answers; 204 unless a test replaces it. */
  respond: Respond = (response) => response.writeHead(204).end();

  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  static async open(): Promise<Receiver> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const { headers, url: path = '' } = request;
        const got = { path, headers, body, id: String(headers['webhook-id']) };
        receiver.received.push(got);
        receiver.respond(response, got);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new Receiver(server);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }

  /** The ids of the events that it got, in order. */
  get ids(): string[] {
    return this.received.map(({ id }) => id);
  }

  answer(status: number, headers: Record<string, string> = {}): void {
    this.respond = (response) => response.writeHead(status, headers).end('a response');
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
