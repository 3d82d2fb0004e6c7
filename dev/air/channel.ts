import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const BETWEEN_MS = 25;

/** The end of a command in the guest. */
export interface CommandResult {
  readonly code: number;
  /** What it printed on standard output and standard error. */
  readonly output: string;
}

interface Waiting {
  readonly resolve: (result: CommandResult) => void;
  readonly reject: (error: Error) => void;
}

/** The commands that run in a guest. They end with the guest at the latest. */
export class Channel {
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #closed: Error | undefined;
  /** The answer that the guest sends unasked when it can run commands: for how many seconds it has run. */
  readonly ready = this.#answer();

  private constructor(private readonly socket: Socket) {
    this.ready.catch(() => undefined);
    createInterface({ input: socket }).on('line', (line) => {
      const [id, code, output = ''] = line.split(' ');
      const waiting = this.#waiting.get(Number(id));
      this.#waiting.delete(Number(id));
      waiting?.resolve({ code: Number(code), output: Buffer.from(output, 'base64').toString('utf8') });
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#closed = new Error('the guest has ended');
      for (const waiting of this.#waiting.values()) waiting.reject(this.#closed);
      this.#waiting.clear();
    });
  }

  /** Connects to the guest as soon as its machine listens. Throws when `isEnded` says that it never will. */
  static async open(path: string, isEnded: () => boolean): Promise<Channel> {
    for (;;) {
      const socket = await tryConnect(path);
      if (socket !== undefined) return new Channel(socket);
      if (isEnded()) throw new Error('the guest has ended');
      await wait(BETWEEN_MS);
    }
  }

  /** Runs a command of the guest's shell. Commands run beside each other. */
  run(command: string): Promise<CommandResult> {
    if (this.#closed) return Promise.reject(this.#closed);
    this.socket.write(`${this.#next} ${Buffer.from(command).toString('base64')}\n`);
    return this.#answer();
  }

  close(): void {
    this.socket.destroy();
  }

  /** The answer to the next request. */
  #answer(): Promise<CommandResult> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
  }
}

function tryConnect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      resolve(socket);
    });
    socket.once('error', () => {
      resolve(undefined);
    });
  });
}
