import { namesOf, newEntry, type AuditEntry, type Author } from '../../audit/domain/audit-entry.js';
import type { WebhookDeliveryRecord } from '../models/webhook-delivery.js';
import type { WebhookRecord } from '../models/webhook.js';

type Audited = Pick<
  WebhookRecord,
  '_id' | 'organisationId' | 'revision' | 'url' | 'types' | 'enabled' | 'disabledReason'
>;

/** What happens to a webhook. */
type WebhookAction = 'created' | 'updated' | 'deleted' | 'disabled' | 'secret_rotated';

/**
 * The entry of a change in the audit log; its id is made of the revision that the change writes.
 * @param after null after a deletion
 */
export function webhookEntry(
  action: WebhookAction,
  before: Audited | null,
  after: Audited | null,
  { at, ...author }: Author & { readonly at: Date },
  reason: string | null = null,
): AuditEntry {
  const { _id, organisationId, revision } = (after ?? before) as Audited;
  return {
    id: `webhook_${_id}_${revision}_${action}`,
    organisationId,
    at,
    ...namesOf(author),
    action: `webhook.${action}`,
    subject: `webhook:${_id}`,
    before: before && fieldsOf(before),
    after: after && fieldsOf(after),
    reason,
  };
}

function fieldsOf({ url, types, enabled, disabledReason }: Audited) {
  return { url, types, enabled, disabled_reason: disabledReason };
}

type AuditedDelivery = Pick<
  WebhookDeliveryRecord,
  '_id' | 'organisationId' | 'webhookId' | 'eventId' | 'type'
>;

/** The entry of a request for one more try of a delivery. */
export function redeliveryEntry(delivery: AuditedDelivery, at: Date, author: Author): AuditEntry {
  return deliveryEntry('webhook.redelivered', delivery, at, author);
}

/** The entry of a request for a test of a webhook. */
export function testEntry(delivery: AuditedDelivery, at: Date, author: Author): AuditEntry {
  return deliveryEntry('webhook.tested', delivery, at, author);
}

function deliveryEntry(action: string, delivery: AuditedDelivery, at: Date, author: Author): AuditEntry {
  const { _id, organisationId, webhookId, eventId, type } = delivery;
  const subject = `webhook:${webhookId}`;
  const after = { delivery_id: _id, event_id: eventId, type };
  return newEntry({ organisationId, at, action, subject, after }, author);
}
