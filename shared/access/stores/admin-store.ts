import type { AccessModels } from '../models/models.js';
import type { OperatorRecord } from '../models/operator.js';
import type { OrganisationRecord } from '../models/organisation.js';
import type { UserRecord } from '../models/user.js';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import type { IdSource } from '../../platform/mongo/ids.js';

/** For the command line of the installation: without a caller's scope, and not reachable by HTTP. */
export interface AdminStore {
  createOrganisation(fields: Pick<OrganisationRecord, 'name' | 'noOfAps'>): Promise<number>;
  /** Whether the organisation exists. */
  organisationExists(id: number): Promise<boolean>;
  /** Null when a user or an operator already has the email. */
  createUser(fields: Omit<UserRecord, '_id'>): Promise<number | null>;
  /** Null when a user or an operator already has the email. */
  createOperator(fields: Pick<OperatorRecord, 'email' | 'passwordHash'>): Promise<number | null>;
}

export function createAdminStore(models: AccessModels, ids: IdSource): AdminStore {
  return {
    async createOrganisation(fields) {
      const _id = await ids.reserve('organisations');
      await models.organisations.create({ _id, deviceCount: 0, unassignedCount: 0, ...fields });
      return _id;
    },
    async organisationExists(id) {
      return (await models.organisations.exists({ _id: id })) !== null;
    },
    async createUser(fields) {
      if (await models.operators.exists({ email: fields.email })) return null;
      const _id = await ids.reserve('users');
      try {
        await models.users.create({ _id, ...fields });
        return _id;
      } catch (error) {
        if (isDuplicateKey(error)) return null;
        throw error;
      }
    },
    async createOperator(fields) {
      if (await models.users.exists({ email: fields.email })) return null;
      const _id = await ids.reserve('operators');
      try {
        await models.operators.create({ _id, ...fields });
        return _id;
      } catch (error) {
        if (isDuplicateKey(error)) return null;
        throw error;
      }
    },
  };
}
