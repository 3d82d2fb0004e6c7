import type { UciSection } from './uci-file.js';

/** The bridge of the network `lan`, as OpenWrt names it. */
const LAN_BRIDGE = 'br-lan';

/** The interface of SSIDs in a VLAN. */
export function vlanNetwork(vlan: number): string {
  return `airfleet_v${vlan}`;
}

/**
 * The networks of VLANs: each is a bridge over the tagged VLAN of the device's bridge.
 * @param vlans whether the device gets an address of its own there, by the id of the VLAN
 */
export function vlanSections(vlans: ReadonlyMap<number, boolean>): UciSection[] {
  return [...vlans]
    .sort(([one], [other]) => one - other)
    .flatMap(([vlan, hasAddress]): UciSection[] => [
      {
        file: 'network',
        type: 'device',
        name: `airfleet_d${vlan}`,
        options: { type: 'bridge', name: `br-af${vlan}`, ports: [`${LAN_BRIDGE}.${vlan}`] },
      },
      {
        file: 'network',
        type: 'interface',
        name: vlanNetwork(vlan),
        options: {
          device: `br-af${vlan}`,
          // The way out stays that of the device.
          ...(hasAddress ? { proto: 'dhcp', defaultroute: 0, peerdns: 0 } : { proto: 'none' }),
        },
      },
    ]);
}
