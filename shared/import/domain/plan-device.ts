import { isDeepStrictEqual } from 'node:util';
import { timeSortKey } from '../../inventory/domain/device-search.js';
import { reportedPort, type PortInput } from '../../inventory/domain/reported-port.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { TagReference } from '../../inventory/models/device.js';
import type { MasterDeviceRecord } from '../../inventory/models/master-device.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import { storedRadio, type RadioEntry } from './radio-entry.js';
import type { PlannedDevice, StoredDevice } from '../stores/device-batch-store.js';

export interface DeviceEntry extends RadioEntry {
  id: number;
  organisation_id: number;
  mac_id: string;
  name?: string;
  router_serial_number?: string;
  part_number: string;
  firmware_version?: string;
  location_network_id?: number | null;
  tag_ids?: number[];
  external_guid?: string | null;
  notes?: string;
  activated_on?: Date | null;
  network_since?: Date | null;
  tags_since?: Date | null;
  last_heartbeat?: {
    at: Date;
    public_ip: string;
    firmware_version?: string;
    ports?: PortInput[] | null;
  } | null;
}

/** What devices refer to. */
interface Known {
  readonly parts: { get(partNumber: string): { name: string; isSwitch: boolean } | undefined };
  readonly networks: { get(id: number): { networkName: string } | undefined };
  readonly tags: { get(id: number): { name: string } | undefined };
}

/** The id or MAC of a device was taken after the check of the fleet. */
class TakenMeanwhile extends Error {
  override readonly name = 'TakenMeanwhile';
}

/**
 * What to store of a device: the entry over what is stored. Fields that the entry leaves out stay, reports of the
 * device that are newer than the entry's last heartbeat win, and networkSince and tagsSince change only with the
 * network and the tags.
 * @param known has the device's part, network and tags loaded
 * @throws TakenMeanwhile
 */
export function planDevice(entry: DeviceEntry, stored: StoredDevice, known: Known, at: Date): PlannedDevice {
  requireFree(entry, stored);
  const device = planListing(entry, stored, known, at);
  return { device, state: planState(entry, stored.state), master: planMaster(device, stored.master) };
}

function requireFree(
  { id, mac_id: macId, organisation_id: organisationId }: DeviceEntry,
  stored: StoredDevice,
) {
  const { device, master } = stored;
  const isOthers = device && (device.organisationId !== organisationId || device.macId !== macId);
  const isClaimed = master && master.organisationId !== null && master.deviceId !== id;
  if (isOthers || isClaimed) {
    throw new TakenMeanwhile(`Device ${id} (${macId}) was taken during the import`);
  }
}

function planListing(
  entry: DeviceEntry,
  { device, state, master }: StoredDevice,
  known: Known,
  at: Date,
): DeviceListing {
  const { mac_id: macId, part_number: partNumber } = entry;
  const part = known.parts.get(partNumber);
  const tags = planTags(entry, device, known);
  const network = planNetwork(entry, device, known);
  const hasMoved = device?.locationNetworkId !== network.locationNetworkId;
  const hasOtherTags = device ? device.tags !== tags : tags.length > 0;
  const name = entry.name ?? device?.name ?? macId;
  const notes = entry.notes ?? device?.notes ?? '';
  const hasOtherNames = device?.name !== name || device.partNumber !== partNumber;
  const radio = storedRadio(entry.radio, device?.radio);
  const hasOtherRadio = !isDeepStrictEqual(radio.radio ?? null, device?.radio ?? null);
  const hasOwnChange = device !== null && (hasMoved || hasOtherTags || hasOtherNames || hasOtherRadio);
  return {
    _id: entry.id,
    organisationId: entry.organisation_id,
    macId,
    name,
    routerSerialNumber:
      entry.router_serial_number ?? device?.routerSerialNumber ?? master?.routerSerialNumber ?? '',
    firmwareVersion: planFirmware(entry, device, state),
    ...network,
    tagIds: tags.map(({ id }) => id),
    tags: [...tags],
    partNumber,
    hpName: part?.name ?? '',
    isSwitch: part?.isSwitch ?? false,
    externalGuid: entry.external_guid === undefined ? (device?.externalGuid ?? null) : entry.external_guid,
    ...(notes === '' && device?.notes === undefined ? {} : { notes }),
    activatedOn: entry.activated_on === undefined ? (device?.activatedOn ?? null) : entry.activated_on,
    networkSince: hasMoved ? since(entry.network_since, at) : device.networkSince,
    tagsSince: hasOtherTags ? since(entry.tags_since, at) : (device?.tagsSince ?? null),
    revision: device?.revision ?? 0,
    ...radio,
    ...(hasOwnChange ? { configurationSeq: (device.configurationSeq ?? 0) + 1 } : {}),
  };
}

