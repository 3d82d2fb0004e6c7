import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { WebhookModels } from '../models/models.js';
import type { WebhookRecord } from '../models/webhook.js';

export type EncryptedSecrets = Pick<WebhookRecord, '_id' | 'organisationId' | 'revision' | 'secrets'>;

/** The secrets of every webhook of the installation. Key rotation has no caller, and therefore no scope. */
export function createEncryptedSecretStore({ webhooks }: WebhookModels) {
  return {
    /** At most 1,000 webhooks after an id, by id. */
    async after(afterId: number): Promise<EncryptedSecrets[]> {
      return webhooks
        .find({ _id: { $gt: afterId } }, { organisationId: 1, revision: 1, secrets: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean();
    },
    /** Replaces the secrets of a webhook that has not changed since it was read. */
    async replace(
      { _id, organisationId, revision }: EncryptedSecrets,
      secrets: WebhookRecord['secrets'],
    ): Promise<boolean> {
      const { matchedCount } = await webhooks.updateOne(
        { _id, organisationId, revision },
        { $set: { secrets }, $inc: { revision: 1 } },
      );
      return matchedCount === 1;
    },
  };
}
