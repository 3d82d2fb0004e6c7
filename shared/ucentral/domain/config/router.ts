import type { RouterSettings, WirelessEntry } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import { inSameSubnet, ipv4Number, isSubnetMask } from '../../../platform/values/ipv4.js';
import { lacking } from './left-out.js';
import type { InterfaceConfig, Ipv4Config, SsidConfig } from './ucentral-config.js';

const DEFAULT_LEASE_S = 43_200;

export type MappedRouter =
  | { readonly network: InterfaceConfig; readonly leftOut: readonly DeviceLeftOut[] }
  | { readonly fault: DeviceLeftOut };

/** The network of an SSID in router mode, with addresses of its own behind the uplink. */
export function routerOf(
  { id, vlan }: Pick<WirelessEntry, 'id' | 'vlan'>,
  router: RouterSettings,
  ssid: SsidConfig,
): MappedRouter {
  const { address, netmask } = router;
  const base = networkOf(address, netmask);
  if (vlan !== null) return { fault: lacking(id, 'vlan') };
  if (router.dhcp === 'relay') return { fault: lacking(id, 'relay') };
  if (!router.nat) return { fault: lacking(id, 'nat') };
  if (base === null) return { fault: lacking(id, 'router', 'router.address', 'no address with a netmask') };
  const { dhcp, leftOut } = dhcpOf(id, router, base);
  const ipv4: Ipv4Config = { addressing: 'static', subnet: `${address}/${prefixOf(netmask)}`, ...dhcp };
  return { network: { name: `SSID ${id}`, role: 'downstream', ipv4, ssids: [ssid] }, leftOut };
}

/** The pool and the reservations. The device counts both from the address of the subnet. */
function dhcpOf(id: number, router: RouterSettings, base: number) {
  const leftOut: DeviceLeftOut[] = [];
  if (router.dhcp !== 'server') return { dhcp: {}, leftOut };
  const isInside = (address: string): boolean => inSameSubnet(address, router.address, router.netmask);
  const range = router.ranges.find(({ start, end }) => isInside(start) && isInside(end));
  const hosts = router.hosts.filter((host) => isInside(host.address));
  const servers = router.dns.filter((server) => ipv4Number(server) !== null);
  if (router.ranges.length > (range ? 1 : 0)) leftOut.push(lacking(id, 'dhcp_ranges'));
  if (hosts.length < router.hosts.length) leftOut.push(lacking(id, 'dhcp_hosts'));
  if (servers.length < router.dns.length) leftOut.push(lacking(id, 'dns'));
  const time = `${router.lease_s ?? DEFAULT_LEASE_S}s`;
  const first = range ? offsetOf(range.start, base) : 2;
  const last = range ? offsetOf(range.end, base) : lastOffset(router.netmask) - 1;
  const dhcp: Pick<Ipv4Config, 'dhcp' | 'dhcp-leases'> = {
    dhcp: {
      'lease-first': first,
      'lease-count': Math.max(1, last - first + 1),
      'lease-time': time,
      ...(servers.length > 0 ? { 'use-dns': servers } : {}),
    },
    ...(hosts.length > 0
      ? {
          'dhcp-leases': hosts.map((host) => ({
            macaddr: host.mac,
            'static-lease-offset': offsetOf(host.address, base),
            'lease-time': time,
          })),
        }
      : {}),
  };
  return { dhcp, leftOut };
}

/** The address of the subnet as a number; null without a valid address and netmask. */
function networkOf(address: string, netmask: string): number | null {
  const [host, mask] = [ipv4Number(address), ipv4Number(netmask)];
  if (host === null || mask === null || !isSubnetMask(netmask)) return null;
  return host - (host % (2 ** 32 - mask));
}

function prefixOf(netmask: string): number {
  return 32 - Math.log2(2 ** 32 - (ipv4Number(netmask) ?? 0));
}

function lastOffset(netmask: string): number {
  return 2 ** 32 - (ipv4Number(netmask) ?? 0) - 1;
}

function offsetOf(address: string, base: number): number {
  return (ipv4Number(address) ?? base) - base;
}
