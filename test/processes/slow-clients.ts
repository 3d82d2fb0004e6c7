import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections that send a request slowly or not to its end, or read the response slowly. */
export class SlowClients {
  private readonly sockets: Socket[] = [];
  private readonly target: { readonly host: string; readonly port: number };

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.target = { host: hostname, port: Number(port) };
  }

  /** The number of connections that the server has not closed. */
  get open(): number {
    return this.sockets.filter((socket) => !socket.closed).length;
  }

  /** Opens this many connections and sends the text on each, without reading the responses. */
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

  /** Sends more text on every open connection. */
  send(text: string): void {
    for (const socket of this.sockets) if (socket.writable) socket.write(text);
  }

  /** Reads the responses, so that the close of a connection is noticed. */
  read(): void {
    for (const socket of this.sockets) socket.resume();
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

/** The headers of a request whose body does not follow. */
export function headOf(method: string, path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: 'test', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}
