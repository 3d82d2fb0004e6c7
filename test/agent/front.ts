import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CERTIFICATE } from '../fixtures/certificate.js';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FrontAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Answers a request instead of the API; `cut` closes the connection; undefined lets the API answer. */
export type Interfere = (request: SeenRequest) => FrontAnswer | 'cut' | undefined;

/** The network between an agent and the API: records the requests, and can answer or cut them. */
export class Front {
  readonly requests: SeenRequest[] = [];
  interfere: Interfere = () => undefined;
  private readonly server: Server;

  private constructor(
    private readonly apiUrl: string,
    private readonly isTls: boolean,
  ) {
    const handle = (request: IncomingMessage, response: ServerResponse): void => {
      this.#answer(request, response).catch(() => response.destroy());
    };
    this.server = isTls ? createTlsServer(CERTIFICATE, handle) : createServer(handle);
  }

  static async open(apiUrl: string, options: { tls?: boolean } = {}): Promise<Front> {
    const front = new Front(apiUrl, options.tls ?? false);
    front.server.listen(0, '127.0.0.1');
    await once(front.server, 'listening');
    // A test that fails does not close it.
    front.server.unref();
    return front;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `${this.isTls ? 'https' : 'http'}://127.0.0.1:${port}`;
  }

  /** The bodies of the heartbeats, oldest first. */
  heartbeats(): Record<string, unknown>[] {
    return this.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  }

  /** What the latest heartbeat reported of the configuration; undefined before the first. */
  report(): Record<string, unknown> | undefined {
    return this.heartbeats().at(-1)?.['configuration'] as Record<string, unknown> | undefined;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = incoming;
    const body = Buffer.concat(chunks).toString('utf8');
    const request = { method, path, headers, body };
    this.requests.push(request);
    const given = this.interfere(request);
    if (given === 'cut') {
      response.destroy();
      return;
    }
    const { status, headers: sent, body: text } = given ?? (await this.#forward(request));
    response.writeHead(status, sent).end(text);
  }

  async #forward({ method, path, headers, body }: SeenRequest): Promise<FrontAnswer> {
    const names = ['authorization', 'content-type', 'if-none-match'] as const;
    const kept = names.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]] as const],
    );
    const answer = await fetch(new URL(path, this.apiUrl), {
      method,
      headers: Object.fromEntries(kept),
      ...(method === 'POST' ? { body } : {}),
    });
    const passed = ['etag', 'retry-after', 'content-type'].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    return { status: answer.status, headers: Object.fromEntries(passed), body: await answer.text() };
  }
}
