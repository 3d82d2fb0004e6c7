import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** A proxy between the program and a store, with which a test cuts the store off without stopping it. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private readonly others = new WeakMap<Socket, Socket>();
  private server: Server | undefined;
  private port = 0;
  private isFrozen = false;

  /** @param listen creates the server for the program's connections, for example with TLS */
  constructor(
    private readonly target: URL,
    private readonly listen: (pair: (socket: Socket) => void) => Server = createServer,
  ) {}

  /** The store's address through the relay, once it was up. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Accepts connections; on the same port as before, if there was one. */
  async up(): Promise<this> {
    const server = this.listen((socket) => {
      this.pair(socket);
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
    return this;
  }

  /** Refuses new connections and closes the open ones. */
  async down(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = server && once(server, 'close');
    server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Accepts connections but forwards nothing and closes nothing, like a network that drops every packet. */
  freeze(): void {
    this.isFrozen = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Ends the freeze: connections opened before it continue, those opened during it are closed. */
  thaw(): void {
    this.isFrozen = false;
    for (const socket of this.sockets) {
      const other = this.others.get(socket);
      if (other) socket.pipe(other);
      else socket.destroy();
    }
  }

  private pair(socket: Socket): void {
    if (this.isFrozen) {
      this.sockets.add(socket.pause());
      socket.on('error', () => socket.destroy());
      socket.on('close', () => this.sockets.delete(socket));
      return;
    }
    const store = connect(Number(this.target.port), this.target.hostname);
    for (const [end, other] of [
      [socket, store],
      [store, socket],
    ] as const) {
      this.sockets.add(end);
      this.others.set(end, other);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        this.sockets.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  }
}

/** A relay to the tests' Redis, not up yet but with an address. */
export async function redisRelay(): Promise<Relay> {
  const given = process.env['REDIS_URL'];
  if (given === undefined) throw new Error('REDIS_URL is not set');
  const relay = await new Relay(new URL(given)).up();
  await relay.down();
  return relay;
}
