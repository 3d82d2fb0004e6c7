import { randomBytes } from 'node:crypto';
import { blockChanges } from '../../../shared/domain/device-blocks.js';
import { deriveDevice, timeSortKey } from '../../../shared/domain/device-derived.js';
import { hashToken, newToken } from '../../../shared/domain/secrets.js';
import type { DeviceRecord } from '../../../shared/models/device.js';
import type { DeviceStateRecord } from '../../../shared/models/device-state.js';
import type { HardwarePartRecord } from '../../../shared/models/hardware-part.js';
import type { MasterDeviceRecord } from '../../../shared/models/master-device.js';
import type { NetworkRecord } from '../../../shared/models/network.js';
import type { TagRecord } from '../../../shared/models/tag.js';
import type { ApiDeps } from '../../../api/deps.js';

/** A MAC that no other test has: locally administered, 40 random bits. */
export function uniqueMac(): string {
  const bytes = [0x02, ...randomBytes(5)];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
}

export async function makePart(
  { mongo }: ApiDeps,
  fields: Partial<HardwarePartRecord> = {},
): Promise<HardwarePartRecord> {
  const _id = fields._id ?? `PN-${randomBytes(4).toString('hex')}`;
  const record = { _id, name: `Model ${_id}`, wifiUplink: true, usb: false, isSwitch: false, ...fields };
  await mongo.models.hardwareParts.create(record);
  return record;
}

/** A device the manufacturer has built and nobody has claimed, with its key in clear text. */
export async function makeMasterDevice(
  deps: ApiDeps,
  fields: Partial<MasterDeviceRecord> = {},
): Promise<MasterDeviceRecord & { deviceKey: string }> {
  const part =
    fields.partNumber === undefined
      ? await makePart(deps)
      : { _id: fields.partNumber, name: `Model ${fields.partNumber}`, isSwitch: false };
  const deviceKey = newToken();
  const _id = fields._id ?? uniqueMac();
  const record: MasterDeviceRecord = {
    _id,
    routerSerialNumber: `SN${_id.replaceAll(':', '')}`,
    partNumber: part._id,
    hpName: part.name,
    isSwitch: part.isSwitch,
    deviceKeyHash: hashToken(deviceKey),
    organisationId: null,
    deviceId: null,
    ...fields,
  };
  await deps.mongo.models.masterInventory.create(record);
  return { ...record, deviceKey };
}

/** Many of one part at once, unclaimed. */
export async function makeMasterDevices(
  { mongo }: ApiDeps,
  part: HardwarePartRecord,
  count: number,
): Promise<MasterDeviceRecord[]> {
  const records = Array.from({ length: count }, (): MasterDeviceRecord => {
    const _id = uniqueMac();
    return {
      _id,
      routerSerialNumber: `SN${_id.replaceAll(':', '')}`,
      partNumber: part._id,
      hpName: part.name,
      isSwitch: part.isSwitch,
      deviceKeyHash: null,
      organisationId: null,
      deviceId: null,
    };
  });
  await mongo.models.masterInventory.insertMany(records, { lean: true });
  return records;
}

export interface DeviceFields extends Partial<
  Pick<
    DeviceRecord,
    'macId' | 'name' | 'routerSerialNumber' | 'firmwareVersion' | 'externalGuid' | 'activatedOn'
  >
> {
  readonly network?: NetworkRecord | null;
  readonly tags?: readonly TagRecord[];
  readonly part?: HardwarePartRecord;
  readonly state?: Partial<DeviceStateRecord>;
  readonly since?: Date;
}

export type TestDevice = DeviceRecord & { deviceKey: string };

/** A device in the inventory, claimed, counted, with its state: as provisioning leaves it. */
export async function makeDevice(
  deps: ApiDeps,
  organisationId: number,
  fields: DeviceFields = {},
): Promise<TestDevice> {
  const [device] = await makeDevices(deps, organisationId, 1, () => fields);
  if (!device) throw new Error('no device was made');
  return device;
}

