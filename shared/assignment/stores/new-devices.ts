import type { ClientSession } from 'mongoose';
import { blockChanges } from '../../platform/values/id-blocks.js';
import { deriveDevice, timeSortKey } from '../../inventory/domain/device-search.js';
import type { DeviceRecord, TagReference } from '../../inventory/models/device.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import { writeNetworkCounts } from '../../inventory/stores/inventory-counts.js';
import type { BuiltDevice } from '../../inventory/stores/master-store.js';

/** When, in which network (null: none) and with which tags devices come to the inventory. */
export interface Joining {
  readonly organisationId: number;
  readonly network: Pick<NetworkRecord, '_id' | 'networkName'> | null;
  readonly tags?: readonly TagReference[];
  /** What is known of a single device. */
  readonly name?: string | undefined;
  readonly notes?: string | undefined;
  readonly at: Date;
}

/**
 * Counts new devices, unless the organisation may not have so many. Concurrent requests conflict on the organisation, so a
 * transaction writes it before anything else.
 */
export async function reserveCapacity(
  { organisations }: InventoryModels,
  session: ClientSession,
  { organisationId, network }: Joining,
  ids: readonly number[],
): Promise<boolean> {
  const count = ids.length;
  const taken = await organisations.updateOne(
    { _id: organisationId, $expr: { $lte: [{ $add: ['$deviceCount', count] }, '$noOfAps'] } },
    {
      $inc: {
        deviceCount: count,
        unassignedCount: network === null ? count : 0,
        inventoryRevision: 1,
        ...blockChanges('deviceBlocks', [], ids),
      },
    },
    { session },
  );
  return taken.modifiedCount === 1;
}

/**
 * Writes new devices with their states, and the count of their network.
 * @throws AppError networkNotFound when the network was deleted in the meantime
 */
export async function insertDevices(
  models: InventoryModels,
  session: ClientSession,
  { organisationId, network }: Joining,
  devices: readonly DeviceRecord[],
): Promise<void> {
  await models.devices.insertMany(devices, { session, lean: true });
  await models.deviceStates.insertMany(devices.map(newState), { session, lean: true });
  const counts = new Map([[network?._id ?? null, devices.length]]);
  await writeNetworkCounts(models, session, organisationId, counts);
}

/** A new device is named by its MAC unless it comes with a name. */
export function newDevice(
  _id: number,
  master: Omit<BuiltDevice, 'claimed'>,
  { organisationId, network, tags = [], name = master._id, notes, at }: Joining,
): DeviceRecord {
  const fields = {
    organisationId,
    macId: master._id,
    name,
    routerSerialNumber: master.routerSerialNumber,
    firmwareVersion: '',
    locationNetworkId: network?._id ?? null,
    networkName: network?.networkName ?? null,
    tagIds: tags.map(({ id }) => id),
    tags: [...tags],
    partNumber: master.partNumber,
    hpName: master.hpName,
    isSwitch: master.isSwitch,
    externalGuid: null,
    ...(notes === undefined ? {} : { notes }),
    activatedOn: at,
    networkSince: at,
    tagsSince: tags.length === 0 ? null : at,
    revision: 0,
  };
  return { _id, ...fields, ...deriveDevice({ ...fields, id: _id, tagNames: tags.map(({ name }) => name) }) };
}

function newState({ _id, organisationId }: DeviceRecord): DeviceStateRecord {
  return {
    _id,
    organisationId,
    lastHeartbeatAt: null,
    publicIp: null,
    firmwareVersion: null,
    uptimeS: null,
    ports: null,
    sortKey: timeSortKey(null, _id),
  };
}
