import type { Caller, Operator } from '../domain/access.js';
import type { AccessModels } from '../models/models.js';

/** A user's display names. */
export interface AccountNames {
  readonly email: string;
  readonly organisation: string;
}

export function createAccountStore({ users, operators, organisations }: AccessModels) {
  return {
    /** The caller's account; empty names for records deleted meanwhile. */
    async describe({
      userId,
      organisationId,
    }: Pick<Caller, 'userId' | 'organisationId'>): Promise<AccountNames> {
      const [user, organisation] = await Promise.all([
        users.findOne({ _id: userId, organisationId }, { email: 1 }).lean(),
        organisations.findOne({ _id: organisationId }, { name: 1 }).lean(),
      ]);
      return { email: user?.email ?? '', organisation: organisation?.name ?? '' };
    },
    /** The email of an operator; empty if deleted meanwhile. */
    async operatorEmail({ userId }: Operator): Promise<string> {
      return (await operators.findOne({ _id: userId }, { email: 1 }).lean())?.email ?? '';
    },
  };
}
