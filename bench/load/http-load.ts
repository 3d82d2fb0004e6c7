import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly bearer: string;
  readonly body?: object;
  /** Called with the whole response before the connection sends its next request. */
  readonly answered?: (status: number, text: string) => void;
}

export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** So many requests a second over all connections; as many as are answered when it is not given. */
  readonly perSecond?: number;
  /** Returns the next request to send; null closes the connection. */
  readonly next: () => WireRequest | null;
}

export interface LoadResult {
  /** Responses with status 200. */
  readonly answered: number;
  readonly perSecond: number;
  /** Responses with a status other than 200, and requests without a response. */
  readonly failed: number;
}

/**
 * Sends requests over `connections` connections, one at a time on each. Uses plain sockets, because the generator shares
 * the machine with the server it measures. Responses must have a Content-Length.
 */
export async function generateLoad({
  url,
  connections,
  seconds,
  perSecond,
  next,
}: LoadOptions): Promise<LoadResult> {
  const { hostname, port, host } = new URL(url);
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const began = performance.now();
  const until = began + seconds * 1000;
  const everyMs = perSecond === undefined ? 0 : (1000 * connections) / perSecond;
  const results = await Promise.all(
    sockets.map((socket) => driveConnection(socket, host, next, { until, everyMs })),
  );
  const took = (performance.now() - began) / 1000;
  const answered = results.reduce((sum, result) => sum + result.answered, 0);
  return {
    answered,
    perSecond: answered / took,
    failed: results.reduce((sum, result) => sum + result.failed, 0),
  };
}

function driveConnection(
  socket: Socket,
  host: string,
  next: LoadOptions['next'],
  { until, everyMs }: { readonly until: number; readonly everyMs: number },
): Promise<{ answered: number; failed: number }> {
  let [answered, failed] = [0, 0];
  let received = '';
  let ended = false;
  let current: WireRequest | null = null;
  // Connections with a pace begin at different times.
  let due = performance.now() + Math.random() * everyMs;
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  return new Promise((resolve) => {
    const end = (): void => {
      ended = true;
      socket.destroy();
      resolve({ answered, failed });
    };
    const send = (): void => {
      current = performance.now() < until ? next() : null;
      if (current) socket.write(serializeRequest(current, host));
      else end();
    };
    const sendWhenDue = (): void => {
      const inMs = due - performance.now();
      due += everyMs;
      if (inMs > 0) setTimeout(send, inMs);
      else send();
    };
    socket.on('data', (part: string) => {
      received += part;
      const status = completeStatus(received);
      if (status === null) return;
      current?.answered?.(status, received);
      received = '';
      if (status === 200) answered += 1;
      else failed += 1;
      sendWhenDue();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (ended) return;
      failed += 1;
      end();
    });
    sendWhenDue();
  });
}

/** The status of a complete response; null while the response is incomplete. */
function completeStatus(received: string): number | null {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1]);
  return received.length - head - 4 < length ? null : Number(received.slice(9, 12));
}

function serializeRequest({ method, path, bearer, body }: WireRequest, host: string): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  const type = body === undefined ? '' : 'Content-Type: application/json\r\n';
  return `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${bearer}\r\n${type}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}
