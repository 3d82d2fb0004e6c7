import type { ClientSession } from 'mongoose';
import { batchesOf } from '../../platform/mongo/batches.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import { gatherUntil, type EarlierMail } from '../domain/mail-times.js';
import type { MailItem, MailRecord } from '../../access/models/mail.js';
import { mailAsRead } from '../../access/stores/mail-store.js';
import type { AlertModels } from '../models/models.js';

/** What a user is to get. */
export interface MailPart {
  readonly userId: number;
  readonly items: readonly MailItem[];
}

/** A mail remembers this many alerts; it shows fewer, and counts the others. */
const MAX_ITEMS = 200;
/** The earlier mails of a user that are looked at; fewer are sent in five minutes. */
const MAX_EARLIER = 20;

/** Mails about alerts on their way. Each change is conditional, so that repeating it changes nothing. */
export function createAlertMailStore({ mails }: AlertModels, ids: IdSource) {
  return {
    /** Adds alerts to the mails that gather, in the transaction that records that the alerts are announced. */
    async gather(
      organisationId: number,
      parts: readonly MailPart[],
      now: Date,
      session: ClientSession,
    ): Promise<void> {
      for (const batch of batchesOf(parts)) {
        const userIds = batch.map(({ userId }) => userId);
        const gathering = await mails
          .find(
            { organisationId, userId: { $in: userIds }, isGathering: true },
            { userId: 1, createdAt: 1 },
            { session },
          )
          .hint('one_gathering')
          .batchSize(batch.length + 1)
          .lean<Pick<MailRecord, '_id' | 'userId' | 'createdAt'>[]>();
        const known = new Map(gathering.map((mail) => [mail.userId, mail]));
        const first = await ids.reserve('mails', batch.length);
        const writes = batch.map(({ userId, items }, index) => {
          const mail = known.get(userId);
          const count = items.length;
          if (mail === undefined)
            return {
              insertOne: {
                document: {
                  _id: first + index,
                  organisationId,
                  userId,
                  state: 'Waiting' as const,
                  isGathering: true,
                  items: items.slice(0, MAX_ITEMS),
                  count,
                  tries: 0,
                  dueAt: gatherUntil(now, now),
                  createdAt: now,
                  endedAt: null,
                  lastError: null,
                },
              },
            };
          return {
            updateOne: {
              filter: { _id: mail._id, organisationId, isGathering: true },
              update: {
                $push: { items: { $each: [...items], $slice: MAX_ITEMS } },
                $inc: { count },
                $set: { dueAt: gatherUntil(mail.createdAt, now) },
              },
            },
          };
        });
        await mails.bulkWrite(writes, { session });
      }
    },
    /** The latest mails to a user before one. */
    async before({ _id, organisationId, userId }: MailRecord): Promise<EarlierMail[]> {
      return mails
        .find({ organisationId, userId, _id: { $lt: _id } }, { createdAt: 1, count: 1, dueAt: 1 })
        .sort({ _id: -1 })
        .hint('user')
        .limit(MAX_EARLIER)
        .batchSize(MAX_EARLIER + 1)
        .lean<EarlierMail[]>();
    },
    /** Lets a mail that has not changed since it was read gather for longer. */
    async hold(read: MailRecord, until: Date): Promise<void> {
      await mails.updateOne(mailAsRead(read), { $set: { dueAt: until } });
    },
    /** Ends the gathering of a mail; false when it has changed since it was read. */
    async seal(read: MailRecord): Promise<boolean> {
      const { matchedCount } = await mails.updateOne(mailAsRead(read), { $unset: { isGathering: 1 } });
      return matchedCount === 1;
    },
  };
}
