import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { replaceTexts, type ReplacedText } from '../../platform/mongo/reencrypt.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { UcentralModels } from '../models/models.js';

/** The configurations in the record of a device. */
export interface EncryptedConfigs {
  readonly _id: number;
  readonly organisationId: number;
  readonly running: { readonly config: EncryptedText } | null;
  readonly trial: { readonly config: EncryptedText } | null;
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
    replace: (texts: readonly ReplacedText[]): Promise<number> => replaceTexts(ucentralDevices, texts),
  };
}
