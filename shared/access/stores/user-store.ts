import type { ClientSession } from 'mongoose';
import { AppError } from '../../platform/errors/app-error.js';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import { escapeRegExp } from '../../platform/values/escape-regexp.js';
import type { Role } from '../domain/access.js';
import { signInRulesOf } from '../domain/sign-in-rules.js';
import type { AccessModels } from '../models/models.js';
import type { UserRecord } from '../models/user.js';
import type { AccountRef } from './credential-store.js';
import { requireFreeEmail, uniqueEmail } from './unique-email.js';

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

export function createUserStore({ accessTokens, operators, organisations, users }: AccessModels) {
  /**
   * Checks in the transaction that takes a super_admin from its organisation that another one may sign in, and that it is not the
   * one who signs in when the identity provider fails. Of two that check at once, the later one is repeated.
   * @throws AppError stateForbids
   */
  async function requireSuperAdmin(
    { _id, organisationId }: Pick<UserRecord, '_id' | 'organisationId'>,
    session: ClientSession,
  ): Promise<void> {
    const counted = { $inc: { superAdminRevision: 1 } };
    const options = { session, projection: { signIn: 1 } };
    const organisation = await organisations
      .findOneAndUpdate({ _id: organisationId }, counted, options)
      .lean();
    const { requiresSso, breakGlassId } = signInRulesOf(organisation);
    if (requiresSso && breakGlassId === _id)
      throw new AppError('stateForbids', {
        text: 'The user for emergencies stays an enabled super admin while single sign-on is required',
      });
    const able = { organisationId, role: 'super_admin' as const, disabledAt: null };
    if (await users.findOne(able, { _id: 1 }, { session, hint: 'organisation' }).lean()) return;
    throw new AppError('stateForbids', { text: 'The organisation needs a super admin who can sign in' });
  }

  return {
    requireSuperAdmin,
    /** A user, with one of the roles where they are given. */
    async find(
      { organisationId, userId: _id, roles }: UserRef,
      session: ClientSession | null = null,
    ): Promise<UserRecord | null> {
      const named = { _id, organisationId, ...(roles ? { role: { $in: [...roles] } } : {}) };
      return users.findOne(named, {}, { session }).lean();
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
      await requireFreeEmail(operators, user.email, session);
      await uniqueEmail(users.create([user], { session }));
    },
    /**
     * Changes a user that no caller has changed since it was read; null when one has, or it is gone.
     * @param ends whether all tokens and sessions of the user end
     * @throws AppError settingsInvalid when another account has the email; stateForbids for the last super_admin, and for the
     * one for emergencies
     */
    async change(
      before: UserRecord,
      set: UserChange,
      ends: boolean,
      session: ClientSession,
    ): Promise<UserRecord | null> {
      const { _id, organisationId, revision } = before;
      if (set.email !== undefined) await requireFreeEmail(operators, set.email, session);
      const changed = await uniqueEmail(
        users
          .findOneAndUpdate(
            { _id, organisationId, revision: revision ?? null },
            { $set: set, $inc: { revision: 1, ...(ends ? { tokenGeneration: 1 } : {}) } },
            { session, returnDocument: 'after' },
          )
          .lean()
          .exec(),
      );
      if (changed && isSuperAdmin(before) && !isSuperAdmin(changed)) await requireSuperAdmin(before, session);
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
     * @throws AppError stateForbids for the last super_admin, and for the one for emergencies
     */
    async remove(user: UserRecord, session: ClientSession): Promise<boolean> {
      const { _id, organisationId, revision } = user;
      const asRead = { _id, organisationId, revision: revision ?? null };
      const removed = await users.deleteOne(asRead, { session });
      if (removed.deletedCount !== 1) return false;
      if (isSuperAdmin(user)) await requireSuperAdmin(user, session);
      await accessTokens.deleteMany({ organisationId, userId: _id }, { session });
      return true;
    },
  };
}

function isSuperAdmin({ role, disabledAt }: UserRecord): boolean {
  return role === 'super_admin' && !disabledAt;
}
