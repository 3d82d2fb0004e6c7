import type { ClientSession } from 'mongoose';
import { CLI, newEntry, type AuditEntry } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import { accountEntry } from '../domain/account-entry.js';
import type { TransactUncounted } from '../../platform/mongo/transaction.js';
import type { AccessModels } from '../models/models.js';
import type { OperatorRecord } from '../models/operator.js';
import type { OrganisationRecord } from '../models/organisation.js';
import type { UserRecord } from '../models/user.js';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import type { IdSource } from '../../platform/mongo/ids.js';

/** For the command line of the installation: without a caller's scope, and not reachable by HTTP. */
export function createAdminStore(models: AccessModels, ids: IdSource, transact: TransactUncounted) {
  /** Adds a record with its entry of the audit log; false when a unique index refuses it. */
  async function add(
    entry: AuditEntry,
    insert: (session: ClientSession) => Promise<unknown>,
  ): Promise<boolean> {
    try {
      await transact(async (session) => {
        await insert(session);
        await writeEntries(models, [entry], session);
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  return {
    async createOrganisation(fields: Pick<OrganisationRecord, 'name' | 'noOfAps'>): Promise<number> {
      const _id = await ids.reserve('organisations');
      const record = { _id, deviceCount: 0, unassignedCount: 0, ...fields };
      const change = { organisationId: _id, at: new Date(), action: 'organisation.created' };
      const after = { name: fields.name, no_of_aps: fields.noOfAps };
      const entry = newEntry({ ...change, subject: `organisation:${_id}`, after }, CLI);
      await add(entry, (session) => models.organisations.create([record], { session }));
      return _id;
    },
    /** Whether the organisation exists. */
    async organisationExists(id: number): Promise<boolean> {
      return (await models.organisations.exists({ _id: id })) !== null;
    },
    /**
     * Null when a user or an operator already has the email.
     * @param accompany runs in the same transaction
     */
    async createUser(
      fields: Omit<UserRecord, '_id'>,
      accompany: (session: ClientSession) => Promise<void>,
    ): Promise<number | null> {
      if (await models.operators.exists({ email: fields.email })) return null;
      const _id = await ids.reserve('users');
      const { organisationId, email, role, tier, networks } = fields;
      const account = { userId: _id, organisationId };
      const after = { email, role, tier, networks };
      const entry = accountEntry(account, 'user.created', CLI, { at: new Date(), after });
      const isAdded = await add(entry, async (session) => {
        await accompany(session);
        await models.users.create([{ _id, ...fields }], { session });
      });
      return isAdded ? _id : null;
    },
    /** Null when a user or an operator already has the email. */
    async createOperator(fields: Pick<OperatorRecord, 'email' | 'passwordHash'>): Promise<number | null> {
      if (await models.users.exists({ email: fields.email })) return null;
      const _id = await ids.reserve('operators');
      const account = { userId: _id, organisationId: null };
      const after = { email: fields.email };
      const entry = accountEntry(account, 'operator.created', CLI, { at: new Date(), after });
      const isAdded = await add(entry, (session) =>
        models.operators.create([{ _id, ...fields }], { session }),
      );
      return isAdded ? _id : null;
    },
  };
}
