import { managedRoles, type Caller } from '../domain/access.js';
import type { AccountRef } from '../stores/credential-store.js';

/** The account of a user if the caller manages its tokens: the caller's own, or one with a managed role. */
export function managedAccount(caller: Caller, userId: number): AccountRef {
  const account = { organisationId: caller.organisationId, userId };
  return userId === caller.userId ? account : { ...account, roles: managedRoles(caller) };
}
