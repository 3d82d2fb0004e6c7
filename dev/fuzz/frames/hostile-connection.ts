import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import type { HostileMessage } from './broken-frames.js';

const TRIES = 20;
const RETRY_MS = 250;
/** No promise of the service: the machine may be busy. */
const ANSWER_MS = 120_000;
const FRAGMENTS = 4;

/** A connection of a device that sends anything. */
export class HostileConnection {
  /** The code with which it was closed; null while it is open. */
  closedWith: number | null = null;

  private constructor(
    private readonly socket: WebSocket,
    private readonly tls: TLSSocket,
  ) {
    socket.on('close', (code) => {
      this.closedWith = code;
    });
    socket.on('error', () => undefined);
  }

  /** @throws the last error of a connection that does not open; the gateway resets those beyond its limits */
  static async open(url: string, identity: SecureContext): Promise<HostileConnection> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await HostileConnection.tryOpen(url, identity);
      } catch (error) {
        if (attempt === TRIES) throw error;
        await wait(RETRY_MS);
      }
    }
  }

  private static async tryOpen(url: string, identity: SecureContext): Promise<HostileConnection> {
    const { hostname: host, port } = new URL(url);
    const tls = connect({ host, port: Number(port), secureContext: identity });
    const socket = new WebSocket(url, 'ucentral-broker', { createConnection: () => tls });
    const connection = new HostileConnection(socket, tls);
    await once(socket, 'open');
    return connection;
  }

  async send({ as, data }: HostileMessage): Promise<void> {
    if (this.closedWith !== null) return;
    switch (as) {
      case 'raw':
        this.tls.write(data);
        return;
      case 'ping':
      case 'pong':
        this.socket[as](data);
        return;
      case 'fragments':
        for (const [index, part] of partsOf(data.toString()).entries())
          await this.write(part, { binary: false, fin: index === FRAGMENTS - 1 });
        return;
      default:
        await this.write(data, { binary: as === 'binary' });
    }
  }

  /** Waits until the gateway answers a ping. @returns whether it does; otherwise the connection has ended */
  async isAnswered(): Promise<boolean> {
    if (this.closedWith !== null) return false;
    const sent = randomUUID();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error('The gateway does not answer'));
      }, ANSWER_MS);
      const end = (isAnswered: boolean): void => {
        clearTimeout(timer);
        resolve(isAnswered);
      };
      this.socket.on('pong', (answer) => {
        if (answer.toString() === sent) end(true);
      });
      this.socket.once('close', () => {
        end(false);
      });
      this.socket.ping(sent);
    });
  }

  /** Waits until the gateway has closed the connection. @returns the code */
  async ended(): Promise<number> {
    if (this.closedWith === null)
      await once(this.socket, 'close', { signal: AbortSignal.timeout(ANSWER_MS) });
    return this.closedWith ?? 0;
  }

  cut(): void {
    this.socket.terminate();
  }

  private write(data: string | Buffer, options: { binary: boolean; fin?: boolean }): Promise<void> {
    return new Promise((resolve) => {
      this.socket.send(data, options, () => {
        resolve();
      });
    });
  }
}

function partsOf(text: string): string[] {
  const length = Math.ceil(text.length / FRAGMENTS);
  return Array.from({ length: FRAGMENTS }, (_, index) => text.slice(index * length, (index + 1) * length));
}
