import { KIND_TERMS } from '../domain/alert-kinds.js';
import type { AlertRecord } from '../models/alert.js';

/** An alert as the API and webhooks show it. */
export function presentAlert(alert: AlertRecord) {
  const { _id, kind, subjectId, openedAt, closedAt, acknowledgedAt, acknowledgedBy, folded, count, text } =
    alert;
  return {
    id: _id,
    kind,
    subject: { type: KIND_TERMS[kind].subject, id: subjectId },
    opened_at: openedAt.toISOString(),
    closed_at: closedAt?.toISOString() ?? null,
    acknowledged_at: acknowledgedAt?.toISOString() ?? null,
    acknowledged_by: acknowledgedBy,
    folded,
    count,
    text,
  };
}
