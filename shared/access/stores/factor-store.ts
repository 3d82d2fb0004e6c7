import type { ClientSession, QueryFilter, UpdateQuery } from 'mongoose';
import type { AuditedFields, Author } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import type { AccompanyDeletion, TransactUncounted } from '../../platform/mongo/transaction.js';
import { accountEntry } from '../domain/account-entry.js';
import type { FactorUse } from '../domain/factor-proof.js';
import { requireRoomFor } from '../domain/factor-room.js';
import type { AccessModels } from '../models/models.js';
import type { PendingFactorRecord, SecondFactorRecord, StoredFactors } from '../models/second-factor.js';
import type { AccountRef } from './credential-store.js';
import type { AccountId } from './find-account.js';
import { deleteSessions } from './token-records.js';

/** A change of the factors of an account: who makes it, when, and what the audit log shows. */
export interface FactorChange {
  readonly author: Author;
  readonly at: Date;
  readonly action: string;
  readonly before?: AuditedFields | undefined;
  readonly shown?: AuditedFields | undefined;
  /** Runs in the transaction of the change. */
  readonly accompany?: AccompanyDeletion;
  /** Ends the browser sessions of the account, but for the one with this hash; null for all. */
  readonly endsSessionsBut?: string | null;
}

/** The second factors of users and operators, which are part of their records. */
export function createFactorStore(models: AccessModels, transact: TransactUncounted) {
  const { users, operators } = models;

  /** Changes the factors of an account that matches; null when none does. */
  async function update(
    { userId: _id, organisationId, roles }: AccountRef,
    matching: QueryFilter<StoredFactors>,
    change: UpdateQuery<StoredFactors>,
    session: ClientSession | null,
  ): Promise<StoredFactors | null> {
    const options = {
      session,
      returnDocument: 'after',
      projection: { secondFactors: 1, recoveryCodes: 1 },
    } as const;
    if (organisationId === null)
      return operators.findOneAndUpdate({ _id, ...matching } as never, change as never, options).lean();
    const role = roles ? { role: { $in: [...roles] } } : {};
    return users
      .findOneAndUpdate({ _id, organisationId, ...role, ...matching } as never, change as never, options)
      .lean();
  }

  /** Does the same with its entry of the audit log; false when no account matches. */
  function record(
    account: AccountRef,
    matching: QueryFilter<StoredFactors>,
    change: UpdateQuery<StoredFactors>,
    { author, at, action, before, shown, accompany, endsSessionsBut }: FactorChange,
    then?: (after: StoredFactors, session: ClientSession) => Promise<void> | void,
  ): Promise<boolean> {
    const { userId, organisationId } = account;
    const fields = { at, ...(before && { before }), ...(shown && { after: shown }) };
    const entry = accountEntry({ userId, organisationId }, action, author, fields);
    return transact(async (session) => {
      const after = await update(account, matching, change, session);
      if (after === null) return false;
      await then?.(after, session);
      if (endsSessionsBut !== undefined) await deleteSessions(models, account, endsSessionsBut, session);
      await writeEntries(models, [entry], session);
      await accompany?.(session);
      return true;
    });
  }

  return {
    /** Begins the set-up of a factor, in the place of one that was begun before. */
    async begin(account: AccountId, pendingFactor: PendingFactorRecord): Promise<void> {
      await update(account, {}, { $set: { pendingFactor } }, null);
    },
    /**
     * Adds the factor that was begun; false when another one was begun meanwhile, and for a passkey that the account has.
     * @param recoveryCodes the hashes of the codes of the first factor; null for a further one
     * @throws AppError stateForbids when the account has got as many factors of this kind as it may have
     */
    add: (
      account: AccountId,
      factor: SecondFactorRecord,
      recoveryCodes: readonly string[] | null,
      by: FactorChange,
    ): Promise<boolean> =>
      record(
        account,
        {
          'pendingFactor.id': factor.id,
          'secondFactors.0': { $exists: recoveryCodes === null },
          ...(factor.kind === 'passkey'
            ? { 'secondFactors.credentialId': { $ne: factor.credentialId } }
            : {}),
        },
        {
          $push: { secondFactors: factor },
          $unset: { pendingFactor: 1 },
          ...(recoveryCodes === null ? {} : { $set: { recoveryCodes: [...recoveryCodes] } }),
        },
        by,
        ({ secondFactors = [] }) => {
          requireRoomFor(
            secondFactors.filter(({ id }) => id !== factor.id),
            factor.kind,
          );
        },
      ),
    /** Gives a factor another name; false when there is none of this id and name. */
    rename: (
      account: AccountId,
      { id, name: read }: Pick<SecondFactorRecord, 'id' | 'name'>,
      name: string,
      by: FactorChange,
    ): Promise<boolean> =>
      record(
        account,
        { secondFactors: { $elemMatch: { id, name: read } } },
        { $set: { 'secondFactors.$.name': name } },
        by,
      ),
    /** Removes a factor, and with the last one the recovery codes; false when there is none of this id. */
    remove: (account: AccountId, id: string, by: FactorChange): Promise<boolean> =>
      record(
        account,
        { 'secondFactors.id': id },
        { $pull: { secondFactors: { id } } },
        by,
        async ({ secondFactors = [] }, session) => {
          if (secondFactors.length === 0)
            await update(account, {}, { $unset: { recoveryCodes: 1, secondFactors: 1 } }, session);
        },
      ),
    /** Replaces all recovery codes; false for an account without a factor. */
    renewCodes: (account: AccountId, recoveryCodes: readonly string[], by: FactorChange): Promise<boolean> =>
      record(
        account,
        { 'secondFactors.0': { $exists: true } },
        { $set: { recoveryCodes: [...recoveryCodes] } },
        by,
      ),
    /** Removes all factors and recovery codes; false when no account matches that has one. */
    reset: (account: AccountRef, by: FactorChange): Promise<boolean> =>
      record(
        account,
        { 'secondFactors.0': { $exists: true } },
        { $unset: { secondFactors: 1, pendingFactor: 1, recoveryCodes: 1 } },
        by,
      ),
    /** Uses a proof up; false when that has happened before, or its factor is gone. */
    async use(account: AccountId, use: FactorUse, at: Date, session: ClientSession): Promise<boolean> {
      if (use.kind === 'recovery_code') {
        const { hash } = use;
        return (
          (await update(account, { recoveryCodes: hash }, { $pull: { recoveryCodes: hash } }, session)) !==
          null
        );
      }
      if (use.kind === 'passkey') {
        const { id, counter } = use;
        const grown = { $elemMatch: { id, counter: counter === 0 ? 0 : { $lt: counter } } };
        const used = { 'secondFactors.$.counter': counter, 'secondFactors.$.lastUsedAt': at };
        return (await update(account, { secondFactors: grown }, { $set: used }, session)) !== null;
      }
      const unused = { secondFactors: { $elemMatch: { id: use.id, lastStep: { $lt: use.step } } } };
      const used = { 'secondFactors.$.lastStep': use.step, 'secondFactors.$.lastUsedAt': at };
      return (await update(account, unused, { $set: used }, session)) !== null;
    },
    /** Writes that an attempt to sign in with a wrong code was refused. */
    async recordFailure(account: AccountId, author: Author, at: Date, address: string | null): Promise<void> {
      const after = address === null ? {} : { address };
      await writeEntries(models, [accountEntry(account, 'second_factor.failed', author, { at, after })]);
    },
  };
}
