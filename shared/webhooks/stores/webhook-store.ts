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

export interface WebhookStore {
  create(webhook: WebhookRecord, session: ClientSession): Promise<void>;
  find(caller: Caller, id: number): Promise<WebhookRecord | null>;
  /** The webhooks of an organisation, for the command line. */
  all(organisationId: number): Promise<WebhookRecord[]>;
  /** The webhooks of the organisation after an id, by id. */
  list(caller: Caller, afterId: number, limit: number): Promise<WebhookRecord[]>;
  /**
   * The number of webhooks of an organisation. It stays so until the transaction ends: of two that count, the later one
   * is tried again.
   */
  count(organisationId: number, session: ClientSession): Promise<number>;
  /** Changes a webhook that no caller has changed since it was read. One conditional write; null when one has. */
  change(read: WebhookRecord, set: WebhookChange, session: ClientSession): Promise<WebhookRecord | null>;
  /** False when it is gone already. */
  remove(read: WebhookRecord, session: ClientSession): Promise<boolean>;
}

/** Webhooks, as administrators read and change them. */
export function createWebhookStore({ organisations, webhooks }: WebhookModels): WebhookStore {
  return {
    async create(webhook, session) {
      await webhooks.create([webhook], { session });
    },
    async find({ organisationId }, id) {
      return webhooks.findOne({ organisationId, _id: id }).lean();
    },
    async all(organisationId) {
      return webhooks.find({ organisationId }).lean();
    },
    async list({ organisationId }, afterId, limit) {
      return webhooks
        .find({ organisationId, _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    async count(organisationId, session) {
      await organisations.updateOne({ _id: organisationId }, { $inc: { webhookRevision: 1 } }, { session });
      return webhooks.countDocuments({ organisationId }, { session }).exec();
    },
    async change({ _id, organisationId, revision }, set, session) {
      return webhooks
        .findOneAndUpdate(
          { _id, organisationId, revision },
          { $set: set, $inc: { revision: 1 } },
          { returnDocument: 'after', session },
        )
        .lean();
    },
    async remove({ _id, organisationId, revision }, session) {
      return (await webhooks.deleteOne({ _id, organisationId, revision }, { session })).deletedCount === 1;
    },
  };
}
