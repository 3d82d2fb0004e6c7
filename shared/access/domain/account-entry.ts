import { INSTALLATION, newEntry, type AuditEntry, type Author } from '../../audit/domain/audit-entry.js';

/** An account by its id; without an organisation, an operator of the installation. */
export interface AccountId {
  readonly userId: number;
  readonly organisationId: number | null;
}

/** `user:4`, or `operator:2` for an operator of the installation. */
export function accountName({ userId, organisationId }: AccountId): `user:${number}` | `operator:${number}` {
  return organisationId === null ? `operator:${userId}` : `user:${userId}`;
}

/**
 * The entry of the audit log of a change of an account, its tokens or its sessions. `after` has the network address of its
 * author.
 */
export function accountEntry(
  account: AccountId,
  action: string,
  author: Author,
  fields: Pick<AuditEntry, 'at'> & Partial<Pick<AuditEntry, 'before' | 'after'>>,
): AuditEntry {
  const organisationId = account.organisationId ?? INSTALLATION;
  const { address } = author;
  const shown = address === undefined ? fields : { ...fields, after: { ...fields.after, address } };
  return newEntry({ organisationId, action, subject: accountName(account), ...shown }, author);
}
