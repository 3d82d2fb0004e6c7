import type { AuditEntryRecord } from '../../shared/audit/models/audit-entry.js';

/** An audit entry as answers, exports and `audit tail` show it. */
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
