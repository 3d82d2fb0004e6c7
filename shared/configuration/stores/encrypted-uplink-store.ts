import type { AnyBulkWriteOperation, Model } from 'mongoose';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { UplinkKind } from '../domain/uplink-secrets.js';
import type { InventoryModels } from '../../inventory/models/models.js';

type Entry = Record<string, unknown>;

/** An uplink or a template with its entries; an uplink has one. */
export interface EncryptedUplink {
  readonly _id: number;
  readonly organisationId: number;
  readonly details: Entry | Entry[];
  readonly secrets: EncryptedText | null;
}

/** A record as it was read, and as it is to be. */
export interface ReplacedUplink {
  readonly read: EncryptedUplink;
  readonly details: Entry | Entry[];
  readonly secrets: EncryptedText | null;
}

export type EncryptedUplinkStore = ReturnType<typeof createEncryptedUplinkStore>;

/** The secrets of every uplink and template of the installation. Key rotation has no caller, and therefore no scope. */
export function createEncryptedUplinkStore({ uplinks, initTemplates }: InventoryModels) {
  const modelOf = (kind: UplinkKind) =>
    (kind === 'uplinks' ? uplinks : initTemplates) as unknown as Model<EncryptedUplink>;
  return {
    /** At most 1,000 records after an id, by id. */
    async after(kind: UplinkKind, afterId: number): Promise<EncryptedUplink[]> {
      return modelOf(kind)
        .find({ _id: { $gt: afterId } }, { organisationId: 1, details: 1, secrets: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<EncryptedUplink[]>();
    },
    /** Replaces each record that is as it was read. @returns how many were replaced */
    async replace(kind: UplinkKind, records: readonly ReplacedUplink[]): Promise<number> {
      if (records.length === 0) return 0;
      const updates = records.map(({ read: { _id, organisationId, ...read }, ...written }) => ({
        updateOne: { filter: { _id, organisationId, ...asRead(read) }, update: { $set: written } },
      })) as unknown as AnyBulkWriteOperation[];
      const done = await modelOf(kind).collection.bulkWrite(updates as never[], { ordered: false });
      return done.modifiedCount;
    },
  };
}

/** Every encryption has an initialisation vector of its own. */
function asRead({ details, secrets }: Pick<EncryptedUplink, 'details' | 'secrets'>) {
  const encrypted = secrets ? { 'secrets.iv': secrets.iv, 'secrets.data': secrets.data } : { secrets: null };
  return { ...encrypted, details };
}
