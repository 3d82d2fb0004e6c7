import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An idle connection is kept longer than proxies keep theirs (60 s and less), so that it is they who close one: a
 * request that meets a connection which is just being closed would fail.
 */
const KEEP_ALIVE_MS = 75_000;
const CLOSE_WITHIN_MS = 10_000;

export interface Listener {
  readonly url: string;
  /** Lets running requests end, ten seconds at most, and idle connections go at once. */
  close(): Promise<void>;
}

/** Takes requests at the address. @throws the system's error, such as for an address that is taken */
export async function listen(handle: RequestListener, host: string, port: number): Promise<Listener> {
  const timeouts = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer(timeouts, handle);
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return { url: `http://${host}:${address.port}`, close: () => closeServer(server) };
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, CLOSE_WITHIN_MS);
  await closed;
  clearTimeout(cut);
}
