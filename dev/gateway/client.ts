import type { Socket } from 'node:net';
import { answer } from './commands/answer.js';
import { Context, type Gateway } from './commands/context.js';
import { readCommand } from './wire/command.js';
import { FrameReader } from './wire/frame-reader.js';
import { replyHead } from './wire/reply.js';

/** Messages that may wait for their turn on one connection; drivers send one and await its answer. */
const MAX_WAITING = 64;

async function answerFrame(context: Context, socket: Socket, frame: Buffer): Promise<void> {
  const command = readCommand(frame);
  const document = await answer(context, command);
  if (!command.wantsReply || socket.destroyed) return;
  socket.cork();
  socket.write(replyHead(command, document));
  socket.write(document);
  socket.uncork();
}

/** Serves one client connection: its messages one after another, in their order, until it closes. */
export function serveClient(gateway: Gateway, socket: Socket, connectionId: number): void {
  const context = new Context(gateway, connectionId);
  const frames = new FrameReader();
  const waiting: Buffer[] = [];
  let busy = false;

  const work = async (): Promise<void> => {
    busy = true;
    for (let frame = waiting.shift(); frame && !socket.destroyed; frame = waiting.shift()) {
      await answerFrame(context, socket, frame);
      if (waiting.length < MAX_WAITING) socket.resume();
    }
    busy = false;
  };

  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    try {
      waiting.push(...frames.push(chunk));
    } catch {
      socket.destroy();
      return;
    }
    if (waiting.length >= MAX_WAITING) socket.pause();
    if (busy) return;
    // Whatever breaks here, a lost database or a message that is none, ends in a closed connection.
    work().catch(() => {
      socket.destroy();
    });
  });
  socket.on('error', () => {
    socket.destroy();
  });
  socket.on('close', () => {
    waiting.length = 0;
    context.close();
  });
}
