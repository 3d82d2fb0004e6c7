import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import tls from 'node:tls';

/** Node publishes new client sockets on this channel, except those of tls.connect. */
const CHANNEL = 'net.client.socket';

const connectSecurely = tls.connect;

/**
 * Emits `drain` on closed sockets. The driver (mongodb 7.8 and 7.9) starts a command by waiting for `drain` if its
 * connection closes at that moment, without a timeout: socketTimeoutMS applies to open sockets only, and timeoutMS
 * has no effect in these versions. After the event the driver detects the closed connection and fails the command.
 * Applies to the whole process; idempotent.
 */
export function wakeWaitersOfClosedSockets(): void {
  unsubscribe(CHANNEL, onSocket);
  subscribe(CHANNEL, onSocket);
  tls.connect = ((...args: Parameters<typeof tls.connect>) => {
    const socket = connectSecurely(...args);
    wakeOnClose(socket);
    return socket;
  }) as typeof tls.connect;
}

function onSocket(message: unknown): void {
  wakeOnClose((message as { socket: Socket }).socket);
}

function wakeOnClose(socket: Socket): void {
  // After all other close listeners.
  socket.once('close', () => setImmediate(() => socket.emit('drain')));
}
