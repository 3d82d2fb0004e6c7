import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Node names every client socket here before it connects (not those of TLS). */
const CHANNEL = 'net.client.socket';

/**
 * Lets those go on who wait for a socket to drain that has closed. The driver (mongodb 7.8) waits for that without an
 * end when it begins a command on a connection that is closing at that moment, as the connections of a MongoDB that
 * stops do, and no time-out of its own ends it. Woken, it finds the connection closed and fails the command. Once a
 * process; further calls change nothing.
 */
export function letGoOfClosedSockets(): void {
  unsubscribe(CHANNEL, watch);
  subscribe(CHANNEL, watch);
}

function watch(message: unknown): void {
  const { socket } = message as { socket: Socket };
  // After all others have heard of the close.
  socket.once('close', () => setImmediate(() => socket.emit('drain')));
}
