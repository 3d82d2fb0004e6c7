import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A client has at least a /64 of IPv6, and often a /48: 65,536 of them. */
const NARROW_BITS = 64;
const WIDE_BITS = 48;
/** A /48 may use as much as this many /64. */
export const WIDE_FACTOR = 16;

/** The address in its one notation: an IPv4 address in IPv6 notation is the IPv4 address. */
export function canonicalAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.process(withoutZone(address));
  return parsed.toString();
}

/** What limits count an address by: an IPv4 address, or the /64 of an IPv6 address. */
export function clientKey(address: string): string {
  return networkOf(address, NARROW_BITS) ?? canonicalAddress(address);
}

/** The /48 of an IPv6 address; null for an IPv4 address. */
export function wideClientKey(address: string): string | null {
  return networkOf(address, WIDE_BITS);
}

function networkOf(address: string, bits: number): string | null {
  const canonical = canonicalAddress(address);
  if (isIP(canonical) !== 6) return null;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${canonical}/${bits}`).toString()}/${bits}`;
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}
