import type { WirelessEntry } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import type { Band } from '../../../configuration/records/domain/radio-channels.js';
import { lacking } from './left-out.js';
import { canHavePortal, captiveOf } from './portal.js';
import { routerOf } from './router.js';
import { ssidOf } from './ssid.js';
import type { CaptiveConfig, InterfaceConfig, SsidConfig } from './ucentral-config.js';

/** The highest VLAN that devices take; they use those above themselves. */
const MAX_VLAN = 4050;
const UPLINK_PORTS = ['WAN*'];
/** The ports of an access point are part of its uplink. */
const ALL_PORTS = [...UPLINK_PORTS, 'LAN*'];

export interface MappedInterfaces {
  readonly interfaces: readonly InterfaceConfig[];
  readonly captive: CaptiveConfig | null;
  /** The ids of the SSIDs of each interface, in their order. */
  readonly ssidIds: readonly (readonly number[])[];
  readonly leftOut: readonly DeviceLeftOut[];
}

interface Bridged {
  readonly ssids: SsidConfig[];
  readonly ids: number[];
  /** Whether the network gets an address of its own. */
  hasDhcp: boolean;
  /** Whether a RADIUS server chooses the VLANs of clients. */
  isDynamic: boolean;
}

/**
 * The uplink, which never depends on the document; for each VLAN the same ports with its tag; and a network behind the uplink
 * for each SSID in router mode.
 */
export function interfacesOf(
  wireless: readonly WirelessEntry[],
  available: ReadonlySet<Band>,
): MappedInterfaces {
  const leftOut: DeviceLeftOut[] = [];
  const bridged = new Map<number, Bridged>([[0, noSsids()]]);
  const routers: { readonly network: InterfaceConfig; readonly id: number }[] = [];
  let captive: CaptiveConfig | null = null;
  for (const entry of wireless) {
    const { id, portal, router } = entry;
    const mapped = ssidOf(entry, available);
    if (!mapped.ssid || !canHavePortal(entry, captive !== null)) {
      leftOut.push(...(mapped.ssid ? [lacking(id, 'portal')] : mapped.leftOut));
      continue;
    }
    if (router) {
      const ssid = portal ? { ...mapped.ssid, services: ['captive'] as const } : mapped.ssid;
      const made = routerOf(entry, router, ssid);
      if ('fault' in made) {
        leftOut.push(made.fault);
        continue;
      }
      routers.push({ network: made.network, id });
      leftOut.push(...mapped.leftOut, ...made.leftOut);
      if (portal) {
        const page = captiveOf(id, portal);
        ({ captive } = page);
        leftOut.push(...page.leftOut);
      }
      continue;
    }
    const vlanId = entry.vlan?.id ?? 0;
    if (vlanId > MAX_VLAN) {
      leftOut.push(lacking(id, 'vlan', 'vlan.id', `VLANs up to ${MAX_VLAN} are possible`));
      continue;
    }
    const network = bridged.get(vlanId) ?? noSsids();
    bridged.set(vlanId, network);
    network.ssids.push(mapped.ssid);
    network.ids.push(id);
    network.hasDhcp ||= entry.vlan?.dhcp ?? false;
    network.isDynamic ||= entry.extras.dynamic_vlan;
    leftOut.push(...mapped.leftOut);
  }
  const upstream = [...bridged].sort(([one], [other]) => one - other);
  return {
    interfaces: [...upstream.map(upstreamOf), ...routers.map(({ network }) => network)],
    captive,
    ssidIds: [...upstream.map(([, { ids }]) => ids), ...routers.map(({ id }) => [id])],
    leftOut,
  };
}

function noSsids(): Bridged {
  return { ssids: [], ids: [], hasDhcp: false, isDynamic: false };
}

/** @param vlanId 0: without a tag, where the device has its address and reaches the gateway */
function upstreamOf([vlanId, { ssids, hasDhcp, isDynamic }]: readonly [number, Bridged]): InterfaceConfig {
  const more = {
    ...(isDynamic ? { 'vlan-awareness': { first: 2, last: MAX_VLAN } } : {}),
    ...(ssids.length > 0 ? { ssids } : {}),
  };
  if (vlanId === 0)
    return {
      name: 'WAN',
      role: 'upstream',
      services: ['lldp'],
      ethernet: [{ 'select-ports': ALL_PORTS }],
      ipv4: { addressing: 'dynamic' },
      ...more,
    };
  return {
    name: `VLAN ${vlanId}`,
    role: 'upstream',
    vlan: { id: vlanId },
    ethernet: [{ 'select-ports': UPLINK_PORTS, 'vlan-tag': 'tagged' }],
    ipv4: { addressing: hasDhcp ? 'dynamic' : 'none' },
    ...more,
  };
}
