import type { FleetEntries } from '../domain/entries.js';
import { timeSortKey } from '../../inventory/domain/device-search.js';
import { reportedPort } from '../../inventory/domain/reported-port.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { TagReference } from '../../inventory/models/device.js';
import type { MasterDeviceRecord } from '../../inventory/models/master-device.js';
import type { PlannedDevice, StoredDevice } from '../stores/device-batch-store.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import type { KnownReferences } from './known.js';

type DeviceEntry = FleetEntries['devices'];

/** What a device of a fleet meets that was free when the fleet was checked. */
class TakenMeanwhile extends Error {
  override readonly name = 'TakenMeanwhile';
}

/**
 * All that is to be stored of a device: what the fleet says over what is stored. What it does not say stays, what
 * the device itself has said later than the fleet's last heartbeat wins, and since when the device stands in its
 * network and carries its tags changes only when they do. Pure.
 * @param known has the device's part, network and tags loaded
 * @throws TakenMeanwhile when the id or MAC became another's since the fleet was checked
 */
export function planDevice(
  entry: DeviceEntry,
  stored: StoredDevice,
  known: KnownReferences,
  at: Date,
): PlannedDevice {
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
    throw new TakenMeanwhile(`Device ${id} (${macId}) was given to somebody else during the import`);
  }
}

function planListing(
  entry: DeviceEntry,
  { device, state, master }: StoredDevice,
  known: KnownReferences,
  at: Date,
): DeviceListing {
  const { mac_id: macId, part_number: partNumber } = entry;
  const part = known.parts.get(partNumber);
  const tags = planTags(entry, device, known);
  const place = planNetwork(entry, device, known);
  const hasMoved = device?.locationNetworkId !== place.locationNetworkId;
  const hasOtherTags = device ? device.tags !== tags : tags.length > 0;
  return {
    _id: entry.id,
    organisationId: entry.organisation_id,
    macId,
    name: entry.name ?? device?.name ?? macId,
    routerSerialNumber:
      entry.router_serial_number ?? device?.routerSerialNumber ?? master?.routerSerialNumber ?? '',
    firmwareVersion: planFirmware(entry, device, state),
    ...place,
    tagIds: tags.map(({ id }) => id),
    tags: [...tags],
    partNumber,
    hpName: part?.name ?? '',
    isSwitch: part?.isSwitch ?? false,
    externalGuid: entry.external_guid === undefined ? (device?.externalGuid ?? null) : entry.external_guid,
    activatedOn: entry.activated_on === undefined ? (device?.activatedOn ?? null) : entry.activated_on,
    networkSince: hasMoved ? since(entry.network_since, at) : device.networkSince,
    tagsSince: hasOtherTags ? since(entry.tags_since, at) : (device?.tagsSince ?? null),
    revision: device?.revision ?? 0,
  };
}

/** A backup knows since when, which decides whether a device joined a schedule's target late. */
function since(told: Date | null | undefined, at: Date): Date | null {
  return told === undefined ? at : told;
}

function planNetwork(entry: DeviceEntry, device: DeviceListing | null, known: KnownReferences) {
  const { location_network_id: networkId } = entry;
  if (networkId === undefined) {
    return {
      locationNetworkId: device?.locationNetworkId ?? null,
      networkName: device?.networkName ?? null,
    };
  }
  const networkName = networkId === null ? null : (known.networks.get(networkId)?.name ?? null);
  return { locationNetworkId: networkId, networkName };
}

/** The stored list itself when its tags are the same, in whatever order. */
function planTags(
  { tag_ids: ids }: DeviceEntry,
  device: DeviceListing | null,
  known: KnownReferences,
): readonly TagReference[] {
  const before = device?.tags ?? [];
  if (ids === undefined) return before;
  const names = new Map(before.map(({ id, name }) => [id, name]));
  const tags = ids.map((id) => ({ id, name: known.tags.get(id)?.name ?? '' }));
  const isSame = tags.length === before.length && tags.every(({ id, name }) => names.get(id) === name);
  return device && isSame ? before : tags;
}

/** A device that was heard later than the fleet knows of says itself what it runs. */
function planFirmware(
  entry: DeviceEntry,
  device: DeviceListing | null,
  state: DeviceStateRecord | null,
): string {
  const told = entry.firmware_version ?? entry.last_heartbeat?.firmware_version;
  if (device && (told === undefined || isHeardLater(entry, state))) return device.firmwareVersion;
  return told ?? '';
}

function isHeardLater({ last_heartbeat: heard }: DeviceEntry, state: DeviceStateRecord | null): boolean {
  const stored = state?.lastHeartbeatAt ?? null;
  return stored !== null && (!heard || stored > heard.at);
}

function planState(entry: DeviceEntry, state: DeviceStateRecord | null): DeviceStateRecord {
  const { id: _id, organisation_id: organisationId, last_heartbeat: heard } = entry;
  if (state && (!heard || isHeardLater(entry, state))) return state;
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

/** A device that the manufacturer's list lacks is added to it; then, or before, it is claimed. */
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
