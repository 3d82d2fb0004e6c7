import type { ModelsOf } from '../../platform/models/models-of.js';
import type { AuditModels } from '../../audit/models/models.js';
import { accessTokenModel } from './access-token.js';
import { mailModel } from './mail.js';
import { operatorModel } from './operator.js';
import { organisationModel } from './organisation.js';
import { passwordLinkModel } from './password-link.js';
import { signInChallengeModel } from './sign-in-challenge.js';
import { userModel } from './user.js';

export const ACCESS_MODELS = {
  accessTokens: accessTokenModel,
  mails: mailModel,
  operators: operatorModel,
  organisations: organisationModel,
  passwordLinks: passwordLinkModel,
  signInChallenges: signInChallengeModel,
  users: userModel,
};

/** The collections of access and of the families below. */
export interface AccessModels extends AuditModels, ModelsOf<typeof ACCESS_MODELS> {}
