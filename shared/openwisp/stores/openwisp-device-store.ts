import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { replaceTexts, type ReplacedText } from '../../platform/mongo/reencrypt.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import { partFields } from '../../ucentral/stores/config-fields.js';
import { NEW_TRACK, type AgentTrack } from '../domain/agent-track.js';
import type { OpenwispModels } from '../models/models.js';
import type { OpenwispDeviceRecord, StoredArchive } from '../models/openwisp-device.js';

/** A device that its key has authenticated. */
export interface AgentRef extends DeviceRef {
  readonly macId: string;
}

/** A record without the archives. */
export type AgentRecord = AgentTrack & Pick<OpenwispDeviceRecord, 'seq' | 'version' | 'seenAt'>;

/** The archives that a save writes, encrypted. One that does not change stays where it is. */
export interface SealedArchives {
  readonly running?: EncryptedText;
  readonly offered?: EncryptedText;
}

/** The archives of a record. */
export interface EncryptedArchives extends Pick<OpenwispDeviceRecord, '_id' | 'organisationId'> {
  readonly running: StoredArchive | null;
  readonly offered: StoredArchive | null;
}

const WITHOUT_ARCHIVES = { 'running.archive': 0, 'offered.archive': 0 } as const;

/** What is remembered of devices with openwisp-config. Starts from devices that their keys have authenticated. */
export function createOpenwispDeviceStore({ devices, openwispDevices }: OpenwispModels) {
  return {
    /** Null before the device is first heard, and for the id of a device that another one has by now. */
    async find({ organisationId, deviceId, macId }: AgentRef): Promise<AgentRecord | null> {
      return openwispDevices
        .findOne({ _id: deviceId, organisationId, macId }, WITHOUT_ARCHIVES)
        .lean<AgentRecord>();
    },

    /** Begins the record of a device that is first heard, in place of one that another device had under its id. */
    async begin({ organisationId, deviceId, macId }: AgentRef, at: Date): Promise<void> {
      await openwispDevices.deleteOne({ _id: deviceId, organisationId, macId: { $ne: macId } });
      const record = { ...NEW_TRACK, macId, seq: 0, version: '', seenAt: at };
      await openwispDevices.updateOne(
        { _id: deviceId, organisationId },
        { $setOnInsert: record },
        { upsert: true },
      );
    },

    /** Marks a device as one with openwisp-config. */
    async mark({ organisationId, deviceId }: DeviceRef): Promise<void> {
      const unmarked = { _id: deviceId, organisationId, isOpenwisp: { $ne: true } };
      await devices.updateOne(unmarked, { $set: { isOpenwisp: true } });
    },

    /** Forgets what a device runs that has another key: its agent begins anew. */
    async forget({ organisationId, deviceId }: DeviceRef): Promise<void> {
      await openwispDevices.deleteOne({ _id: deviceId, organisationId });
    },

    /** Saves what has changed since the record was read. False when another request has changed it. */
    async save(
      { organisationId, deviceId }: DeviceRef,
      { seq, version, seenAt, running, offered, ...track }: AgentRecord,
      archives: SealedArchives = {},
    ): Promise<boolean> {
      const { downloaded, outcome, attempt, edition } = track;
      const set = {
        version,
        seenAt,
        downloaded,
        outcome,
        attempt,
        edition,
        ...partFields('running', running, archives.running, 'archive'),
        ...partFields('offered', offered, archives.offered, 'archive'),
      };
      const saved = await openwispDevices.updateOne(
        { _id: deviceId, organisationId, seq },
        { $set: set, $inc: { seq: 1 } },
      );
      return saved.matchedCount === 1;
    },

    /** Keeps the record of a device that is heard again. */
    async touch({ organisationId, deviceId }: DeviceRef, seenAt: Date): Promise<void> {
      await openwispDevices.updateOne({ _id: deviceId, organisationId }, { $set: { seenAt } });
    },

    /** The archive with the checksum; null when there is none any more. */
    async archive(
      { organisationId, deviceId }: DeviceRef,
      which: 'running' | 'offered',
      checksum: string,
    ): Promise<EncryptedText | null> {
      const found = await openwispDevices
        .findOne(
          { _id: deviceId, organisationId, [`${which}.checksum`]: checksum },
          { [`${which}.archive`]: 1 },
        )
        .lean<Pick<EncryptedArchives, 'running' | 'offered'>>();
      return found?.[which]?.archive ?? null;
    },

    /** At most 1,000 devices after an id, by id. Key rotation has no caller, and therefore no scope. */
    async archivesAfter(afterId: number): Promise<EncryptedArchives[]> {
      const fields = { organisationId: 1, 'running.archive': 1, 'offered.archive': 1 };
      return openwispDevices
        .find({ _id: { $gt: afterId } }, fields)
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<EncryptedArchives[]>();
    },

    /** Replaces each archive that is as it was read. @returns how many were replaced */
    replaceArchives: (texts: readonly ReplacedText[]): Promise<number> =>
      replaceTexts(openwispDevices, texts),
  };
}
