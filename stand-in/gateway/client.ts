import type { Socket } from 'node:net';
import { answer } from './commands/answer.js';
import { Context, type Gateway } from './commands/context.js';
import { FrameReader } from './frame-reader.js';
import { readCommand } from './wire/command.js';
import { HEADER_LENGTH, sizeOfMessage } from './wire/opcodes.js';
import { replyHead, withOperationTime } from './wire/reply.js';

/** Messages that may queue on one connection. Drivers send one and wait for its answer. */
const MAX_WAITING = 64;

/** One client connection. Answers its messages in order, one at a time. */
export class Client {
  readonly #context: Context;
  readonly #frames = new FrameReader(HEADER_LENGTH, sizeOfMessage);
  #waiting: Buffer[] = [];
  #busy = false;
  #leaving = false;

  constructor(
    gateway: Gateway,
    private readonly socket: Socket,
    connectionId: number,
  ) {
    this.#context = new Context(gateway, connectionId);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      this.#take(chunk);
    });
    socket.on('error', () => {
      socket.destroy();
    });
    socket.on('close', () => {
      this.#waiting = [];
      this.#context.close();
    });
  }

  /** Closes the connection after the answer to the current message. */
  drain(): void {
    this.#leaving = true;
    if (!this.#busy) this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    try {
      this.#waiting.push(...this.#frames.push(chunk));
    } catch {
      this.socket.destroy();
      return;
    }
    if (this.#waiting.length >= MAX_WAITING) this.socket.pause();
    if (this.#busy) return;
    // A message that cannot be answered, such as an invalid one, closes the connection.
    this.#work().catch(() => {
      this.socket.destroy();
    });
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let frame = this.#waiting.shift(); frame; frame = this.#waiting.shift()) {
      await this.#answer(frame);
      if (this.#leaving) {
        this.socket.end();
        return;
      }
      if (this.#waiting.length < MAX_WAITING) this.socket.resume();
    }
    this.#busy = false;
  }

  async #answer(frame: Buffer): Promise<void> {
    const command = readCommand(frame);
    const document = await answer(this.#context, command);
    if (!command.wantsReply || this.socket.destroyed) return;
    const [body, time] = withOperationTime(document);
    this.socket.cork();
    this.socket.write(replyHead(command, body.length + time.length));
    this.socket.write(body);
    this.socket.write(time);
    this.socket.uncork();
  }
}
