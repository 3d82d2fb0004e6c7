import type { ClientSession } from 'mongoose';
import type { AccessModels } from '../models/models.js';
import type { PasswordLinkRecord } from '../models/password-link.js';
import { findAccount } from './find-account.js';
import type { Account } from './account.js';

/** Links at which passwords and emails are set. A link is found before its organisation is known, as a session is. */
export function createPasswordLinkStore(models: AccessModels) {
  const { passwordLinks } = models;
  return {
    async create(link: PasswordLinkRecord, session: ClientSession): Promise<void> {
      await passwordLinks.create([link], { session });
    },
    async createAll(links: readonly PasswordLinkRecord[], session: ClientSession): Promise<void> {
      if (links.length > 0) await passwordLinks.insertMany([...links], { session });
    },
    /** A link to one of them that has not ended, with the account that it was made for; null without one of the two. */
    async find(
      hash: string,
      sets: 'password' | 'email',
      now: Date,
    ): Promise<{ link: PasswordLinkRecord; account: Account } | null> {
      const link = await passwordLinks.findOne({ _id: hash, expiresAt: { $gt: now } }).lean();
      if (link === null || (link.newEmail === undefined) !== (sets === 'password')) return null;
      const account = await findAccount(models, link);
      return account && { link, account };
    },
    /** Uses up a link; false when that has happened before. */
    async take({ _id }: PasswordLinkRecord, session: ClientSession): Promise<boolean> {
      return (await passwordLinks.deleteOne({ _id }, { session })).deletedCount === 1;
    },
  };
}
