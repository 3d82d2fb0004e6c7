import { newEntry, type AuditEntry, type Author } from '../../audit/domain/audit-entry.js';
import type { RadiusImage } from '../../configuration/records/domain/network-configuration.js';
import type { RadiusServerRecord } from '../models/radius-server.js';
import { HIDDEN_SECRET } from './radius-secret.js';

/** A server as callers see it, without its secret. */
export function fieldsOfRadiusServer({
  name,
  host,
  authPort,
  acctPort,
  secret,
  nasIdentifier,
}: RadiusServerRecord) {
  return {
    name,
    host,
    auth_port: authPort,
    acct_port: acctPort,
    secret: secret && HIDDEN_SECRET,
    nas_identifier: nasIdentifier,
  };
}

/** The fields of a server that documents show. The secret stays encrypted. */
export function radiusImage({
  _id,
  host,
  authPort,
  acctPort,
  secret,
  nasIdentifier,
}: RadiusImage): RadiusImage {
  return { _id, host, authPort, acctPort, secret, nasIdentifier };
}

/**
 * The entry of a change in the audit log. Of a new secret it says only that it has changed.
 * @param after null after a deletion
 */
export function radiusServerEntry(
  action: 'created' | 'updated' | 'deleted',
  before: RadiusServerRecord | null,
  after: RadiusServerRecord | null,
  at: Date,
  author: Author,
): AuditEntry {
  const { _id, organisationId } = (after ?? before) as RadiusServerRecord;
  const isNewSecret = before !== null && after !== null && before.secret?.data !== after.secret?.data;
  return newEntry(
    {
      organisationId,
      at,
      action: `radius_server.${action}`,
      subject: `radius_server:${_id}`,
      before: before && fieldsOfRadiusServer(before),
      after: after && { ...fieldsOfRadiusServer(after), ...(isNewSecret ? { secret_changed: true } : {}) },
    },
    author,
  );
}
