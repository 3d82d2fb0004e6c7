import type { Socket } from 'node:net';
import { KeyedLimiter } from '../../shared/platform/keyed-limiter.js';
import { clientKey } from '../../shared/platform/values/client-key.js';

const HOLD_MS = 25_000;
const MAX_HELD = 2000;
const MAX_OF_ADDRESS = 10;

/**
 * Holds connections of devices that are in no inventory before they are closed: such a device would connect again at
 * once, for ever.
 */
export class WaitingRoom {
  private readonly held = new Set<Socket>();
  private readonly places = new KeyedLimiter<string>({
    maxRunning: MAX_HELD,
    maxRunningPerKey: MAX_OF_ADDRESS,
  });

  /** Closes the connection after a while; at once when too many are held. */
  hold(socket: Socket, address: string): void {
    const release = this.places.tryAcquire(clientKey(address));
    if (!release) {
      socket.destroy();
      return;
    }
    this.held.add(socket);
    const timer = setTimeout(() => socket.destroy(), HOLD_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      this.held.delete(socket);
      release();
    });
  }

  close(): void {
    for (const socket of this.held) socket.destroy();
  }
}
