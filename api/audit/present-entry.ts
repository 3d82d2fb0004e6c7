import type { AuditEntryRecord } from '../../shared/audit/models/audit-entry.js';

/** An audit entry as exports and `audit tail` show it. */
export function presentEntry(entry: AuditEntryRecord) {
  const { _id, at, actor, action, subject, before, after, reason, requestId } = entry;
  return {
    id: _id,
    at: at.toISOString(),
    actor,
    action,
    subject,
    before,
    after,
    reason,
    request_id: requestId,
  };
}

/** An audit entry as the list shows it, with what its actor and its subject are called now. */
export function presentNamedEntry(entry: AuditEntryRecord, names: ReadonlyMap<string, string>) {
  const { id, at, actor, action, subject, ...fields } = presentEntry(entry);
  return {
    id,
    at,
    actor,
    actor_name: names.get(actor) ?? null,
    action,
    subject,
    subject_name: names.get(subject) ?? null,
    ...fields,
  };
}
