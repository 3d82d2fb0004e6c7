import type { RouterSettings, WirelessEntry } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import type { PartRadio } from '../../../inventory/domain/part-radio.js';
import { lacking } from '../../../ucentral/domain/config/left-out.js';
import { vlanNetwork, vlanSections } from './networks.js';
import { pairOf } from './radios.js';
import { routerFault, routerNetwork, routerSections } from './router.js';
import { maySend, roamingOptions, securityFault, securityOptions } from './security.js';
import type { UciSection } from './uci-file.js';

export interface SsidSections {
  readonly sections: readonly UciSection[];
  readonly leftOut: readonly DeviceLeftOut[];
}

const MAX_NAME_BYTES = 32;
const MAX_CLIENTS = 2007;
/** OpenWrt's own network for clients. */
const LAN = 'lan';

/**
 * The SSIDs of a document, with the networks that they need: a section for each radio of its bands.
 * @param usable the radios on which SSIDs can be; null: the hardware part does not name any
 * @param uplinkZones the zones of the firewall that lead outside
 */
export function ssidSections(
  wireless: readonly WirelessEntry[],
  usable: readonly PartRadio[] | null,
  uplinkZones: readonly string[],
): SsidSections {
  const sections: UciSection[] = [];
  const leftOut: DeviceLeftOut[] = [];
  const vlans = new Map<number, boolean>();
  const routers: RouterSettings[] = [];
  for (const entry of wireless) {
    const { id, router, vlan } = entry;
    const radios = (usable ?? []).filter(({ band }) => maySend(entry, band));
    const fault = usable === null ? lacking(id, 'radio') : faultOf(entry, radios, routers);
    if (fault) {
      leftOut.push(fault);
      continue;
    }
    const network = router ? routerNetwork(id) : vlan ? vlanNetwork(vlan.id) : LAN;
    sections.push(...radios.map((radio) => sectionOf(entry, radio, network)));
    if (router) {
      routers.push(router);
      const made = routerSections(entry, router, uplinkZones);
      sections.push(...made.sections);
      leftOut.push(...made.leftOut);
    } else if (vlan) vlans.set(vlan.id, vlan.dhcp || (vlans.get(vlan.id) ?? false));
    leftOut.push(...partsLeftOut(entry));
  }
  return { sections: [...vlanSections(vlans), ...sections], leftOut };
}

/** Why the SSID cannot be on the air. */
function faultOf(
  entry: WirelessEntry,
  radios: readonly PartRadio[],
  routers: readonly RouterSettings[],
): DeviceLeftOut | null {
  const { id, ssid, portal, vlan, router, max_clients: clients, extras } = entry;
  const bytes = Buffer.byteLength(ssid);
  if (portal !== null) return lacking(id, 'portal');
  if (router && vlan) return lacking(id, 'vlan');
  if (extras.dynamic_vlan) return lacking(id, 'dynamic_vlan');
  if (bytes === 0 || bytes > MAX_NAME_BYTES)
    return lacking(id, 'invalid', 'ssid', 'a name has 1 to 32 bytes');
  if (clients !== null && (clients < 1 || clients > MAX_CLIENTS))
    return lacking(id, 'invalid', 'max_clients', '1 to 2007 clients are possible');
  const fault = securityFault(entry) ?? (router && routerFault(entry, router, routers));
  if (fault) return fault;
  return radios.length === 0 ? lacking(id, 'band') : null;
}

function sectionOf(entry: WirelessEntry, radio: PartRadio, network: string): UciSection {
  const { mac_filter: filter, extras } = entry;
  const isFiltered = filter.policy !== 'off';
  return {
    file: 'wireless',
    type: 'wifi-iface',
    name: `airfleet_${entry.id}_${radio.name}`,
    options: {
      device: radio.name,
      mode: 'ap',
      network,
      ssid: entry.ssid,
      ...securityOptions(entry),
      hidden: flag(entry.hidden),
      isolate: flag(entry.isolate),
      wds: flag(entry.wds),
      maxassoc: entry.max_clients,
      max_inactivity: entry.idle_timeout_s,
      macfilter: isFiltered ? filter.policy : null,
      maclist: isFiltered ? filter.macs : null,
      dtim_period: extras.dtim_period,
      ieee80211k: flag(extras.neighbor_reports),
      bss_transition: flag(extras.bss_transition),
      ...roamingOptions(entry),
      ...Object.fromEntries(extras.options.uci.map(pairOf)),
    },
  };
}

/** Null: an option that is not set is off. */
function flag(isOn: boolean): 1 | null {
  return isOn ? 1 : null;
}

/** What an SSID is on the air without. */
function partsLeftOut(entry: WirelessEntry): DeviceLeftOut[] {
  const { id, client_kbps: clientKbps, ssid_kbps: ssidKbps, uplink_priority: priority } = entry;
  return [
    ...(clientKbps === null ? [] : [lacking(id, 'client_kbps')]),
    ...(ssidKbps === null ? [] : [lacking(id, 'ssid_kbps')]),
    ...(priority === null ? [] : [lacking(id, 'uplink_priority')]),
  ];
}
