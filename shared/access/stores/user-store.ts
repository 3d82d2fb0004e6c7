import type { ClientSession } from 'mongoose';
import { AppError } from '../../platform/errors/app-error.js';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import { escapeRegExp } from '../../platform/values/escape-regexp.js';
import type { Role } from '../domain/access.js';
import type { AccessModels } from '../models/models.js';
import type { UserRecord } from '../models/user.js';
import type { AccountRef } from './credential-store.js';

type UserRef = Omit<AccountRef, 'organisationId'> & { readonly organisationId: number };

/** The users that a caller manages, and the caller. */
export interface SeenUsers {
  readonly organisationId: number;
  readonly roles: readonly Role[];
  readonly selfId: number;
}

/** What a change of a user sets. */
export type UserChange = Partial<
  Pick<UserRecord, 'email' | 'role' | 'tier' | 'networks' | 'manageInventory' | 'disabledAt'>
>;

export function createUserStore({ accessTokens, operators, users }: AccessModels) {
  async function requireFreeEmail(email: string, session: ClientSession): Promise<void> {
    if (await operators.findOne({ email }, { _id: 1 }, { session, hint: 'email' })) throw emailTaken();
  }

  async function unique<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      throw isDuplicateKey(error) ? emailTaken() : error;
    }
  }

  return {
    /** A user, with one of the roles where they are given. */
    async find({ organisationId, userId: _id, roles }: UserRef): Promise<UserRecord | null> {
      return users.findOne({ _id, organisationId, ...(roles ? { role: { $in: [...roles] } } : {}) }).lean();
    },
    list: (
      { organisationId, roles, selfId }: SeenUsers,
      page: SortedPageRequest,
    ): Promise<SortedPage<UserRecord>> =>
      readSortedPage(users, { organisationId, $or: [{ role: { $in: [...roles] } }, { _id: selfId }] }, page),
    /** Users with one of the roles whose email holds every one of these lower-case words, by email. */
    async search(
      { organisationId, roles }: Omit<SeenUsers, 'selfId'>,
      words: readonly string[],
      limit: number,
    ): Promise<Pick<UserRecord, '_id' | 'email' | 'role'>[]> {
      const named = words.map((word) => ({ email: { $regex: escapeRegExp(word) } }));
      return users
        .find({ organisationId, role: { $in: [...roles] }, $and: named }, { email: 1, role: 1 })
        .sort({ email: 1, _id: 1 })
        .limit(limit)
        .batchSize(limit + 1)
        .hint('organisation_email')
        .lean();
    },
    /** @throws AppError settingsInvalid when another account has the email */
    async create(user: UserRecord, session: ClientSession): Promise<void> {
      await requireFreeEmail(user.email, session);
      await unique(users.create([user], { session }));
    },
    /**
     * Changes a user that no caller has changed since it was read; null when one has, or it is gone.
     * @param ends whether all tokens and sessions of the user end
     * @throws AppError settingsInvalid when another account has the email
     */
    async change(
      { _id, organisationId, revision }: UserRecord,
      set: UserChange,
      ends: boolean,
      session: ClientSession,
    ): Promise<UserRecord | null> {
      if (set.email !== undefined) await requireFreeEmail(set.email, session);
      const changed = await unique(
        users
          .findOneAndUpdate(
            { _id, organisationId, revision: revision ?? null },
            { $set: set, $inc: { revision: 1, ...(ends ? { tokenGeneration: 1 } : {}) } },
            { session, returnDocument: 'after' },
          )
          .lean()
          .exec(),
      );
      if (changed && ends) await accessTokens.deleteMany({ organisationId, userId: _id }, { session });
      return changed;
    },
    /** Takes the access to a network from all users of the organisation, in the transaction that deletes the network. */
    async dropGrants(organisationId: number, networkId: number, session: ClientSession): Promise<void> {
      await users.updateMany(
        { organisationId, 'networks.id': networkId },
        { $pull: { networks: { id: networkId } }, $inc: { revision: 1 } },
        { session },
      );
    },
    /**
     * Deletes a user that no caller has changed since it was read, with all tokens and sessions; false when one has, or it is
     * gone.
     */
    async remove({ _id, organisationId, revision }: UserRecord, session: ClientSession): Promise<boolean> {
      const asRead = { _id, organisationId, revision: revision ?? null };
      const removed = await users.deleteOne(asRead, { session });
      if (removed.deletedCount !== 1) return false;
      await accessTokens.deleteMany({ organisationId, userId: _id }, { session });
      return true;
    },
  };
}

function emailTaken(): AppError {
  const errors = [{ path: 'email', msg: 'is the email of another account' }];
  return new AppError('settingsInvalid', { details: { errors } });
}
