import type { RouterSettings, WirelessEntry } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import { inSameSubnet, ipv4Number, isSubnetMask } from '../../../platform/values/ipv4.js';
import { lacking } from '../../../ucentral/domain/config/left-out.js';
import type { UciSection, UciValue } from './uci-file.js';

const DEFAULT_LEASE_S = 43_200;
const DNS_SERVERS = '6';

/** The interface of an SSID in router mode. */
export function routerNetwork(id: number): string {
  return `airfleet_${id}`;
}

/** What in the addresses of a router does not fit: its SSID is then not on the air. */
export function routerFault(
  { id, extras }: Pick<WirelessEntry, 'id' | 'extras'>,
  router: RouterSettings,
  others: readonly RouterSettings[],
): DeviceLeftOut | null {
  const { address, netmask } = router;
  if (router.dhcp === 'relay' && extras.dhcp_relay_address === null) return lacking(id, 'relay');
  if (!isSubnetMask(netmask)) return lacking(id, 'invalid', 'router.netmask', 'not an IPv4 netmask');
  if (ipv4Number(address) === null) return lacking(id, 'invalid', 'router.address', 'not an IPv4 address');
  const overlaps = others.some(
    (other) =>
      inSameSubnet(address, other.address, netmask) || inSameSubnet(address, other.address, other.netmask),
  );
  if (overlaps) return lacking(id, 'invalid', 'router.address', 'another SSID has the subnet');
  const isInside = (one: string): boolean => inSameSubnet(one, address, netmask);
  if (!router.ranges.every(({ start, end }) => isInside(start) && isInside(end)))
    return lacking(id, 'invalid', 'router.ranges', 'not an address of the subnet');
  if (!router.hosts.every((host) => isInside(host.address)))
    return lacking(id, 'invalid', 'router.hosts', 'not an address of the subnet');
  return null;
}

/**
 * An SSID in router mode has an interface, a zone of the firewall, and pools of dnsmasq of its own.
 * @param uplinkZones the zones of the firewall that lead outside
 */
export function routerSections(
  { id, extras }: Pick<WirelessEntry, 'id' | 'extras'>,
  router: RouterSettings,
  uplinkZones: readonly string[],
): { readonly sections: readonly UciSection[]; readonly leftOut: readonly DeviceLeftOut[] } {
  const relay = router.dhcp === 'relay' ? extras.dhcp_relay_address : null;
  const lacksDns = router.dns.some((server) => ipv4Number(server) === null);
  return {
    sections: [
      ...networkOf(id, router),
      ...zoneOf(id),
      ...uplinkZones.flatMap((zone) => wayOut(id, zone, router, relay)),
      ...(relay === null ? [] : [relayTo(id, router, relay)]),
      ...(router.dhcp === 'server' ? [...poolsOf(id, router), ...hostsOf(id, router)] : []),
    ],
    leftOut: lacksDns ? [lacking(id, 'dns', 'router.dns', 'DHCP gives clients servers with IPv4 only')] : [],
  };
}

function networkOf(id: number, { address, netmask }: RouterSettings): UciSection[] {
  const bridge = `br-afr${id}`;
  return [
    {
      file: 'network',
      type: 'device',
      name: `airfleet_${id}_bridge`,
      options: { type: 'bridge', name: bridge, bridge_empty: 1 },
    },
    {
      file: 'network',
      type: 'interface',
      name: routerNetwork(id),
      options: { device: bridge, proto: 'static', ipaddr: address, netmask },
    },
  ];
}

/** Clients reach DHCP, DNS and pings here, and beyond the uplinks. */
function zoneOf(id: number): UciSection[] {
  const allow = (what: string, proto: string, port: number | null): UciSection =>
    firewall('rule', `airfleet_${id}_${what}`, {
      name: `airfleet-${id}-${what}`,
      family: 'ipv4',
      src: `af${id}`,
      proto,
      dest_port: port,
      target: 'ACCEPT',
    });
  return [
    firewall('zone', `airfleet_${id}`, {
      name: `af${id}`,
      network: [routerNetwork(id)],
      input: 'REJECT',
      output: 'ACCEPT',
      forward: 'REJECT',
    }),
    allow('dns', 'tcp udp', 53),
    allow('dhcp', 'udp', 67),
    allow('ping', 'icmp', null),
  ];
}

/** What begins beyond an uplink reaches clients without NAT only. */
function wayOut(id: number, zone: string, router: RouterSettings, relay: string | null): UciSection[] {
  const { address, netmask, nat } = router;
  return [
    firewall('forwarding', `airfleet_${id}_to_${zone}`, { src: `af${id}`, dest: zone }),
    ...(nat ? [] : [firewall('forwarding', `airfleet_${id}_from_${zone}`, { src: zone, dest: `af${id}` })]),
    firewall('nat', `airfleet_${id}_nat_${zone}`, {
      name: `airfleet-${id}-nat`,
      family: 'ipv4',
      src: zone,
      src_ip: `${textOf(subnetOf(address, netmask))}/${prefixOf(netmask)}`,
      proto: 'all',
      target: nat ? 'MASQUERADE' : 'ACCEPT',
    }),
    ...(relay === null
      ? []
      : [
          firewall('rule', `airfleet_${id}_relay_${zone}`, {
            name: `airfleet-${id}-relay`,
            family: 'ipv4',
            src: zone,
            src_ip: relay,
            proto: 'udp',
            dest_port: 67,
            target: 'ACCEPT',
          }),
        ]),
  ];
}

function relayTo(id: number, { address }: RouterSettings, relay: string): UciSection {
  return dhcp('relay', `airfleet_${id}_relay`, { local_addr: address, server_addr: relay });
}

/** Pools begin at a distance from the address of the subnet. */
function poolsOf(id: number, router: RouterSettings): UciSection[] {
  const { address, netmask, ranges, lease_s: leaseS } = router;
  const subnet = subnetOf(address, netmask);
  const servers = router.dns.filter((server) => ipv4Number(server) !== null);
  const pool = (index: number, start: number, limit: number): Record<string, UciValue> => ({
    interface: routerNetwork(id),
    start,
    limit,
    leasetime: leaseS ?? DEFAULT_LEASE_S,
    // No search for another server, which takes seconds.
    force: 1,
    dhcp_option: index === 0 && servers.length > 0 ? [[DNS_SERVERS, ...servers].join(',')] : null,
  });
  if (ranges.length === 0) return [dhcp('dhcp', `airfleet_${id}_1`, { ...pool(0, 1, 1), dynamicdhcp: 0 })];
  return ranges.map(({ start, end }, index) => {
    const [first, last] = [ipv4Number(start) ?? 0, ipv4Number(end) ?? 0];
    return dhcp('dhcp', `airfleet_${id}_${index + 1}`, pool(index, first - subnet, last - first + 1));
  });
}

function hostsOf(id: number, { hosts }: RouterSettings): UciSection[] {
  return hosts.map(({ mac, address }, index) =>
    dhcp('host', `airfleet_${id}_host${index + 1}`, { mac, ip: address }),
  );
}

function firewall(type: string, name: string, options: UciSection['options']): UciSection {
  return { file: 'firewall', type, name, options };
}

function dhcp(type: string, name: string, options: UciSection['options']): UciSection {
  return { file: 'dhcp', type, name, options };
}

function subnetOf(address: string, netmask: string): number {
  const host = ipv4Number(address) ?? 0;
  return host - (host % (2 ** 32 - (ipv4Number(netmask) ?? 0)));
}

function prefixOf(netmask: string): number {
  return 32 - Math.log2(2 ** 32 - (ipv4Number(netmask) ?? 0));
}

function textOf(bits: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}
