import type { AuditedFields } from './audit-entry.js';

const MAX_ITEMS = 100;
const MAX_LENGTH = 2000;
const HIDDEN = '***';

/** Names of fields that hold secrets. */
const SECRET = /(^|_)(password|passphrase|passwd|secret|psk|token|key)s?$/i;
const CAMEL_SECRET = /(Password|Passphrase|Secret|Psk|Token|Key)s?$/;

/**
 * The fields as they are stored: secrets are `***`, and lists and texts are cut, so that an entry stays small however
 * much it changes.
 */
export function presentable(fields: AuditedFields | null): AuditedFields | null {
  return fields && (shorten(fields) as AuditedFields);
}

function shorten(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value.length <= MAX_LENGTH ? value : `${value.slice(0, MAX_LENGTH)}…`;
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map(shorten);
    return value.length <= MAX_ITEMS ? shown : [...shown, `… and ${value.length - MAX_ITEMS} more`];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isSecret(name, each) ? HIDDEN : shorten(each)]),
  );
}

/** A field that holds nothing is shown as it is. */
function isSecret(name: string, value: unknown): boolean {
  return (
    value !== null &&
    value !== '' &&
    typeof value !== 'boolean' &&
    (SECRET.test(name) || CAMEL_SECRET.test(name))
  );
}
