import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network in CIDR notation. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Parses a comma-separated list of networks in CIDR notation; null if one of them is none. */
export function parseNetworks(text: string): Network[] | null {
  try {
    return text.split(',').map((entry) => ipaddr.parseCIDR(entry.trim()));
  } catch {
    return null;
  }
}

/** Whether an address is in one of the networks. An IPv4 address in IPv6 notation counts as the IPv4 address. */
export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  const parsed = parse(address);
  return (
    parsed !== null &&
    networks.some((network) => parsed.kind() === network[0].kind() && parsed.match(network))
  );
}

/** What IANA has given to the public Internet; the rest of IPv6 is reserved or has a special use. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Special-purpose networks that ipaddr.js counts as unicast: benchmarks, IETF protocols, documentation. */
const SPECIAL = ['198.18.0.0/15', '2001::/23', '3fff::/20'].map((network) => ipaddr.parseCIDR(network));

/**
 * Whether an address is reachable on the public Internet. Addresses that embed an IPv4 address (NAT64, 6to4, Teredo)
 * are not: a gateway could lead them to a private one.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast' || isInNetworks(address, SPECIAL)) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

function parse(address: string): ReturnType<typeof ipaddr.process> | null {
  return isIP(address) === 0 ? null : ipaddr.process(address);
}