/** Many at once; `fieldsOf` is asked for each. */
export async function makeDevices(
  deps: ApiDeps,
  organisationId: number,
  count: number,
  fieldsOf: (index: number) => DeviceFields = () => ({}),
): Promise<TestDevice[]> {
  const { models } = deps.mongo;
  const first = await deps.stores.ids.reserve('devices', count);
  const all = Array.from({ length: count }, (_, index) => fieldsOf(index));
  const ownPart = all.some((fields) => fields.part === undefined) ? await makePart(deps) : undefined;
  const since = deps.now();
  const devices = all.map((fields, index) => build(organisationId, first + index, fields, ownPart, since));
  await models.masterInventory.insertMany(devices.map(masterOf), { lean: true });
  await models.devices.insertMany(
    devices.map(({ deviceKey: _, ...device }) => device),
    { lean: true },
  );
  await models.deviceStates.insertMany(
    devices.map((device, index) => stateOf(device, all[index]?.state ?? {})),
    { lean: true },
  );
  const unassigned = devices.filter((device) => device.locationNetworkId === null).length;
  const blocks = blockChanges(
    [],
    devices.map((device) => device._id),
  );
  await models.organisations.updateOne(
    { _id: organisationId },
    { $inc: { deviceCount: count, unassignedCount: unassigned, inventoryRevision: 1, ...blocks } },
  );
  const perNetwork = new Map<number, number>();
  for (const { locationNetworkId } of devices) {
    if (locationNetworkId !== null)
      perNetwork.set(locationNetworkId, (perNetwork.get(locationNetworkId) ?? 0) + 1);
  }
  await models.networks.bulkWrite(
    [...perNetwork].map(([_id, number]) => ({
      updateOne: { filter: { _id }, update: { $inc: { deviceCount: number } } },
    })),
  );
  return devices;
}

function build(
  organisationId: number,
  _id: number,
  { network = null, tags = [], part, state: _state, since, ...fields }: DeviceFields,
  ownPart: HardwarePartRecord | undefined,
  now: Date,
): TestDevice {
  const hardware = part ?? ownPart;
  if (!hardware) throw new Error('a device needs a hardware part');
  const macId = fields.macId ?? uniqueMac();
  const plain = {
    _id,
    organisationId,
    macId,
    name: macId,
    routerSerialNumber: `SN${macId.replaceAll(':', '')}`,
    firmwareVersion: '1.0.0',
    locationNetworkId: network?._id ?? null,
    networkName: network?.networkName ?? null,
    tagIds: tags.map((tag) => tag._id),
    tags: tags.map((tag) => ({ id: tag._id, name: tag.name })),
    partNumber: hardware._id,
    hpName: hardware.name,
    isSwitch: hardware.isSwitch,
    externalGuid: null,
    activatedOn: now,
    networkSince: since ?? now,
    tagsSince: since ?? now,
    revision: 0,
    ...fields,
  };
  const tagNames = tags.map((tag) => tag.name);
  return { ...plain, ...deriveDevice({ ...plain, id: _id, tagNames }), deviceKey: newToken() };
}

function masterOf(device: TestDevice): MasterDeviceRecord {
  return {
    _id: device.macId,
    routerSerialNumber: device.routerSerialNumber,
    partNumber: device.partNumber,
    hpName: device.hpName,
    isSwitch: device.isSwitch,
    deviceKeyHash: hashToken(device.deviceKey),
    organisationId: device.organisationId,
    deviceId: device._id,
  };
}

function stateOf(device: TestDevice, fields: Partial<DeviceStateRecord>): DeviceStateRecord {
  return {
    _id: device._id,
    organisationId: device.organisationId,
    lastHeartbeatAt: null,
    publicIp: null,
    firmwareVersion: null,
    uptimeS: null,
    ports: null,
    ...fields,
    sortKey: timeSortKey(fields.lastHeartbeatAt ?? null, device._id),
  };
}

/** A heartbeat so long that its device must have a known key before it is read. */
export function longHeartbeat({ macId }: Pick<TestDevice, 'macId'>): object {
  return { mac_id: macId, firmware_version: '1.0.0', unknown_field: 'x'.repeat(20_000) };
}
