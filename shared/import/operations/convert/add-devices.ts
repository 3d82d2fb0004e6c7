import type { PeerDevice } from '../../domain/peers/peer-fleet.js';
import type { DeviceEntry } from '../../domain/plan-device.js';
import type { HardwarePartEntry } from '../../sections/hardware-parts.js';
import { assignIds, type Ids } from './assign-ids.js';
import type { Conversion, ConvertDeps } from './conversion.js';
import { findDevices, nameKey, type StoredDevice } from './find-stored.js';

const MAX_NOTES = 1000;

/**
 * Adds the devices, and the hardware parts that are not known. A stored device keeps its part and its other tags; one that
 * the export does not assign stays where it is.
 */
export async function addDevices(
  deps: ConvertDeps,
  conversion: Conversion,
  devices: readonly PeerDevice[],
  { networks, tags }: { readonly networks: Ids; readonly tags: Ids },
): Promise<void> {
  const { organisationId, firstId, fleet } = conversion;
  const found = await findDevices(deps, [...new Set(devices.map(({ mac }) => mac))]);
  const own = converted(conversion, devices, found);
  const stored = new Map(
    [...found].flatMap(([mac, { deviceId }]) => (deviceId === null ? [] : [[mac, deviceId] as const])),
  );
  const ids = await assignIds(
    deps,
    'devices',
    own.map(({ mac }) => mac),
    stored,
    firstId,
  );
  await addParts(
    deps,
    conversion,
    own.filter(({ mac }) => !found.has(mac)),
  );
  for (const device of own) {
    const before = found.get(device.mac);
    const network = device.network === null ? undefined : networks.get(device.network);
    if (device.network !== null && network === undefined)
      device.from.refuse('is in a network that the files do not have');
    const added = [...device.tags].map((tag) => tags.get(nameKey(tag)) ?? 0);
    const notes = device.notes.trim().slice(0, MAX_NOTES).trim();
    if (notes !== device.notes.trim())
      conversion.report.add(device.from, `has notes that are cut off after ${MAX_NOTES} characters`);
    const entry: DeviceEntry = {
      id: ids.get(device.mac) ?? 0,
      organisation_id: organisationId,
      mac_id: device.mac,
      ...(nameKey(device.name) === '' ? {} : { name: nameKey(device.name) }),
      ...(device.serial === '' ? {} : { router_serial_number: device.serial }),
      part_number: before?.partNumber ?? partOf(device),
      ...(network === undefined ? {} : { location_network_id: network }),
      ...(added.length === 0 ? {} : { tag_ids: [...new Set([...(before?.tagIds ?? []), ...added])] }),
      ...(notes === '' ? {} : { notes }),
    };
    fleet.add('devices', entry, device.from);
  }
}

/** Each device once, without those of other organisations. */
function converted(
  { organisationId, report }: Conversion,
  devices: readonly PeerDevice[],
  found: ReadonlyMap<string, StoredDevice>,
): PeerDevice[] {
  const seen = new Set<string>();
  return devices.filter(({ mac, from }) => {
    const owner = found.get(mac)?.organisationId ?? organisationId;
    if (owner !== organisationId) report.add(from, 'is left out: its MAC belongs to another organisation');
    else if (seen.has(mac)) report.add(from, 'is left out: its MAC is in the files before');
    else return Boolean(seen.add(mac));
    return false;
  });
}

function partOf({ model }: PeerDevice): string {
  return nameKey(model);
}

async function addParts(
  { stores }: ConvertDeps,
  { fleet }: Conversion,
  devices: readonly PeerDevice[],
): Promise<void> {
  const parts = new Map(devices.map((device) => [partOf(device), device]));
  const known = await stores.fleetLookup.find('hardwareParts', [...parts.keys()], []);
  for (const [part_number, { isSwitch, from }] of parts) {
    if (known.has(part_number)) continue;
    const entry: HardwarePartEntry = {
      part_number,
      name: part_number,
      wifi_uplink: false,
      usb: false,
      is_switch: isSwitch,
    };
    fleet.add('hardware_parts', entry, from);
  }
}
