import type { AccessModels } from '../../access/models/models.js';
import type { ModelsOf } from '../../platform/models/models-of.js';
import { ssoAttemptModel } from './sso-attempt.js';
import { ssoConfigurationModel } from './sso-configuration.js';
import { ssoDomainModel } from './sso-domain.js';
import { ssoGrantModel } from './sso-grant.js';
import { ssoLogoutModel } from './sso-logout.js';

export const SSO_MODELS = {
  ssoAttempts: ssoAttemptModel,
  ssoConfigurations: ssoConfigurationModel,
  ssoDomains: ssoDomainModel,
  ssoGrants: ssoGrantModel,
  ssoLogouts: ssoLogoutModel,
};

/** The collections of single sign-on and of the families below. */
export interface SsoModels extends AccessModels, ModelsOf<typeof SSO_MODELS> {}
