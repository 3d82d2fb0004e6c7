import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import type { UcentralModels } from '../models/models.js';

/** The configurations in the record of a device. */
export interface EncryptedConfigs {
  readonly _id: number;
  readonly organisationId: number;
  readonly running: { readonly config: EncryptedText } | null;
  readonly trial: { readonly config: EncryptedText } | null;
}

/** A configuration, encrypted again. */
export interface ReplacedConfig extends DeviceRef {
  readonly field: 'running.config' | 'trial.config';
  /** The text that was read. */
  readonly read: EncryptedText;
  readonly text: EncryptedText;
}

/** Every configuration of the installation. Key rotation has no caller, and therefore no scope. */
export function createEncryptedConfigStore({ ucentralDevices }: UcentralModels) {
  return {
    /** At most 1,000 devices after an id, by id. */
    async after(afterId: number): Promise<EncryptedConfigs[]> {
      const fields = { organisationId: 1, 'running.config': 1, 'trial.config': 1 };
      return ucentralDevices
        .find({ _id: { $gt: afterId } }, fields)
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<EncryptedConfigs[]>();
    },
    /** Replaces each text that is as it was read. @returns how many were replaced */
    async replace(texts: readonly ReplacedConfig[]): Promise<number> {
      if (texts.length === 0) return 0;
      const updates = texts.map(({ organisationId, deviceId: _id, field, read, text }) => ({
        updateOne: {
          // Every encryption has an initialisation vector of its own.
          filter: { _id, organisationId, [`${field}.iv`]: read.iv, [`${field}.data`]: read.data },
          update: { $set: { [field]: text } },
        },
      }));
      const written = await ucentralDevices.collection.bulkWrite(updates as never[], { ordered: false });
      return written.modifiedCount;
    },
  };
}
