import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections that ask for nothing more, or ask and read as slowly as they like. */
export class SlowClients {
  private readonly sockets: Socket[] = [];
  private readonly target: { readonly host: string; readonly port: number };

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.target = { host: hostname, port: Number(port) };
  }

  /** How many of them the server has not ended. */
  get open(): number {
    return this.sockets.filter((socket) => !socket.closed).length;
  }

  /** So many connections that begin with this text; what comes back is not read. */
  async hold(count: number, text: string): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const socket = connect(this.target);
      socket.on('error', () => socket.destroy());
      this.sockets.push(socket);
      await once(socket, 'connect');
      if (text !== '') socket.write(text);
      socket.pause();
    }
  }

  /** Sends some more on every connection that is left. */
  send(text: string): void {
    for (const socket of this.sockets) if (socket.writable) socket.write(text);
  }

  /** Reads what comes back, so that the end of a connection is seen. */
  read(): void {
    for (const socket of this.sockets) socket.resume();
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

/** A request whose headers end here, and whose body is still to come. */
export function headOf(method: string, path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: 'test', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}
