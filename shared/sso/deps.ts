import type { AccessStores } from '../access/deps.js';
import type { AccessEpoch } from '../access/stores/session-store.js';
import type { BaseDeps } from '../platform/deps.js';
import type { TextResolver } from '../platform/outbound/text-resolver.js';
import type { SsoModels } from './models/models.js';
import type { IdentityProviders } from './operations/identity-providers.js';
import { createSsoAttemptStore } from './stores/sso-attempt-store.js';
import { createSsoConfigurationStore } from './stores/sso-configuration-store.js';
import { createSsoDomainStore } from './stores/sso-domain-store.js';
import { createSsoGrantStore } from './stores/sso-grant-store.js';
import { createSsoLogoutStore } from './stores/sso-logout-store.js';
import { createSsoUserStore } from './stores/sso-user-store.js';

export function createSsoStores(models: SsoModels) {
  return {
    ssoAttempts: createSsoAttemptStore(models),
    ssoConfigurations: createSsoConfigurationStore(models),
    ssoDomains: createSsoDomainStore(models),
    ssoGrants: createSsoGrantStore(models),
    ssoLogouts: createSsoLogoutStore(models),
    ssoUsers: createSsoUserStore(models),
  };
}

/** The stores of single sign-on and of the families below. */
export interface SsoStores extends AccessStores, ReturnType<typeof createSsoStores> {}

/** What operations on single sign-on may use. */
export interface SsoDeps extends BaseDeps<SsoStores> {
  readonly identityProviders: IdentityProviders;
  readonly texts: TextResolver;
}

/** The same for operations that change what sessions may do. */
export interface SignOnDeps extends SsoDeps {
  readonly accessEpoch: Pick<AccessEpoch, 'change'>;
}
