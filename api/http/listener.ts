import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Env } from '../../shared/platform/env/env.js';

/**
 * An idle connection is kept longer than proxies keep theirs (60 s and less), so that it is they who close one: a
 * request that meets a connection which is just being closed would fail.
 */
const KEEP_ALIVE_MS = 75_000;
/** A DataTables query names every column, so that a table of 300 has about 60 KiB in its path. */
const MAX_HEADER_BYTES = 64 * 1024;
const LOOK_EVERY_MS = 1000;
const CLOSE_WITHIN_MS = 10_000;

/** How long a client may take. */
export interface Patience {
  /** For its headers. */
  readonly headersMs: number;
  /** For its whole request. */
  readonly requestMs: number;
  /** With nothing moving on the connection, such as an answer that is not read: longer than any operation takes. */
  readonly silenceMs: number;
}

const PATIENCE: Patience = { headersMs: 10_000, requestMs: 30_000, silenceMs: 120_000 };

export interface Listener {
  readonly url: string;
  /** Lets running requests end, ten seconds at most, and idle connections go at once. */
  close(): Promise<void>;
}

/** Takes requests at the address, on so many connections at once. @throws the system's error, such as for an address that is taken */
export async function listen(
  handle: RequestListener,
  { host, port, maxConnections }: Pick<Env, 'host' | 'port' | 'maxConnections'>,
  { headersMs, requestMs, silenceMs }: Patience = PATIENCE,
): Promise<Listener> {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: LOOK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    handle,
  );
  server.timeout = silenceMs;
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
  }, CLOSE_WITHIN_MS);
  await closed;
  clearTimeout(cut);
}
