import type { AccessModels } from '../models/models.js';
import type { AuditStores } from '../../audit/stores/stores.js';
import type { TransactUncounted } from '../../platform/mongo/transaction.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import { type AccountStore, createAccountStore } from './account-store.js';
import { type AdminStore, createAdminStore } from './admin-store.js';
import { type CredentialStore, createCredentialStore } from './credential-store.js';
import { type SessionStore, createSessionStore } from './session-store.js';
import { type UserStore, createUserStore } from './user-store.js';

/** The stores of access, and those of the families below. */
export interface AccessStores extends AuditStores {
  readonly admin: AdminStore;
  readonly accounts: AccountStore;
  readonly credentials: CredentialStore;
  readonly sessions: SessionStore;
  readonly users: UserStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createAccessStores(
  models: AccessModels,
  ids: IdSource,
  transact: TransactUncounted,
): Omit<AccessStores, keyof AuditStores> {
  return {
    admin: createAdminStore(models, ids, transact),
    accounts: createAccountStore(models),
    credentials: createCredentialStore(models, transact),
    sessions: createSessionStore(models, transact),
    users: createUserStore(models),
  };
}
