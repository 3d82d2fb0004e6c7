import type { Caller } from '../domain/access.js';
import type { Models } from '../models/models.js';

/** A user in the words that people know them by. */
export interface Account {
  readonly email: string;
  readonly organisation: string;
}

export interface AccountStore {
  /** The caller's own account. Two queries at once; empty words for what has gone meanwhile. */
  describe(caller: Pick<Caller, 'userId' | 'organisationId'>): Promise<Account>;
}

export function createAccountStore({ users, organisations }: Models): AccountStore {
  return {
    async describe({ userId, organisationId }) {
      const [user, organisation] = await Promise.all([
        users.findOne({ _id: userId, organisationId }, { email: 1 }).lean(),
        organisations.findOne({ _id: organisationId }, { name: 1 }).lean(),
      ]);
      return { email: user?.email ?? '', organisation: organisation?.name ?? '' };
    },
  };
}
