import { constants } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Env } from '../../shared/platform/env/env.js';
import type { GatewayMetrics } from '../gateway-metrics.js';
import type { Certificates } from '../tls/certificate-files.js';
import { HandshakeLimits } from './handshake-limits.js';
import { canonicalAddress } from '../../shared/platform/values/client-key.js';
import { readProxyHeader } from './proxy-header.js';

const HANDSHAKE_MS = 10_000;
/** From the end of the handshake until the request for a WebSocket. */
const REQUEST_MS = 10_000;

/** A request of a device with a verified certificate to open a WebSocket. */
export interface DeviceRequest {
  readonly request: IncomingMessage;
  readonly socket: TLSSocket;
  readonly head: Buffer;
  /** The device's address, also behind a balancer. */
  readonly address: string;
}

interface ListenerDeps {
  readonly env: Pick<
    Env,
    'host' | 'ucentralPort' | 'ucentralHandshakesPerS' | 'ucentralProxyProtocol' | 'maxConnections'
  >;
  readonly gatewayMetrics: Pick<GatewayMetrics, 'handshakes'>;
}

interface Arrival {
  readonly address: string;
  readonly endHandshake: () => void;
}

/**
 * Accepts connections and leaves those with a certificate of a known authority that ask for a WebSocket to `onRequest`.
 * Connections beyond the limits are reset before TLS begins.
 */
export class DeviceListener {
  private readonly limits: HandshakeLimits;
  /** Connections by the address and port of their other end, which are those of their TLS socket too. */
  private readonly arrivals = new Map<string, Arrival>();
  private readonly sockets = new Set<Socket>();
  private readonly requestTimers = new WeakMap<TLSSocket, NodeJS.Timeout>();
  private readonly tls: TlsServer;
  private readonly tcp: Server;

  constructor(
    private readonly deps: ListenerDeps,
    certificates: Certificates,
    private readonly onRequest: (request: DeviceRequest) => void,
  ) {
    this.limits = new HandshakeLimits(deps.env.ucentralHandshakesPerS);
    this.tls = createTlsServer({
      ...contextOf(certificates),
      requestCert: true,
      rejectUnauthorized: true,
      handshakeTimeout: HANDSHAKE_MS,
      keepAliveTimeout: 1,
    });
    this.tls.on('secureConnection', (socket: TLSSocket) => {
      deps.gatewayMetrics.handshakes.inc({ outcome: 'done' });
      this.arrivals.get(endOf(socket))?.endHandshake();
      this.awaitRequest(socket);
    });
    this.tls.on('tlsClientError', (_error, socket) => {
      deps.gatewayMetrics.handshakes.inc({ outcome: 'failed' });
      socket.destroy();
    });
    this.tls.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const secure = socket as TLSSocket;
      clearTimeout(this.requestTimers.get(secure));
      const address = this.arrivals.get(endOf(secure))?.address;
      if (address === undefined) secure.destroy();
      else this.onRequest({ request, socket: secure, head, address });
    });
    this.tls.on('request', (_request, response) => {
      response.writeHead(426, { Connection: 'close', Upgrade: 'websocket' }).end();
    });
    this.tcp = createServer({ pauseOnConnect: false, noDelay: true }, (socket) => void this.arrive(socket));
    this.tcp.maxConnections = deps.env.maxConnections;
  }

  /** The timeouts of Node's server apply only to one that listens itself. */
  private awaitRequest(socket: TLSSocket): void {
    const timer = setTimeout(() => {
      socket.destroy();
    }, REQUEST_MS);
    this.requestTimers.set(socket, timer);
    socket.once('close', () => {
      clearTimeout(timer);
    });
  }

  /** @returns the port. @throws the system's error, such as EADDRINUSE */
  async listen(): Promise<number> {
    this.tcp.listen(this.deps.env.ucentralPort ?? 0, this.deps.env.host);
    await once(this.tcp, 'listening');
    return (this.tcp.address() as AddressInfo).port;
  }

  /** New handshakes use these certificates. */
  use(certificates: Certificates): void {
    this.tls.setSecureContext(contextOf(certificates));
  }

  /** Accepts no more connections; those that are open stay. */
  stopAccepting(): void {
    this.tcp.close();
  }

  /** Ends what is left. */
  close(): Promise<void> {
    if (this.tcp.listening) this.tcp.close();
    for (const socket of this.sockets) socket.destroy();
    return Promise.resolve();
  }

  private async arrive(socket: Socket): Promise<void> {
    socket.on('error', () => undefined);
    this.sockets.add(socket);
    socket.once('close', () => {
      this.sockets.delete(socket);
    });
    const peer = socket.remoteAddress;
    if (peer === undefined) return;
    const isProxied = this.deps.env.ucentralProxyProtocol === 2;
    const header = isProxied ? await readProxyHeader(socket, HANDSHAKE_MS) : { address: peer };
    // A balancer checks by connections of its own whether the gateway is there.
    if (header === null || header.address === null || socket.destroyed) {
      socket.destroy();
      return;
    }
    this.begin(socket, canonicalAddress(header.address));
  }

  private begin(socket: Socket, address: string): void {
    const endHandshake = this.limits.begin(address);
    if (!endHandshake) {
      this.deps.gatewayMetrics.handshakes.inc({ outcome: 'shed' });
      socket.resetAndDestroy();
      return;
    }
    const end = endOf(socket);
    this.arrivals.set(end, { address, endHandshake });
    socket.once('close', () => {
      endHandshake();
      this.arrivals.delete(end);
    });
    this.tls.emit('connection', socket);
  }
}

/** Neither tickets nor a cache: each connection proves its certificate, which may have been revoked since. */
function contextOf({ cert, key, authorities }: Certificates) {
  return {
    cert,
    key,
    ca: authorities.map(({ certificate }) => certificate),
    minVersion: 'TLSv1.2' as const,
    secureOptions: constants.SSL_OP_NO_TICKET,
  };
}

function endOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
