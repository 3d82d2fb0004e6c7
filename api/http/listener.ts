import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Env } from '../../shared/platform/env/env.js';

/**
 * Longer than the keep-alive of proxies (60 s or less), so that the proxy closes an idle connection. If the server closed
 * it, a request sent at that moment would fail.
 */
const KEEP_ALIVE_MS = 75_000;
/** A DataTables query names every column: about 60 KiB for a table of 300. */
const MAX_HEADER_BYTES = 64 * 1024;
const CHECK_EVERY_MS = 1000;
const CLOSE_TIMEOUT_MS = 10_000;

export interface ClientTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  /** Without traffic on the connection, such as when a client does not read its response; longer than any operation. */
  readonly idleMs: number;
}

const TIMEOUTS: ClientTimeouts = { headersMs: 10_000, requestMs: 30_000, idleMs: 120_000 };

export interface Listener {
  readonly url: string;
  /** Closes idle connections and waits up to ten seconds for running requests. */
  close(): Promise<void>;
}

/** @throws the system's error, such as EADDRINUSE */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  { host, port, maxConnections }: Pick<Env, 'host' | 'port' | 'maxConnections'>,
  { headersMs, requestMs, idleMs }: ClientTimeouts = TIMEOUTS,
): Promise<Listener> {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    handle,
  );
  server.timeout = idleMs;
  server.maxConnections = maxConnections;
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
  }, CLOSE_TIMEOUT_MS);
  await closed;
  clearTimeout(cut);
}
