import type { ClientSession, UpdateQuery } from 'mongoose';
import type { AuditedFields, Author } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { AccompanyDeletion, TransactUncounted } from '../../platform/mongo/transaction.js';
import { accountEntry } from '../domain/account-entry.js';
import type { TokenLimits } from '../domain/token-limits.js';
import { publicTokenId } from '../../platform/values/secrets.js';
import type { Role } from '../domain/access.js';
import type { AccessTokenRecord, SignInPlace } from '../models/access-token.js';
import type { AccessModels } from '../models/models.js';
import { deleteSessions, endToken, ofGeneration } from './token-records.js';

/** An account by its id; without an organisation, an operator of the installation. */
export interface AccountRef {
  readonly userId: number;
  readonly organisationId: number | null;
  /** When present, the account must have one of these roles. */
  readonly roles?: readonly Role[];
  /** When present, those that the account must have. */
  readonly email?: string;
  readonly generation?: number;
}

/** The users of an organisation with one of these roles. */
interface ManagedUsers {
  readonly organisationId: number;
  readonly roles: readonly Role[];
}

/** A token or session without its hash. */
export type ListedToken = Pick<AccessTokenRecord, 'kind' | 'createdAt' | 'expiresAt' | 'lastUsedAt'> &
  TokenLimits & {
    readonly id: string;
    readonly name: string | null;
    readonly prefix: string | null;
    /** The token that it was made with. */
    readonly parentId: string | null;
    /** Where a session was signed in. */
    readonly from: SignInPlace | null;
  };

/** Who changes an account, and when. */
export interface Change {
  readonly author: Author;
  readonly at: Date;
  /** What the entry of the audit log shows. */
  readonly after?: AuditedFields;
  /** Runs in the transaction of the change. */
  readonly accompany?: AccompanyDeletion;
  /** The hash of the session that goes on when the tokens and sessions of its account are revoked. */
  readonly keeps?: string;
}

/** A change of an account that revokes all of its tokens and sessions. */
type AccountChange = { passwordHash: string } | { disabledAt: Date };

export type CredentialStore = ReturnType<typeof createCredentialStore>;

function actionOf(change: AccountChange | null): string {
  if (change === null) return 'tokens.revoked';
  return 'passwordHash' in change ? 'user.password_changed' : 'user.disabled';
}

/** The filter of the account. */
function matching({ userId: _id, organisationId, roles, email, generation }: AccountRef) {
  return {
    _id,
    ...(organisationId === null ? {} : { organisationId }),
    ...(roles ? { role: { $in: [...roles] } } : {}),
    ...(email === undefined ? {} : { email }),
    ...(generation === undefined ? {} : { tokenGeneration: ofGeneration(generation).generation }),
  };
}

