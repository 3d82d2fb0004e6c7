import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** Stands between the program and a store, so that a test can take the store away without ending it. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private readonly others = new WeakMap<Socket, Socket>();
  private server: Server | undefined;
  private port = 0;
  private isFrozen = false;

  /** @param listen makes the server that faces the program; of TLS, for one */
  constructor(
    private readonly target: URL,
    private readonly listen: (pair: (socket: Socket) => void) => Server = createServer,
  ) {}

  /** The store's address by way of the relay, once it was up. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Takes connections; on the same port as before, if there was one. */
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

  /** Refuses connections and cuts those that there are. */
  async down(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = server && once(server, 'close');
    server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Passes nothing on and closes nothing, as a network that drops every packet; connections are taken all the same. */
  freeze(): void {
    this.isFrozen = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Ends the freezing: connections made before it go on, those made during it are cut. */
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
