import type { Socket } from 'node:net';
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
  private readonly ofAddress = new Map<string, number>();

  /** Closes the connection after a while; resets it at once when too many are held. */
  hold(socket: Socket, address: string): void {
    const key = clientKey(address);
    const others = this.ofAddress.get(key) ?? 0;
    if (this.held.size >= MAX_HELD || others >= MAX_OF_ADDRESS) {
      socket.resetAndDestroy();
      return;
    }
    this.held.add(socket);
    this.ofAddress.set(key, others + 1);
    const timer = setTimeout(() => socket.destroy(), HOLD_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      this.held.delete(socket);
      const left = (this.ofAddress.get(key) ?? 1) - 1;
      if (left === 0) this.ofAddress.delete(key);
      else this.ofAddress.set(key, left);
    });
  }

  close(): void {
    for (const socket of this.held) socket.destroy();
  }
}
