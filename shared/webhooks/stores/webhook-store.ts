import type { ClientSession } from 'mongoose';
import type { Caller } from '../../access/domain/access.js';
import type { WebhookModels } from '../models/models.js';
import type { WebhookRecord } from '../models/webhook.js';

/** Fields that a caller's change sets; `revision` is incremented by the store. */
export type WebhookChange = Partial<
  Pick<
    WebhookRecord,
    | 'url'
    | 'types'
    | 'enabled'
    | 'disabledReason'
    | 'since'
    | 'secrets'
    | 'failingSince'
    | 'notBefore'
    | 'dueAt'
  >
>;

/** Webhooks, as administrators read and change them. */
export function createWebhookStore({ organisations, webhooks }: WebhookModels) {
  return {
    async create(webhook: WebhookRecord, session: ClientSession): Promise<void> {
      await webhooks.create([webhook], { session });
    },
    async find({ organisationId }: Caller, id: number): Promise<WebhookRecord | null> {
      return webhooks.findOne({ organisationId, _id: id }).lean();
    },
    /** The webhooks of an organisation, for the command line. */
    async all(organisationId: number): Promise<WebhookRecord[]> {
      return webhooks.find({ organisationId }).lean();
    },
    /** The webhooks of the organisation after an id, by id. */
    async list({ organisationId }: Caller, afterId: number, limit: number): Promise<WebhookRecord[]> {
      return webhooks
        .find({ organisationId, _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /**
     * The number of webhooks of an organisation. It stays so until the transaction ends: of two that count, the later one
     * is tried again.
     */
    async count(organisationId: number, session: ClientSession): Promise<number> {
      await organisations.updateOne({ _id: organisationId }, { $inc: { webhookRevision: 1 } }, { session });
      return webhooks.countDocuments({ organisationId }, { session }).exec();
    },
    /** Changes a webhook that no caller has changed since it was read. One conditional write; null when one has. */
    async change(
      { _id, organisationId, revision }: WebhookRecord,
      set: WebhookChange,
      session: ClientSession,
    ): Promise<WebhookRecord | null> {
      return webhooks
        .findOneAndUpdate(
          { _id, organisationId, revision },
          { $set: set, $inc: { revision: 1 } },
          { returnDocument: 'after', session },
        )
        .lean();
    },
    /** False when it is gone already. */
    async remove({ _id, organisationId, revision }: WebhookRecord, session: ClientSession): Promise<boolean> {
      return (await webhooks.deleteOne({ _id, organisationId, revision }, { session })).deletedCount === 1;
    },
  };
}
