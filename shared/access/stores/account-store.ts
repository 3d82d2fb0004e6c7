import type { ClientSession } from 'mongoose';
import type { Caller, Operator } from '../domain/access.js';
import { profileOf, type Profile } from '../domain/profile.js';
import type { AccessModels } from '../models/models.js';
import type { AccountId } from './find-account.js';

/** A user's display names. */
export interface AccountNames {
  readonly email: string;
  readonly organisation: string;
  readonly profile: Profile;
}

const PROFILE = { name: 1, locale: 1, timeZone: 1 } as const;

export function createAccountStore({ users, operators, organisations }: AccessModels) {
  return {
    /** The caller's account; empty names for records deleted meanwhile. */
    async describe({
      userId,
      organisationId,
    }: Pick<Caller, 'userId' | 'organisationId'>): Promise<AccountNames> {
      const [user, organisation] = await Promise.all([
        users.findOne({ _id: userId, organisationId }, { email: 1, ...PROFILE }).lean(),
        organisations.findOne({ _id: organisationId }, { name: 1 }).lean(),
      ]);
      return {
        email: user?.email ?? '',
        organisation: organisation?.name ?? '',
        profile: profileOf(user ?? {}),
      };
    },
    /** The account of an operator; empty if deleted meanwhile. */
    async describeOperator({ userId }: Operator): Promise<Omit<AccountNames, 'organisation'>> {
      const found = await operators.findOne({ _id: userId }, { email: 1, ...PROFILE }).lean();
      return { email: found?.email ?? '', profile: profileOf(found ?? {}) };
    },
    /** The profile of an account; null when it was deleted. */
    async profile({ userId: _id, organisationId }: AccountId): Promise<Profile | null> {
      const found =
        organisationId === null
          ? await operators.findOne({ _id }, PROFILE).lean()
          : await users.findOne({ _id, organisationId }, PROFILE).lean();
      return found && profileOf(found);
    },
    /** Changes a profile that has not changed since it was read; false when it has, or its account is gone. */
    async changeProfile(
      { userId: _id, organisationId }: AccountId,
      read: Profile,
      profile: Profile,
      session: ClientSession,
    ): Promise<boolean> {
      const set = { $set: profile };
      const { matchedCount } =
        organisationId === null
          ? await operators.updateOne({ _id, ...read }, set, { session })
          : await users.updateOne({ _id, organisationId, ...read }, set, { session });
      return matchedCount === 1;
    },
  };
}
