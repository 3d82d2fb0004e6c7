import type { ClientSession } from 'mongoose';
import type { MailRecord } from '../models/mail.js';
import type { AccessModels } from '../models/models.js';

/** Locates a mail: the organisation determines the shard. */
export type DueMail = Pick<MailRecord, '_id' | 'organisationId'>;

/** The filter of a mail that has not changed since it was read. */
export function mailAsRead({ _id, organisationId, isGathering, account, count, tries }: MailRecord) {
  return {
    _id,
    organisationId,
    state: 'Waiting' as const,
    isGathering: isGathering ?? null,
    'account.kind': account?.kind ?? null,
    count,
    tries,
  };
}

/** Mails on their way. Each change is conditional, so that repeating it changes nothing. */
export function createMailStore({ mails }: AccessModels) {
  return {
    /** Adds a mail, in the transaction of the change that it reports. */
    async put(mail: MailRecord, session?: ClientSession): Promise<void> {
      await mails.create([mail], session === undefined ? {} : { session });
    },
    /** The same for many. */
    async putAll(added: readonly MailRecord[], session: ClientSession): Promise<void> {
      if (added.length > 0) await mails.insertMany([...added], { session });
    },
    /** Mails to send, of all organisations, the longest due first. */
    async due(now: Date, limit: number): Promise<DueMail[]> {
      return mails
        .find({ state: 'Waiting', dueAt: { $lte: now } }, { organisationId: 1 })
        .sort({ dueAt: 1 })
        .hint('due')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<DueMail[]>();
    },
    /** When the mail that has waited longest was to be sent; null: none waits. */
    async oldestDue(now: Date): Promise<Date | null> {
      const [oldest] = await mails
        .find({ state: 'Waiting', dueAt: { $lte: now } }, { dueAt: 1 })
        .sort({ dueAt: 1 })
        .hint('due')
        .limit(1)
        .lean();
      return oldest?.dueAt ?? null;
    },
    /** A mail that is still to be sent at a time; null otherwise. */
    async find({ _id, organisationId }: DueMail, now: Date): Promise<MailRecord | null> {
      return mails.findOne({ _id, organisationId, state: 'Waiting', dueAt: { $lte: now } }).lean();
    },
    /** Gives a requested mail its receiver and its content; false when it has changed since it was read. */
    async address(
      read: MailRecord,
      { userId, account }: Required<Pick<MailRecord, 'userId' | 'account'>>,
      session: ClientSession,
    ): Promise<boolean> {
      const set = { $set: { userId, account } };
      const { matchedCount } = await mails.updateOne(mailAsRead(read), set, { session });
      return matchedCount === 1;
    },
    /** Records what became of a try; a mail that has ended keeps no secret. False when it has changed since it was read. */
    async record(
      read: MailRecord,
      {
        dueAt,
        ...fields
      }: Pick<MailRecord, 'state' | 'tries' | 'endedAt' | 'lastError'> & {
        readonly dueAt: Date | null;
      },
    ): Promise<boolean> {
      const update =
        dueAt === null
          ? { $set: fields, $unset: { dueAt: 1 as const, 'account.secret': 1 as const } }
          : { $set: { ...fields, dueAt } };
      const { matchedCount } = await mails.updateOne(mailAsRead(read), update);
      return matchedCount === 1;
    },
  };
}
