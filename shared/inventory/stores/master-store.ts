import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { DeviceIdentity } from '../domain/device-identity.js';
import type { MasterDeviceRecord } from '../models/master-device.js';
import type { InventoryModels } from '../models/models.js';

/** The public view of a built device: whether it is claimed, but not by which organisation. */
export type BuiltDevice = BuiltFields & { readonly claimed: boolean };

type BuiltFields = Pick<
  MasterDeviceRecord,
  '_id' | 'routerSerialNumber' | 'partNumber' | 'hpName' | 'isSwitch'
>;

/** A built device with its claim, for provisioning. */
export type ClaimableDevice = BuiltFields & Pick<MasterDeviceRecord, 'organisationId' | 'deviceId'>;

const WITHOUT_KEY = { deviceKeyHash: 0, openwispUuid: 0, enrolment: 0, isEnrolled: 0 } as const;
const MAX_FOUND = 10_000;

/** The manufacturer's list of every device built. It belongs to no organisation, so there is no scope. */
export function createMasterStore({ masterInventory }: InventoryModels) {
  return {
    /** The records of these MACs, by MAC. */
    async byMacs(macs: readonly string[]): Promise<Map<string, ClaimableDevice>> {
      const found = new Map<string, ClaimableDevice>();
      for (const batch of batchesOf(macs)) {
        const records = await masterInventory
          .find({ _id: { $in: batch } }, WITHOUT_KEY)
          .batchSize(ONE_ANSWER)
          .lean<ClaimableDevice[]>();
        for (const record of records) found.set(record._id, record);
      }
      return found;
    },
    /** How each of at most 1,000 devices proves who it is, by MAC; null for one that has neither a key nor a certificate. */
    async identities(macs: readonly string[]): Promise<Map<string, DeviceIdentity | null>> {
      if (macs.length === 0) return new Map();
      const records = await masterInventory
        .find({ _id: { $in: [...macs] } }, { identity: 1, deviceKeyHash: 1 })
        .batchSize(ONE_ANSWER)
        .lean<Pick<MasterDeviceRecord, '_id' | 'identity' | 'deviceKeyHash'>[]>();
      return new Map(
        records.map(({ _id, identity, deviceKeyHash }) => [
          _id,
          identity === 'certificate' ? identity : deviceKeyHash === null ? null : 'key',
        ]),
      );
    },
    /** The records of at most 1,000 serial numbers, in order of MAC, at most 10,000. */
    async bySerials(serials: readonly string[]): Promise<BuiltDevice[]> {
      if (serials.length === 0) return [];
      const records = await masterInventory
        .find({ routerSerialNumber: { $in: [...serials] } }, WITHOUT_KEY)
        .sort({ _id: 1 })
        .limit(MAX_FOUND)
        .batchSize(MAX_FOUND)
        .lean<ClaimableDevice[]>();
      return records.map(({ organisationId, deviceId: _, ...record }) => ({
        ...record,
        claimed: organisationId !== null,
      }));
    },
  };
}
