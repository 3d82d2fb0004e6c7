import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What a PROXY header says: the client's address, or null for the balancer itself (a health check). */
export interface ProxyHeader {
  readonly address: string | null;
  readonly bytes: number;
}

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const FIXED_BYTES = 16;
const MAX_BYTES = 536;
const PROXY = 0x21;
const LOCAL = 0x20;
const TCP4 = 0x11;
const TCP6 = 0x21;

/** Parses a header of version 2. `short`: more bytes are needed; `malformed`: it is none. */
export function parseProxyHeader(data: Buffer): ProxyHeader | 'short' | 'malformed' {
  const compared = Math.min(data.length, SIGNATURE.length);
  if (!data.subarray(0, compared).equals(SIGNATURE.subarray(0, compared))) return 'malformed';
  if (data.length < FIXED_BYTES) return 'short';
  const bytes = FIXED_BYTES + data.readUInt16BE(14);
  if (bytes > MAX_BYTES) return 'malformed';
  if (data.length < bytes) return 'short';
  const [command, family] = [data[12], data[13]];
  if (command === LOCAL) return { address: null, bytes };
  const addressBytes = family === TCP4 ? 4 : family === TCP6 ? 16 : 0;
  if (command !== PROXY || addressBytes === 0 || bytes < FIXED_BYTES + 2 * addressBytes + 4)
    return 'malformed';
  const address = [...data.subarray(FIXED_BYTES, FIXED_BYTES + addressBytes)];
  return { address: ipaddr.fromByteArray(address).toString(), bytes };
}

/** Reads the header of a connection and leaves what follows it. Null when the connection ends or sends anything else. */
export function readProxyHeader(socket: Socket, withinMs: number): Promise<ProxyHeader | null> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const end = (header: ProxyHeader | null): void => {
      clearTimeout(timer);
      socket.off('readable', read);
      socket.off('close', lost);
      socket.off('error', lost);
      resolve(header);
    };
    const lost = (): void => {
      end(null);
    };
    const read = (): void => {
      for (let chunk = socket.read() as Buffer | null; chunk; chunk = socket.read() as Buffer | null)
        received = Buffer.concat([received, chunk]);
      const header = parseProxyHeader(received);
      if (header === 'short') return;
      if (header === 'malformed') {
        end(null);
        return;
      }
      const rest = received.subarray(header.bytes);
      if (rest.length > 0) socket.unshift(rest);
      end(header);
    };
    const timer = setTimeout(lost, withinMs);
    socket.on('readable', read);
    socket.on('close', lost);
    socket.on('error', lost);
  });
}