/** A backup has the time, which decides whether a device is a late addition to a schedule. */
function since(backedUp: Date | null | undefined, at: Date): Date | null {
  return backedUp === undefined ? at : backedUp;
}

function planNetwork(entry: DeviceEntry, device: DeviceListing | null, known: Known) {
  const { location_network_id: networkId } = entry;
  if (networkId === undefined) {
    return {
      locationNetworkId: device?.locationNetworkId ?? null,
      networkName: device?.networkName ?? null,
    };
  }
  const networkName = networkId === null ? null : (known.networks.get(networkId)?.networkName ?? null);
  return { locationNetworkId: networkId, networkName };
}

/** The stored list itself when the tags are the same in any order. */
function planTags(
  { tag_ids: ids }: DeviceEntry,
  device: DeviceListing | null,
  known: Known,
): readonly TagReference[] {
  const before = device?.tags ?? [];
  if (ids === undefined) return before;
  const names = new Map(before.map(({ id, name }) => [id, name]));
  const tags = ids.map((id) => ({ id, name: known.tags.get(id)?.name ?? '' }));
  const isSame = tags.length === before.length && tags.every(({ id, name }) => names.get(id) === name);
  return device && isSame ? before : tags;
}

/** A heartbeat that is newer than the entry decides the firmware version. */
function planFirmware(
  entry: DeviceEntry,
  device: DeviceListing | null,
  state: DeviceStateRecord | null,
): string {
  const version = entry.firmware_version ?? entry.last_heartbeat?.firmware_version;
  if (device && (version === undefined || isNewer(state, entry))) return device.firmwareVersion;
  return version ?? '';
}

function isNewer(state: DeviceStateRecord | null, { last_heartbeat: heard }: DeviceEntry): boolean {
  const stored = state?.lastHeartbeatAt ?? null;
  return stored !== null && (!heard || stored > heard.at);
}

function planState(entry: DeviceEntry, state: DeviceStateRecord | null): DeviceStateRecord {
  const { id: _id, organisation_id: organisationId, last_heartbeat: heard } = entry;
  if (state && (!heard || isNewer(state, entry))) return state;
  return {
    _id,
    organisationId,
    lastHeartbeatAt: heard?.at ?? null,
    publicIp: heard?.public_ip ?? null,
    firmwareVersion: heard ? (heard.firmware_version ?? entry.firmware_version ?? null) : null,
    uptimeS: null,
    ports: heard?.ports?.map(reportedPort) ?? null,
    sortKey: timeSortKey(heard?.at ?? null, _id),
  };
}

/** The claimed record of the master inventory, which is added when it is missing. */
function planMaster(device: DeviceListing, master: MasterDeviceRecord | null): MasterDeviceRecord {
  const { organisationId, _id: deviceId, routerSerialNumber, partNumber, hpName, isSwitch } = device;
  const record = master ?? {
    _id: device.macId,
    routerSerialNumber,
    partNumber,
    hpName,
    isSwitch,
    deviceKeyHash: null,
  };
  return { ...record, organisationId, deviceId };
}
