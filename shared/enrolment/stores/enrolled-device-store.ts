import type { ClientSession } from 'mongoose';
import {
  insertDevices,
  newDevice,
  reserveCapacity,
  type Joining,
} from '../../assignment/stores/new-devices.js';
import type { MasterDeviceRecord, MasterEnrolment } from '../../inventory/models/master-device.js';
import type { BuiltDevice } from '../../inventory/stores/master-store.js';
import type { KnownMac } from '../domain/judge-enrolment.js';
import type { EnrolmentModels } from '../models/models.js';

/** A device that is the organisation's own, by its master record. */
export interface OwnDevice {
  readonly organisationId: number;
  readonly deviceId: number;
  readonly macId: string;
}

/** What is known of a MAC; `deviceId` is that of the organisation that has claimed it. */
export type FoundMac = KnownMac & { readonly deviceId: number | null; readonly hasKey: boolean };

const KNOWN = { organisationId: 1, deviceId: 1, partNumber: 1, enrolment: 1, deviceKeyHash: 1 } as const;

/** How a device that is added proves who it is. */
type Issued =
  | { readonly enrolment: MasterEnrolment; readonly deviceKeyHash: string | null }
  | { readonly identity: 'certificate' };

/** Master records and devices of enrolments. */
export function createEnrolledDeviceStore(models: EnrolmentModels) {
  const { masterInventory, devices, deviceStates, hardwareParts } = models;
  return {
    /** What is known of a MAC, with the times of its device if the organisation has it; null without a master record. */
    async known(organisationId: number, macId: string): Promise<FoundMac | null> {
      const master = await masterInventory
        .findOne({ _id: macId }, KNOWN)
        .lean<Pick<MasterDeviceRecord, keyof typeof KNOWN>>();
      if (!master) return null;
      const { deviceId, partNumber, enrolment = null } = master;
      const hasKey = master.deviceKeyHash !== null;
      const found = { organisationId: master.organisationId, deviceId, partNumber, enrolment, hasKey };
      if (master.organisationId !== organisationId || deviceId === null)
        return { ...found, lastHeartbeatAt: null, activatedOn: null };
      const [state, device] = await Promise.all([
        deviceStates.findOne({ _id: deviceId, organisationId }, { lastHeartbeatAt: 1 }).lean(),
        devices.findOne({ _id: deviceId, organisationId }, { activatedOn: 1 }).lean(),
      ]);
      const lastHeartbeatAt = state?.lastHeartbeatAt ?? null;
      return { ...found, lastHeartbeatAt, activatedOn: device?.activatedOn ?? null };
    },

    /** At most two part numbers of hardware parts that have the board. */
    async partsOfBoard(board: string): Promise<string[]> {
      if (board === '') return [];
      const parts = await hardwareParts.find({ boards: board }, { _id: 1 }).limit(2).batchSize(3).lean();
      return parts.map(({ _id }) => _id);
    },

    /**
     * Adds a device with a master record of its own. False when the organisation may not have more devices.
     * @throws AppError networkNotFound; the store's error for a duplicate key when the MAC has a record already
     */
    async add(
      device: OwnDevice & { readonly master: Omit<BuiltDevice, 'claimed'> },
      joining: Joining,
      issued: Issued,
      session: ClientSession,
    ): Promise<boolean> {
      const { organisationId, deviceId, master } = device;
      if (!(await reserveCapacity(models, session, joining, [deviceId]))) return false;
      await masterInventory.create([{ ...master, ...issued, organisationId, deviceId, isEnrolled: true }], {
        session,
      });
      await insertDevices(models, session, joining, [newDevice(deviceId, master, joining)]);
      return true;
    },

    /**
     * Gives a device of the organisation another key, or none until it asks, and raises its revision, by which APIs know
     * that the key they remember is another one. Another agent may have asked for it. False when its enrolment has changed.
     */
    async replaceKey(
      { organisationId, deviceId, macId }: OwnDevice,
      before: MasterEnrolment | null,
      issued: { readonly enrolment: MasterEnrolment; readonly deviceKeyHash?: string },
      session: ClientSession,
    ): Promise<boolean> {
      const asRead = { 'enrolment.nonceHash': before?.nonceHash ?? null };
      const replaced = await masterInventory.updateOne(
        { _id: macId, organisationId, deviceId, ...asRead },
        { $set: issued, $unset: { openwispUuid: 1 } },
        { session },
      );
      if (replaced.matchedCount === 0) return false;
      await devices.updateOne(
        { _id: deviceId, organisationId },
        { $inc: { revision: 1 }, $unset: { isOpenwisp: 1 } },
        { session },
      );
      return true;
    },
  };
}
