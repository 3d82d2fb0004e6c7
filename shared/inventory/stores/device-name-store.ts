import type { AnyBulkWriteOperation, QueryFilter } from 'mongoose';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { deriveDevice } from '../domain/device-search.js';
import type { DeviceRecord } from '../models/device.js';
import type { InventoryModels } from '../models/models.js';
import { OWN_CHANGE } from '../../configuration/records/stores/configuration-sequences.js';
import type { RefreshedRecord } from './device-refresh-store.js';
import { LISTED, type DeviceListing } from './device-store.js';
import type { HardwarePartRecord } from '../models/hardware-part.js';

export type DeviceNameStore = ReturnType<typeof createDeviceNameStore>;

type Names = Partial<Pick<DeviceListing, 'networkName' | 'tagIds' | 'tags' | 'hpName' | 'isSwitch'>>;

/**
 * Writes the names of networks, tags and parts to their devices, which carry them for lists, searches and orders. Raises
 * the inventory's revision, because cached pages and totals depend on names. Every call can be repeated.
 */
export function createDeviceNameStore(models: InventoryModels) {
  /**
   * Changes the devices that the filter finds: those without the new name, so that an interrupted run can be repeated.
   * A device with a conflicting change is found again by the next pass.
   */
  async function change(stale: QueryFilter<DeviceRecord>, names: (device: DeviceListing) => Names) {
    for (let last = 0, missed = 0; ;) {
      const found = await models.devices
        .find({ ...stale, _id: { $gt: last } }, LISTED)
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<DeviceListing[]>();
      if (found.length === 0 && missed === 0) return;
      if (found.length === 0) [last, missed] = [0, 0];
      else {
        const writes = found.map((device) => renaming(device, names(device)));
        const { matchedCount } = await models.devices.bulkWrite(writes, { ordered: false });
        await models.organisations.updateMany(
          { _id: { $in: [...new Set(found.map(({ organisationId }) => organisationId))] } },
          { $inc: { inventoryRevision: 1 } },
        );
        missed += found.length - matchedCount;
        last = found.at(-1)?._id ?? last;
      }
    }
  }

  return {
    /** How many devices a network or tag has, up to a limit. */
    async count({ organisationId, kind, recordId }: RefreshedRecord, limit: number): Promise<number> {
      const members = kind === 'network' ? { locationNetworkId: recordId } : { tagIds: recordId };
      return models.devices
        .countDocuments({ organisationId, ...members })
        .limit(limit)
        .exec();
    },
    async network(organisationId: number, id: number, name: string): Promise<void> {
      const stale = { organisationId, locationNetworkId: id, networkName: { $ne: name } };
      await change(stale, () => ({ networkName: name }));
    },
    async tag(organisationId: number, id: number, name: string): Promise<void> {
      const stale = { organisationId, tagIds: id, tags: { $elemMatch: { id, name: { $ne: name } } } };
      await change(stale, ({ tags }) => ({
        tags: tags.map((tag) => (tag.id === id ? { id, name } : tag)),
      }));
    },
    /** Takes a deleted tag from its devices. */
    async withoutTag(organisationId: number, id: number): Promise<void> {
      await change({ organisationId, tagIds: id }, ({ tagIds, tags }) => ({
        tagIds: tagIds.filter((tagId) => tagId !== id),
        tags: tags.filter((tag) => tag.id !== id),
      }));
    },
    /** Reads all devices, because no index leads to those of a part. */
    async part(
      partNumber: string,
      { name: hpName, isSwitch }: Pick<HardwarePartRecord, 'name' | 'isSwitch'>,
    ): Promise<void> {
      const stale = { partNumber, $or: [{ hpName: { $ne: hpName } }, { isSwitch: { $ne: isSwitch } }] };
      await change(stale, () => ({ hpName, isSwitch }));
      await models.masterInventory.updateMany({ partNumber }, { $set: { hpName, isSwitch } });
    },
  };
}

/** A document depends on the tags of its device and on whether it is a switch, not on names. */
function renaming(device: DeviceListing, names: Names): AnyBulkWriteOperation<DeviceRecord> {
  const { _id, organisationId, revision, isSwitch } = device;
  const isOwnChange =
    names.tagIds !== undefined || (names.isSwitch !== undefined && names.isSwitch !== isSwitch);
  const after = { ...device, ...names };
  const tagNames = after.tags.map((tag) => tag.name);
  const derived = deriveDevice({ ...after, id: _id, tagNames });
  return {
    updateOne: {
      filter: { _id, organisationId, revision },
      update: {
        $set: { ...names, ...derived },
        $inc: { revision: 1, ...(isOwnChange ? OWN_CHANGE : {}) },
      },
    },
  };
}
