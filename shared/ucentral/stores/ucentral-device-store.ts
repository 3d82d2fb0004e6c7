import type { ClientSession } from 'mongoose';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { MasterDeviceRecord } from '../../inventory/models/master-device.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import type { Registration } from '../domain/judge-identity.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { SavedTrack } from '../domain/config-track.js';
import type { UcentralModels } from '../models/models.js';
import type { StoredUpgradeStep, UcentralDeviceRecord } from '../models/ucentral-device.js';
import { configFields, type SealedWrites } from './config-fields.js';

/** What a device says when it connects, and to which process. */
export type Connecting = Pick<
  UcentralDeviceRecord,
  | 'macId'
  | 'gateway'
  | 'connectedAt'
  | 'publicIp'
  | 'certificateEndsAt'
  | 'firmwareVersion'
  | 'uuid'
  | 'reason'
  | 'capabilities'
>;

/** A device as one of its connections sees it. */
export interface SessionRef extends DeviceRef {
  readonly session: number;
}

/** Queries of the gateway. It starts from certificates, which name the MAC of a master record. */
export function createUcentralDeviceStore(models: UcentralModels) {
  const { devices, masterInventory, ucentralDevices } = models;
  return {
    async registrations(macIds: readonly string[]): Promise<Map<string, Registration>> {
      const found = await masterInventory
        .find({ _id: { $in: [...macIds] } }, REGISTRATION)
        .batchSize(ONE_ANSWER)
        .lean<MasterDeviceRecord[]>();
      return new Map(
        found.map(({ _id, identity = 'key', authority = null, ...record }) => {
          const { deviceKeyHash, organisationId, deviceId, partNumber } = record;
          return [
            _id,
            { macId: _id, identity, authority, deviceKeyHash, organisationId, deviceId, partNumber },
          ];
        }),
      );
    },

    /** Keeps the authority of the first connection. False when the device has connected under another one. */
    async keepAuthority(macId: string, authority: string): Promise<boolean> {
      const kept = await masterInventory.updateOne(
        { _id: macId, identity: 'certificate', authority: { $in: [null, authority] } },
        { $set: { authority } },
      );
      return kept.matchedCount === 1;
    },

    /** Makes a connection the owner of its device, and returns the record with the number of its session. */
    async claim(
      { organisationId, deviceId }: DeviceRef,
      connecting: Connecting,
    ): Promise<UcentralDeviceRecord> {
      return ucentralDevices
        .findOneAndUpdate(
          { _id: deviceId, organisationId },
          { $set: connecting, $inc: { session: 1 }, $setOnInsert: NEW_RECORD },
          { upsert: true, returnDocument: 'after' },
        )
        .orFail()
        .lean<UcentralDeviceRecord>();
    },

    /** Marks a device as one that restores nothing by itself, so that edits of its network need canaries. */
    async mark({ organisationId, deviceId }: DeviceRef): Promise<void> {
      const unmarked = { _id: deviceId, organisationId, isUcentral: { $ne: true } };
      await devices.updateOne(unmarked, { $set: { isUcentral: true } });
    },

    /** Saves the step of an upgrade. False when another connection owns the device. */
    async saveUpgrade(
      { organisationId, deviceId, session }: SessionRef,
      upgrade: StoredUpgradeStep | null,
      nextRpcId: number,
    ): Promise<boolean> {
      const saved = await ucentralDevices.updateOne(
        { _id: deviceId, organisationId, session },
        { $set: { upgrade, nextRpcId } },
      );
      return saved.matchedCount === 1;
    },

    /** Saves how far the configuration of a device is. False when another connection owns the device. */
    async saveConfig(
      { organisationId, deviceId, session }: SessionRef,
      saved: SavedTrack,
      writes: SealedWrites,
      nextRpcId: number,
    ): Promise<boolean> {
      const written = await ucentralDevices.updateOne(
        { _id: deviceId, organisationId, session },
        { $set: { ...configFields(saved, writes), nextRpcId } },
      );
      return written.matchedCount === 1;
    },

    /** The configuration that a device has applied last; null when none of airfleet. */
    async runningConfig({ organisationId, deviceId, session }: SessionRef): Promise<EncryptedText | null> {
      const found = await ucentralDevices
        .findOne({ _id: deviceId, organisationId, session }, { 'running.config': 1 })
        .lean<Pick<UcentralDeviceRecord, 'running'>>();
      return found?.running?.config ?? null;
    },

    /**
     * Notes that a connection from an address was replaced by a newer one. Null when that is from the same address.
     * @returns the address of the newest connection, and when the last three were replaced
     */
    async noteReplaced(
      { organisationId, deviceId }: DeviceRef,
      address: string,
      now: Date,
    ): Promise<Pick<UcentralDeviceRecord, 'publicIp' | 'replacedAt'> | null> {
      return ucentralDevices
        .findOneAndUpdate(
          { _id: deviceId, organisationId, publicIp: { $nin: [null, address] } },
          { $push: { replacedAt: { $each: [now], $slice: -KEPT_REPLACED } } },
          { returnDocument: 'after', projection: { publicIp: 1, replacedAt: 1 } },
        )
        .lean<Pick<UcentralDeviceRecord, 'publicIp' | 'replacedAt'>>();
    },

    /** Notes that the identity of a device is disputed. False when that was noted within the hour. */
    async noteConflict(
      { organisationId, deviceId }: DeviceRef,
      conflictOf: NonNullable<UcentralDeviceRecord['conflictOf']>,
      now: Date,
      session: ClientSession,
    ): Promise<boolean> {
      const hourAgo = new Date(now.getTime() - CONFLICT_EVERY_MS);
      const noted = await ucentralDevices.updateOne(
        { _id: deviceId, organisationId, $or: [{ conflictAt: null }, { conflictAt: { $lte: hourAgo } }] },
        { $set: { conflictAt: now, conflictOf, hasConflict: true } },
        { session },
      );
      return noted.modifiedCount === 1;
    },

    /** Forgets a device that is in no inventory any more. */
    async forget({ organisationId, deviceId, session }: SessionRef): Promise<void> {
      await ucentralDevices.deleteOne({ _id: deviceId, organisationId, session });
    },
  };
}

const KEPT_REPLACED = 3;
const CONFLICT_EVERY_MS = 3_600_000;

const NEW_RECORD = {
  nextRpcId: 1,
  upgrade: null,
  running: null,
  trial: null,
  restore: null,
  outcome: null,
  attempt: 0,
  uuidFloor: 0,
} as const;

const REGISTRATION = {
  identity: 1,
  authority: 1,
  deviceKeyHash: 1,
  organisationId: 1,
  deviceId: 1,
  partNumber: 1,
} as const;
