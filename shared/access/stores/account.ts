import type { OperatorRecord } from '../models/operator.js';
import type { UserRecord } from '../models/user.js';

/** The account that signs in: a user of an organisation or an operator of the installation. */
export type Account = UserRecord | OperatorRecord;

export function isUser(account: Account): account is UserRecord {
  return 'organisationId' in account;
}

/** The ids of an account. */
export function holderOf(account: Account): { userId: number; organisationId: number | null } {
  return { userId: account._id, organisationId: isUser(account) ? account.organisationId : null };
}
