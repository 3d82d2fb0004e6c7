import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import tls from 'node:tls';

/** Node announces client sockets here before they connect, except those that tls.connect makes. */
const CHANNEL = 'net.client.socket';

const connectSecurely = tls.connect;

/**
 * Wakes callers that wait for a closed socket to drain. The driver (mongodb 7.8 and 7.9) begins a command with such a
 * wait when its connection closes at that moment, and has no timeout for it: socketTimeoutMS counts only while the
 * socket is open, and timeoutMS has no effect in these versions. Once awake, the driver sees the closed connection
 * and fails the command. Applies to the whole process; repeated calls change nothing.
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
  // After every other listener has handled the close.
  socket.once('close', () => setImmediate(() => socket.emit('drain')));
}
