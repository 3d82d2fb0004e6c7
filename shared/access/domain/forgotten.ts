import type { AuditedFields } from '../../audit/domain/audit-entry.js';

/** The email of a forgotten user. No mail reaches it: the domain is reserved (RFC 2606). */
export function forgottenEmail(userId: number): string {
  return `${userId}@forgotten.invalid`;
}

/** The members of entries on a user that say who it is: its emails, and the names that it has chosen. */
const NAMING = new Set(['email', 'new_email', 'name']);

/** The fields of an entry on a user with its number in the place of its names. */
export function withoutNames(fields: AuditedFields | null, userId: number): AuditedFields | null {
  if (fields === null) return null;
  const entries = Object.entries(fields).map(([name, value]) => {
    if (!NAMING.has(name) || typeof value !== 'string') return [name, value];
    return [name, name === 'name' ? `user ${userId}` : forgottenEmail(userId)];
  });
  return Object.fromEntries(entries) as AuditedFields;
}
