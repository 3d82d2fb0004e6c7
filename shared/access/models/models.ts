import type { ModelsOf } from '../../platform/models/models-of.js';
import type { AuditModels } from '../../audit/models/models.js';
import { accessTokenSchema } from './access-token.js';
import { operatorSchema } from './operator.js';
import { organisationSchema } from './organisation.js';
import { userSchema } from './user.js';

export const ACCESS_SCHEMAS = {
  accessTokens: accessTokenSchema,
  operators: operatorSchema,
  organisations: organisationSchema,
  users: userSchema,
};

/** The collections of access and of the families below. */
export interface AccessModels extends AuditModels, ModelsOf<typeof ACCESS_SCHEMAS> {}
