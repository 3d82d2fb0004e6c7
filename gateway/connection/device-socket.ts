import type { WebSocket } from 'ws';
import type { Command } from '../../shared/ucentral/domain/session-events.js';
import { compactMac } from '../../shared/platform/values/mac.js';

/** No command is sent while this much waits for the device, and above the second the connection ends. */
const MAX_BUFFERED = 256 * 1024;
const MAX_WAITING = 1024 * 1024;

/** Sends to a device, which may read slowly, or nothing. */
export class DeviceSocket {
  constructor(
    private readonly socket: WebSocket,
    private readonly macId: string,
    private readonly onOverflow: () => void,
  ) {
    socket.on('ping', (data) => {
      if (this.hasRoom()) this.socket.pong(data);
    });
  }

  ping(): void {
    this.socket.ping();
  }

  /** Sends a command, unless too much waits for the device. @returns once the system has it, or the connection has ended */
  send({ id, method, params }: Command): Promise<void> {
    if (!this.hasRoom() || this.socket.bufferedAmount > MAX_BUFFERED) return Promise.resolve();
    const message = { jsonrpc: '2.0', id, method, params: { serial: compactMac(this.macId), ...params } };
    return new Promise((resolve) => {
      this.socket.send(JSON.stringify(message), () => {
        resolve();
      });
    });
  }

  private hasRoom(): boolean {
    if (this.socket.bufferedAmount <= MAX_WAITING) return true;
    this.onOverflow();
    return false;
  }
}
