import type { AnyBulkWriteOperation, QueryFilter } from 'mongoose';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { deriveDevice } from '../../inventory/domain/device-search.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { ImportModels } from '../models/models.js';
import { LISTED, type DeviceListing } from '../../inventory/stores/device-store.js';
import type { HardwarePartRecord } from '../../inventory/models/hardware-part.js';

/**
 * Renames networks, tags and parts in their devices, which carry the names for lists, searches and orders. Raises the
 * inventory's revision, because cached pages and totals depend on names.
 */
export interface RenameStore {
  network(organisationId: number, id: number, name: string): Promise<void>;
  tag(organisationId: number, id: number, name: string): Promise<void>;
  /** Reads all devices, because no index leads to those of a part. */
  part(partNumber: string, part: Pick<HardwarePartRecord, 'name' | 'isSwitch'>): Promise<void>;
}

type Names = Partial<Pick<DeviceListing, 'networkName' | 'tags' | 'hpName' | 'isSwitch'>>;

export function createRenameStore(models: ImportModels): RenameStore {
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
    async network(organisationId, id, name) {
      const stale = { organisationId, locationNetworkId: id, networkName: { $ne: name } };
      await change(stale, () => ({ networkName: name }));
    },
    async tag(organisationId, id, name) {
      const stale = { organisationId, tagIds: id, tags: { $elemMatch: { id, name: { $ne: name } } } };
      await change(stale, ({ tags }) => ({
        tags: tags.map((tag) => (tag.id === id ? { id, name } : tag)),
      }));
    },
    async part(partNumber, { name: hpName, isSwitch }) {
      const stale = { partNumber, $or: [{ hpName: { $ne: hpName } }, { isSwitch: { $ne: isSwitch } }] };
      await change(stale, () => ({ hpName, isSwitch }));
      await models.masterInventory.updateMany({ partNumber }, { $set: { hpName, isSwitch } });
    },
  };
}

function renaming(device: DeviceListing, names: Names): AnyBulkWriteOperation<DeviceRecord> {
  const { _id, organisationId, revision } = device;
  const after = { ...device, ...names };
  const tagNames = after.tags.map((tag) => tag.name);
  const derived = deriveDevice({ ...after, id: _id, tagNames });
  return {
    updateOne: {
      filter: { _id, organisationId, revision },
      update: { $set: { ...names, ...derived }, $inc: { revision: 1 } },
    },
  };
}
