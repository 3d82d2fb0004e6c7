import type { UpdateQuery } from 'mongoose';
import { publicTokenId } from '../domain/secrets.js';
import type { AccessTokenRecord } from '../models/access-token.js';
import type { Models } from '../models/models.js';

/** An account by its id: with no organisation, an operator of the installation. */
export interface AccountRef {
  readonly userId: number;
  readonly organisationId: number | null;
}

/** Whose tokens a caller may see: one user's, or those of all users of an organisation. */
export interface TokenScope {
  readonly organisationId: number | null;
  readonly userId?: number;
}

/** A token or session without what it is checked by. */
export type ListedToken = Pick<
  AccessTokenRecord,
  'kind' | 'userId' | 'createdAt' | 'expiresAt' | 'lastUsedAt'
> & { readonly id: string; readonly name: string | null; readonly email: string | null };

/** A change of an account that revokes every token and session it has. */
type AccountChange = { passwordHash: string } | { disabledAt: Date };

export interface CredentialStore {
  /** Tokens and sessions that are accepted, newest first. Two round trips. */
  list(scope: TokenScope, now: Date, skip: number, limit: number): Promise<ListedToken[]>;
  /** Revokes one by its public id; whether there was one in scope. One conditional write. */
  revoke(scope: TokenScope, id: string): Promise<boolean>;
  /** Revokes all tokens and sessions of an account; false when there is no such account. One write, and one that tidies up. */
  revokeAll(account: AccountRef): Promise<boolean>;
  /** Changes an account and revokes all its tokens and sessions in the same write; false when there is no such account. */
  change(account: AccountRef, change: AccountChange): Promise<boolean>;
  /** False when there is no such account. What was revoked stays revoked. One write. */
  enable(account: AccountRef): Promise<boolean>;
}

export function createCredentialStore({ accessTokens, users, operators }: Models): CredentialStore {
  async function update(
    { userId: _id, organisationId }: AccountRef,
    change: UpdateQuery<{ tokenGeneration?: number; passwordHash?: string | null; disabledAt?: Date | null }>,
  ): Promise<number | null> {
    const options = { returnDocument: 'after', projection: { tokenGeneration: 1 } } as const;
    const account =
      organisationId === null
        ? await operators.findOneAndUpdate({ _id }, change as never, options).lean()
        : await users.findOneAndUpdate({ _id, organisationId }, change as never, options).lean();
    return account && (account.tokenGeneration ?? 0);
  }

  /** The new generation revokes; deleting only keeps what is dead out of lists. */
  async function revokeWith(account: AccountRef, change?: AccountChange): Promise<boolean> {
    const next = { $inc: { tokenGeneration: 1 }, ...(change ? { $set: change } : {}) };
    const generation = await update(account, next);
    if (generation === null) return false;
    await accessTokens.deleteMany({ ...account, generation: { $not: { $gte: generation } } });
    return true;
  }

  async function holdersOf({ organisationId }: TokenScope, ids: number[]) {
    const fields = { email: 1, tokenGeneration: 1 } as const;
    const found =
      organisationId === null
        ? await operators.find({ _id: { $in: ids } }, fields).lean()
        : await users.find({ _id: { $in: ids }, organisationId }, fields).lean();
    return new Map(found.map((holder) => [holder._id, holder]));
  }

  return {
    async list(scope, now, skip, limit) {
      const tokens = await accessTokens
        .find({ ...scope, expiresAt: { $gt: now } })
        .sort({ createdAt: -1, _id: 1 })
        .skip(skip)
        .limit(limit)
        .lean();
      const holders = await holdersOf(scope, [...new Set(tokens.map(({ userId }) => userId))]);
      return tokens.flatMap(({ _id, name, generation, ...token }) => {
        const holder = holders.get(token.userId);
        if ((holder?.tokenGeneration ?? 0) !== (generation ?? 0)) return [];
        return [{ ...token, id: publicTokenId(_id), name: name ?? null, email: holder?.email ?? null }];
      });
    },
    async revoke(scope, id) {
      return (await accessTokens.deleteOne({ ...scope, publicId: id })).deletedCount === 1;
    },
    revokeAll: (account) => revokeWith(account),
    change: revokeWith,
    async enable(account) {
      return (await update(account, { $set: { disabledAt: null } })) !== null;
    },
  };
}
