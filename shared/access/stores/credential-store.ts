import type { ClientSession, UpdateQuery } from 'mongoose';
import type { Author } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { AccompanyDeletion, TransactUncounted } from '../../platform/mongo/transaction.js';
import { accountEntry } from '../domain/account-entry.js';
import { publicTokenId } from '../../platform/values/secrets.js';
import type { Role } from '../domain/access.js';
import type { AccessTokenRecord } from '../models/access-token.js';
import type { AccessModels } from '../models/models.js';
import { endToken, ofGeneration } from './token-records.js';

/** An account by its id; without an organisation, an operator of the installation. */
export interface AccountRef {
  readonly userId: number;
  readonly organisationId: number | null;
  /** When present, the account must have one of these roles. */
  readonly roles?: readonly Role[];
}

/** The users of an organisation with one of these roles. */
interface ManagedUsers {
  readonly organisationId: number;
  readonly roles: readonly Role[];
}

/** A token or session without its hash. */
export type ListedToken = Pick<AccessTokenRecord, 'kind' | 'createdAt' | 'expiresAt' | 'lastUsedAt'> & {
  readonly id: string;
  readonly name: string | null;
  readonly prefix: string | null;
  /** The token that it was made with. */
  readonly parentId: string | null;
};

/** Who changes an account, and when. */
export interface Change {
  readonly author: Author;
  readonly at: Date;
  /** Runs in the transaction of the change. */
  readonly accompany?: AccompanyDeletion;
}

/** A change of an account that revokes all of its tokens and sessions. */
type AccountChange = { passwordHash: string } | { disabledAt: Date };

export interface CredentialStore {
  /** One page of the account's valid tokens and sessions; null when the account does not exist. */
  list(account: AccountRef, now: Date, page: SortedPageRequest): Promise<SortedPage<ListedToken> | null>;
  /**
   * Revokes one token, with all that were made with it, or one session of the account by its public id.
   * @returns whether it existed
   */
  revoke(account: Omit<AccountRef, 'roles'>, id: string, by: Change): Promise<boolean>;
  /** The managed user whose token or session has this public id, or null. */
  findHolder(users: ManagedUsers, id: string): Promise<number | null>;
  /** Revokes all tokens and sessions of an account; false when the account does not exist. */
  revokeAll(account: AccountRef, by: Change): Promise<boolean>;
  /** Deletes all browser sessions of a user; false when the account does not exist. */
  endSessions(account: AccountRef, by: Change): Promise<boolean>;
  /**
   * Changes an account and revokes all of its tokens and sessions in the same write; false when it does not exist.
   */
  change(account: AccountRef, change: AccountChange, by: Change): Promise<boolean>;
  /** False when the account does not exist. Revoked tokens stay revoked. */
  enable(account: AccountRef, by: Change): Promise<boolean>;
}

function actionOf(change: AccountChange | null): string {
  if (change === null) return 'tokens.revoked';
  return 'passwordHash' in change ? 'user.password_changed' : 'user.disabled';
}

/** The filter of the account. */
function matching({ userId: _id, organisationId, roles }: AccountRef) {
  return { _id, organisationId, ...(roles ? { role: { $in: [...roles] } } : {}) };
}

export function createCredentialStore(models: AccessModels, transact: TransactUncounted): CredentialStore {
  const { accessTokens, users, operators } = models;

  function update(
    account: AccountRef,
    change: UpdateQuery<{ tokenGeneration?: number; passwordHash?: string | null; disabledAt?: Date | null }>,
    action: string,
    { author, at, accompany }: Change,
  ): Promise<number | null> {
    const entry = accountEntry(account, action, author, { at });
    // Others see from the revision that the user was disabled or enabled.
    const { $inc, ...fields } = change;
    const changed =
      'disabledAt' in (fields.$set ?? {}) ? { ...fields, $inc: { ...$inc, revision: 1 } } : change;
    return transact(async (session) => {
      const options = { session, returnDocument: 'after', projection: { tokenGeneration: 1 } } as const;
      const found =
        account.organisationId === null
          ? await operators.findOneAndUpdate({ _id: account.userId }, change as never, options).lean()
          : await users.findOneAndUpdate(matching(account) as never, changed as never, options).lean();
      if (found === null) return null;
      await writeEntries(models, [entry], session);
      await accompany?.(session);
      return found.tokenGeneration ?? 0;
    });
  }

  /** The new generation revokes; deleting the tokens is clean-up. */
  async function revokeWith(account: AccountRef, change: AccountChange | null, by: Change): Promise<boolean> {
    const next = { $inc: { tokenGeneration: 1 }, ...(change ? { $set: change } : {}) };
    const generation = await update(account, next, actionOf(change), by);
    if (generation === null) return false;
    const { userId, organisationId } = account;
    await accessTokens.deleteMany({ userId, organisationId, generation: { $not: { $gte: generation } } });
    return true;
  }

  async function generationOf(
    account: AccountRef,
    session: ClientSession | null = null,
  ): Promise<number | null> {
    const fields = { tokenGeneration: 1 } as const;
    const found =
      account.organisationId === null
        ? await operators.findOne({ _id: account.userId }, fields, { session }).lean()
        : await users.findOne(matching(account) as never, fields, { session }).lean();
    return found && (found.tokenGeneration ?? 0);
  }

  return {
    async list(account, now, page) {
      const generation = await generationOf(account);
      if (generation === null) return null;
      const { organisationId, userId } = account;
      const filter = { organisationId, userId, ...ofGeneration(generation), expiresAt: { $gt: now } };
      // By the public id, since the position of a token goes into a cursor.
      const found = await readSortedPage(accessTokens, filter as never, page, 'publicId');
      const items = found.items.map((token) => ({
        id: publicTokenId(token._id),
        kind: token.kind,
        name: token.name ?? null,
        prefix: token.prefix ?? null,
        parentId: token.parentIds?.[0] ?? null,
        createdAt: token.createdAt,
        expiresAt: token.expiresAt,
        lastUsedAt: token.lastUsedAt,
      }));
      return { ...found, items };
    },
    revoke: ({ organisationId, userId }, id, { author, at, accompany }) =>
      transact(async (session) => {
        const named = { organisationId, userId, publicId: id };
        if (!(await endToken(models, named, { at, authorOf: () => author }, session))) return false;
        await accompany?.(session);
        return true;
      }),
    async findHolder({ organisationId, roles }, id) {
      const token = await accessTokens.findOne({ organisationId, publicId: id }, { userId: 1 }).lean();
      if (!token) return null;
      const account = { organisationId, userId: token.userId, roles };
      return (await generationOf(account)) === null ? null : token.userId;
    },
    revokeAll: (account, by) => revokeWith(account, null, by),
    async endSessions(account, { author, at, accompany }) {
      const { userId, organisationId } = account;
      const entry = accountEntry({ userId, organisationId }, 'sessions.ended', author, { at });
      return transact(async (session) => {
        if ((await generationOf(account, session)) === null) return false;
        await accessTokens.deleteMany({ userId, organisationId, kind: 'session' }, { session });
        await writeEntries(models, [entry], session);
        await accompany?.(session);
        return true;
      });
    },
    change: revokeWith,
    async enable(account, by) {
      return (await update(account, { $set: { disabledAt: null } }, 'user.enabled', by)) !== null;
    },
  };
}
