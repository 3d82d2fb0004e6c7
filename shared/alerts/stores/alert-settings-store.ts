import type { ClientSession } from 'mongoose';
import type { AlertSettingsRecord } from '../models/alert-settings.js';
import type { AlertModels } from '../models/models.js';

/** How far the worker has looked at the silence of an organisation's devices. */
export type SilenceCursors = Pick<AlertSettingsRecord, 'devicesTo' | 'networksTo'>;

export function createAlertSettingsStore({ alertSettings }: AlertModels) {
  return {
    /** Null before the first change and the first look. */
    async find(organisationId: number): Promise<AlertSettingsRecord | null> {
      return alertSettings.findOne({ organisationId }).lean();
    },
    /** Changes settings that no caller has changed since they were read; null when one has. */
    async change(
      organisationId: number,
      revision: number,
      set: Required<Pick<AlertSettingsRecord, 'kinds' | 'email'>>,
      session: ClientSession,
    ): Promise<AlertSettingsRecord | null> {
      return alertSettings
        .findOneAndUpdate(
          { organisationId, revision },
          { $set: set, $inc: { revision: 1 } },
          { returnDocument: 'after', session },
        )
        .lean();
    },
    /** Creates the record of an organisation that has none. */
    async ensure(organisationId: number): Promise<void> {
      await alertSettings.updateOne(
        { _id: organisationId, organisationId },
        { $setOnInsert: { kinds: {}, revision: 0 } },
        { upsert: true },
      );
    },
    /** Records how far the worker has looked. It never looks back, so an older worker changes nothing. */
    async advance(organisationId: number, cursors: SilenceCursors): Promise<void> {
      await alertSettings.updateOne(
        { _id: organisationId, organisationId },
        { $max: cursors, $setOnInsert: { kinds: {}, revision: 0 } },
        { upsert: true },
      );
    },
  };
}
