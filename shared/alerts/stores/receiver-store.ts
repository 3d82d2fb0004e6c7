import type { ClientSession } from 'mongoose';
import type { UserRecord } from '../../access/models/user.js';
import { walkById } from '../../platform/mongo/batches.js';
import type { StoredEmailSettings } from '../domain/notification-settings.js';
import type { AlertModels } from '../models/models.js';

/** A user, as far as its notifications matter. */
export type ReceiverRecord = Pick<
  UserRecord,
  | '_id'
  | 'organisationId'
  | 'email'
  | 'role'
  | 'tier'
  | 'networks'
  | 'manageInventory'
  | 'seesUnreleased'
  | 'timeZone'
  | 'notifications'
  | 'notificationsRevision'
>;

const FIELDS = {
  organisationId: 1,
  email: 1,
  role: 1,
  tier: 1,
  networks: 1,
  manageInventory: 1,
  seesUnreleased: 1,
  timeZone: 1,
  notifications: 1,
  notificationsRevision: 1,
} as const;

/** The users of an organisation, as receivers of notifications. */
export function createReceiverStore({ users }: AlertModels) {
  return {
    /** All users of an organisation that are not disabled, in batches. */
    walk: (organisationId: number): AsyncGenerator<ReceiverRecord[], void> =>
      walkById<ReceiverRecord, UserRecord>(
        users,
        { organisationId, disabledAt: null },
        FIELDS,
        'organisation',
      ),
    /** A user that is not disabled; null otherwise. */
    async find(organisationId: number, userId: number): Promise<ReceiverRecord | null> {
      return users.findOne({ _id: userId, organisationId, disabledAt: null }, FIELDS).lean<ReceiverRecord>();
    },
    /** Changes the choice of a user that has not changed it since it was read; null when it has, or is gone. */
    async choose(
      { _id, organisationId, notificationsRevision }: ReceiverRecord,
      email: StoredEmailSettings,
      session: ClientSession,
    ): Promise<ReceiverRecord | null> {
      return users
        .findOneAndUpdate(
          { _id, organisationId, notificationsRevision: notificationsRevision ?? null },
          { $set: { notifications: { email } }, $inc: { notificationsRevision: 1 } },
          { projection: FIELDS, returnDocument: 'after', session },
        )
        .lean<ReceiverRecord>();
    },
  };
}
