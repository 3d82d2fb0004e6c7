import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { Meanings } from '../domain/meanings.js';
import { CONFIGURATION, type ConfigurationSettingsRecord } from '../models/configuration-settings.js';
import type { ConfigurationModels } from '../models/models.js';

type Change = Partial<Pick<ConfigurationSettingsRecord, 'heartbeatIntervalS' | 'rendererVersion'>>;

/** The one record of what the configurations of the whole installation depend on. */
export function createConfigurationSettingsStore(models: ConfigurationModels, transact: Transact) {
  const { configurationSettings: settings } = models;
  return {
    /** Null before the first API has started. */
    async find(): Promise<ConfigurationSettingsRecord | null> {
      return settings.findOne({ _id: CONFIGURATION }).lean();
    },
    /** Adds the record; false when another process has added it. */
    async create(record: Omit<ConfigurationSettingsRecord, '_id'>): Promise<boolean> {
      try {
        await settings.create([{ _id: CONFIGURATION, ...record }]);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    /** Changes a record that is still at this sequence; false when it is not. */
    async change(seq: number, change: Change): Promise<boolean> {
      const update = { $set: change, $inc: { seq: 1 } };
      return (await settings.updateOne({ _id: CONFIGURATION, seq }, update)).modifiedCount === 1;
    },
    /** Replaces the encrypted salt key that was read; false when it has changed. The sequence stays. */
    async replaceSaltKey(read: EncryptedText, saltKey: EncryptedText): Promise<boolean> {
      const asRead = { _id: CONFIGURATION, 'saltKey.data': read.data } as const;
      return (await settings.updateOne(asRead, { $set: { saltKey } })).modifiedCount === 1;
    },
    /** The same for the meanings, with an entry of the audit log. */
    loadMeanings: (seq: number, meanings: Partial<Meanings>, entry: AuditEntry): Promise<boolean> =>
      transact(entry.organisationId, async (session) => {
        const update = { $set: { meanings }, $inc: { seq: 1 } };
        const changed = await settings.updateOne({ _id: CONFIGURATION, seq }, update, { session });
        if (changed.modifiedCount === 0) return false;
        await writeEntries(models, [entry], session);
        return true;
      }),
  };
}
