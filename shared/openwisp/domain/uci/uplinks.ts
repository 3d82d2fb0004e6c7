import type { UplinkEntry } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import type { PartRadio } from '../../../inventory/domain/part-radio.js';
import { ipv4Number } from '../../../platform/values/ipv4.js';
import { lacking } from '../../../ucentral/domain/config/left-out.js';
import type { UciSection } from './uci-file.js';

export interface UplinkSections {
  readonly sections: readonly UciSection[];
  /** The zones of the firewall that lead outside. */
  readonly zones: readonly string[];
  readonly leftOut: readonly DeviceLeftOut[];
}

/** The zones of OpenWrt's own firewall. */
const [LAN_ZONE, WAN_ZONE] = ['lan', 'wan'];
const WIFI_ZONE = 'afwan';
const NETWORK = 'airfleet_wifi';

/**
 * An uplink by wifi is a station on a radio, with an interface and a zone of the firewall of its own. Others stay as the
 * device has them, because their interfaces are not known.
 */
export function uplinkSections(
  uplinks: readonly UplinkEntry[],
  usable: readonly PartRadio[],
): UplinkSections {
  const leftOut: DeviceLeftOut[] = [];
  let station: UciSection[] = [];
  for (const uplink of uplinks) {
    const { type, settings } = uplink;
    if ((settings['protocol'] ?? '') === '') continue;
    const radio = usable.find(({ band }) => `wifi-${band}` === type);
    const why = station.length > 0 ? 'only one uplink by wifi is possible' : faultOf(uplink, radio);
    if (radio && why === null) station = stationOf(uplink, radio);
    else leftOut.push(lacking(0, 'uplinks', type, why ?? 'not possible'));
  }
  return { sections: station, zones: station.length > 0 ? [WAN_ZONE, WIFI_ZONE] : [WAN_ZONE], leftOut };
}

function faultOf({ type, settings }: UplinkEntry, radio: PartRadio | undefined): string | null {
  const { protocol, ssid = '', address, netmask } = settings;
  if (!type.startsWith('wifi-')) return 'the uplink stays as the device has it';
  if (!radio) return 'no radio of the band is on';
  if (ssid === '') return 'it has no SSID';
  if (protocol === 'dhcp') return null;
  if (protocol !== 'static') return 'the protocol is not possible';
  const isIpv4 = [address, netmask].every((one) => typeof one === 'string' && ipv4Number(one) !== null);
  return isIpv4 ? null : 'the address or the netmask is not one of IPv4';
}

function stationOf({ settings }: UplinkEntry, radio: PartRadio): UciSection[] {
  const text = (name: string): string | null => {
    const value = settings[name] ?? '';
    return value === '' ? null : String(value);
  };
  const key = text('key');
  const isStatic = settings['protocol'] === 'static';
  const servers = (text('dns') ?? '').split(/[,; ]+/).filter((server) => server !== '');
  return [
    {
      file: 'wireless',
      type: 'wifi-iface',
      name: `airfleet_uplink_${radio.name}`,
      options: {
        device: radio.name,
        mode: 'sta',
        network: NETWORK,
        ssid: text('ssid'),
        encryption: key === null ? 'none' : 'sae-mixed',
        key,
      },
    },
    {
      file: 'network',
      type: 'interface',
      name: NETWORK,
      options: {
        proto: text('protocol'),
        ...(isStatic ? { ipaddr: text('address'), netmask: text('netmask'), gateway: text('gateway') } : {}),
        metric: text('priority'),
        mtu: text('mtu'),
        peerdns: servers.length > 0 ? 0 : null,
        dns: servers,
      },
    },
    {
      file: 'firewall',
      type: 'zone',
      name: 'airfleet_wan',
      options: {
        name: WIFI_ZONE,
        network: [NETWORK],
        input: 'REJECT',
        output: 'ACCEPT',
        forward: 'REJECT',
        masq: 1,
        mtu_fix: 1,
      },
    },
    {
      file: 'firewall',
      type: 'forwarding',
      name: 'airfleet_wan_lan',
      options: { src: LAN_ZONE, dest: WIFI_ZONE },
    },
  ];
}
