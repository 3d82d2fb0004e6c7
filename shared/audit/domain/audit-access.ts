/** Who reads the audit log. */
export interface AuditReader {
  readonly organisationId: number;
  readonly role: string;
  readonly networks: 'all' | readonly unknown[];
}

/** Administrators with all networks: the log shows the changes of the whole organisation (docs/rollouts.md#audit_log-1). */
export function mayReadAuditLog({ role, networks }: AuditReader): boolean {
  return (role === 'admin' || role === 'super_admin') && networks === 'all';
}
