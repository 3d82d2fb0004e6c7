import type { UserRecord } from '../access/models/user.js';
import { walkById } from '../platform/mongo/batches.js';
import type { DataMigration } from './data-migration.js';

type Found = Pick<UserRecord, '_id' | 'organisationId'>;

/** Sets the last sign-in of users to the time of their newest token or session, which earlier versions showed. */
export const noteLastSignIns: DataMigration = {
  name: 'note-last-sign-ins',
  async run({ accessTokens, users }) {
    for await (const batch of walkById<Found, UserRecord>(users, {}, { organisationId: 1 })) {
      const organisationId = { $in: [...new Set(batch.map((user) => user.organisationId))] };
      const userId = { $in: batch.map(({ _id }) => _id) };
      const newest = await accessTokens.aggregate<{ _id: { org: number; user: number }; at: Date }>([
        { $match: { organisationId, userId } },
        { $group: { _id: { org: '$organisationId', user: '$userId' }, at: { $max: '$createdAt' } } },
      ]);
      if (newest.length === 0) continue;
      await users.bulkWrite(
        newest.map(({ _id: { org, user }, at }) => ({
          updateOne: { filter: { _id: user, organisationId: org }, update: { $max: { lastSignInAt: at } } },
        })),
        { ordered: false },
      );
    }
  },
};
