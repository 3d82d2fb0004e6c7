import type { ClientSession } from 'mongoose';
import { batchesOf } from '../../platform/mongo/batches.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import { gatherUntil, type EarlierMail } from '../domain/mail-times.js';
import type { AlertMailRecord, MailItem } from '../models/alert-mail.js';
import type { AlertModels } from '../models/models.js';

/** What a user is to get. */
export interface MailPart {
  readonly userId: number;
  readonly items: readonly MailItem[];
}

/** Locates a mail: the organisation determines the shard. */
export type DueMail = Pick<AlertMailRecord, '_id' | 'organisationId'>;

/** A mail remembers this many alerts; it shows fewer, and counts the others. */
const MAX_ITEMS = 200;
/** The earlier mails of a user that are looked at; fewer are sent in five minutes. */
const MAX_EARLIER = 20;

/** Mails about alerts on their way. Each change is conditional, so that repeating it changes nothing. */
export function createAlertMailStore({ alertMails }: AlertModels, ids: IdSource) {
  /** The filter of a mail that has not changed since it was read. */
  const asRead = ({ _id, organisationId, isGathering, count, tries }: AlertMailRecord) => ({
    _id,
    organisationId,
    state: 'Waiting' as const,
    isGathering: isGathering ?? null,
    count,
    tries,
  });

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
        const gathering = await alertMails
          .find(
            { organisationId, userId: { $in: userIds }, isGathering: true },
            { userId: 1, createdAt: 1 },
            { session },
          )
          .hint('one_gathering')
          .batchSize(batch.length + 1)
          .lean<Pick<AlertMailRecord, '_id' | 'userId' | 'createdAt'>[]>();
        const known = new Map(gathering.map((mail) => [mail.userId, mail]));
        const first = await ids.reserve('alertMails', batch.length);
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
        await alertMails.bulkWrite(writes, { session });
      }
    },
    /** Mails to send, of all organisations, the longest due first. */
    async due(now: Date, limit: number): Promise<DueMail[]> {
      return alertMails
        .find({ state: 'Waiting', dueAt: { $lte: now } }, { organisationId: 1 })
        .sort({ dueAt: 1 })
        .hint('due')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<DueMail[]>();
    },
    /** When the mail that has waited longest was to be sent; null: none waits. */
    async oldestDue(now: Date): Promise<Date | null> {
      const [oldest] = await alertMails
        .find({ state: 'Waiting', dueAt: { $lte: now } }, { dueAt: 1 })
        .sort({ dueAt: 1 })
        .hint('due')
        .limit(1)
        .lean();
      return oldest?.dueAt ?? null;
    },
    /** A mail that is still to be sent at a time; null otherwise. */
    async find({ _id, organisationId }: DueMail, now: Date): Promise<AlertMailRecord | null> {
      return alertMails.findOne({ _id, organisationId, state: 'Waiting', dueAt: { $lte: now } }).lean();
    },
    /** The latest mails to a user before one. */
    async before({ _id, organisationId, userId }: AlertMailRecord): Promise<EarlierMail[]> {
      return alertMails
        .find({ organisationId, userId, _id: { $lt: _id } }, { createdAt: 1, count: 1, dueAt: 1 })
        .sort({ _id: -1 })
        .hint('user')
        .limit(MAX_EARLIER)
        .batchSize(MAX_EARLIER + 1)
        .lean<EarlierMail[]>();
    },
    /** Lets a mail that has not changed since it was read gather for longer. */
    async hold(read: AlertMailRecord, until: Date): Promise<void> {
      await alertMails.updateOne(asRead(read), { $set: { dueAt: until } });
    },
    /** Ends the gathering of a mail; false when it has changed since it was read. */
    async seal(read: AlertMailRecord): Promise<boolean> {
      const { matchedCount } = await alertMails.updateOne(asRead(read), { $unset: { isGathering: 1 } });
      return matchedCount === 1;
    },
    /** Records what became of a sealed mail; false when it has changed since it was read. */
    async record(
      read: AlertMailRecord,
      {
        dueAt,
        ...fields
      }: Pick<AlertMailRecord, 'state' | 'tries' | 'endedAt' | 'lastError'> & {
        readonly dueAt: Date | null;
      },
    ): Promise<boolean> {
      const update =
        dueAt === null ? { $set: fields, $unset: { dueAt: 1 as const } } : { $set: { ...fields, dueAt } };
      const { matchedCount } = await alertMails.updateOne(asRead(read), update);
      return matchedCount === 1;
    },
  };
}