export function createCredentialStore(models: AccessModels, transact: TransactUncounted) {
  const { accessTokens, users, operators } = models;

  function update(
    account: AccountRef,
    change: UpdateQuery<{ tokenGeneration?: number; passwordHash?: string | null; disabledAt?: Date | null }>,
    action: string,
    { author, at, after, accompany, keeps }: Change,
  ): Promise<number | null> {
    const entry = accountEntry(account, action, author, {
      at,
      ...(after === undefined ? {} : { after }),
    });
    // Others see from the revision that the user was disabled or enabled.
    const { $inc, ...fields } = change;
    const changed =
      'disabledAt' in (fields.$set ?? {}) ? { ...fields, $inc: { ...$inc, revision: 1 } } : change;
    return transact(async (session) => {
      const options = { session, returnDocument: 'after', projection: { tokenGeneration: 1 } } as const;
      const found =
        account.organisationId === null
          ? await operators.findOneAndUpdate(matching(account) as never, change as never, options).lean()
          : await users.findOneAndUpdate(matching(account) as never, changed as never, options).lean();
      if (found === null) return null;
      if (keeps !== undefined) await keep(account, keeps, found.tokenGeneration ?? 0, session);
      await writeEntries(models, [entry], session);
      await accompany?.(session);
      return found.tokenGeneration ?? 0;
    });
  }

  async function keep(
    { userId, organisationId }: AccountRef,
    hash: string,
    generation: number,
    session: ClientSession,
  ): Promise<void> {
    await accessTokens.updateOne(
      { _id: hash, organisationId, userId },
      { $set: { generation } },
      { session },
    );
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
    /**
     * One page of the account's valid tokens and sessions; null when the account does not exist.
     * @param kind null for both
     */
    async list(
      account: AccountRef,
      now: Date,
      page: SortedPageRequest,
      kind: AccessTokenRecord['kind'] | null = null,
    ): Promise<SortedPage<ListedToken> | null> {
      const generation = await generationOf(account);
      if (generation === null) return null;
      const { organisationId, userId } = account;
      const valid = { organisationId, userId, ...ofGeneration(generation), expiresAt: { $gt: now } };
      const filter = kind === null ? valid : { ...valid, kind };
      // By the public id, since the position of a token goes into a cursor.
      const found = await readSortedPage(accessTokens, filter as never, page, 'publicId');
      const items = found.items.map((token) => ({
        id: publicTokenId(token._id),
        kind: token.kind,
        name: token.name ?? null,
        prefix: token.prefix ?? null,
        parentId: token.parentIds?.[0] ?? null,
        from: token.signedInFrom ?? null,
        ...(token.scopes ? { scopes: token.scopes } : {}),
        ...(token.networks ? { networks: token.networks } : {}),
        createdAt: token.createdAt,
        expiresAt: token.expiresAt,
        lastUsedAt: token.lastUsedAt,
      }));
      return { ...found, items };
    },
    /**
     * Revokes one token, with all that were made with it, or one session of the account by its public id.
     * @param kind null for both
     * @returns whether it existed
     */
    revoke: (
      { organisationId, userId }: Omit<AccountRef, 'roles'>,
      id: string,
      { author, at, accompany }: Change,
      kind: AccessTokenRecord['kind'] | null = null,
    ): Promise<boolean> =>
      transact(async (session) => {
        const named = { organisationId, userId, publicId: id, ...(kind === null ? {} : { kind }) };
        if (!(await endToken(models, named, { at, authorOf: () => author }, session))) return false;
        await accompany?.(session);
        return true;
      }),
    /** The managed user whose token or session has this public id, or null. */
    async findHolder({ organisationId, roles }: ManagedUsers, id: string): Promise<number | null> {
      const token = await accessTokens.findOne({ organisationId, publicId: id }, { userId: 1 }).lean();
      if (!token) return null;
      const account = { organisationId, userId: token.userId, roles };
      return (await generationOf(account)) === null ? null : token.userId;
    },
    /** Revokes all tokens and sessions of an account; false when the account does not exist. */
    revokeAll: (account: AccountRef, by: Change): Promise<boolean> => revokeWith(account, null, by),
    /** Deletes all browser sessions of a user, but for one that goes on; false when the account does not exist. */
    async endSessions(account: AccountRef, { author, at, accompany, keeps }: Change): Promise<boolean> {
      const { userId, organisationId } = account;
      const entry = accountEntry({ userId, organisationId }, 'sessions.ended', author, { at });
      return transact(async (session) => {
        if ((await generationOf(account, session)) === null) return false;
        await deleteSessions(models, account, keeps ?? null, session);
        await writeEntries(models, [entry], session);
        await accompany?.(session);
        return true;
      });
    },
    /**
     * Changes an account and revokes all of its tokens and sessions in the same write; false when it does not exist.
     */
    change: revokeWith,
    /** False when the account does not exist. Revoked tokens stay revoked. */
    async enable(account: AccountRef, by: Change): Promise<boolean> {
      return (await update(account, { $set: { disabledAt: null } }, 'user.enabled', by)) !== null;
    },
  };
}
