import type { Model } from 'mongoose';
import type { AuditModels } from '../../audit/models/models.js';
import { accessTokenSchema, type AccessTokenRecord } from './access-token.js';
import { operatorSchema, type OperatorRecord } from './operator.js';
import { organisationSchema, type OrganisationRecord } from './organisation.js';
import { userSchema, type UserRecord } from './user.js';

/** The collections of access and of the families below. */
export interface AccessModels extends AuditModels {
  accessTokens: Model<AccessTokenRecord>;
  operators: Model<OperatorRecord>;
  organisations: Model<OrganisationRecord>;
  users: Model<UserRecord>;
}

export const ACCESS_SCHEMAS = {
  accessTokens: accessTokenSchema,
  operators: operatorSchema,
  organisations: organisationSchema,
  users: userSchema,
};
