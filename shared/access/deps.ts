import type { AccessModels } from './models/models.js';
import type { AuditStores } from '../audit/deps.js';
import type { TransactUncounted } from '../platform/mongo/transaction.js';
import type { IdSource } from '../platform/mongo/ids.js';
import { createAccountStore } from './stores/account-store.js';
import { createAdminStore } from './stores/admin-store.js';
import { createChallengeStore } from './stores/challenge-store.js';
import { createCredentialStore } from './stores/credential-store.js';
import { createEmailStore } from './stores/email-store.js';
import { createEncryptedFactorStore } from './stores/encrypted-factor-store.js';
import { createFactorStore } from './stores/factor-store.js';
import { createForgetStore } from './stores/forget-store.js';
import { createMailStore } from './stores/mail-store.js';
import { createOrganisationRulesStore } from './stores/organisation-rules-store.js';
import { createPasswordLinkStore } from './stores/password-link-store.js';
import { createSessionStore } from './stores/session-store.js';
import { createUserStore } from './stores/user-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createAccessStores(models: AccessModels, ids: IdSource, transact: TransactUncounted) {
  return {
    admin: createAdminStore(models, ids, transact),
    accounts: createAccountStore(models),
    challenges: createChallengeStore(models),
    credentials: createCredentialStore(models, transact),
    emails: createEmailStore(models),
    encryptedFactors: createEncryptedFactorStore(models),
    factors: createFactorStore(models, transact),
    forgetting: createForgetStore(models),
    mails: createMailStore(models),
    organisationRules: createOrganisationRulesStore(models),
    passwordLinks: createPasswordLinkStore(models),
    sessions: createSessionStore(models, transact),
    users: createUserStore(models),
  };
}

/** The stores of access, and those of the families below. */
export interface AccessStores extends AuditStores, ReturnType<typeof createAccessStores> {}

/** Dependencies of operations on access. */
export type AccessDeps = BaseDeps<AccessStores>;
