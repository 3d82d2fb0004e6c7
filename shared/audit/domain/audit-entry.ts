import { randomUUID } from 'node:crypto';

/** Fields of a record as an entry shows them: under the names of the API, without secrets. */
export type AuditedFields = Readonly<Record<string, unknown>>;

/** One change, as the audit log records it. */
export interface AuditEntry {
  /** Unique. Writing an id again changes nothing, so a change that may be repeated derives it from what it changes. */
  readonly id: string;
  /** The organisation whose record changed; {@link INSTALLATION} for records of the installation. */
  readonly organisationId: number;
  readonly at: Date;
  readonly actor: Actor;
  /** What happened, such as `rollout.paused` or `devices.moved`. */
  readonly action: string;
  /** The record that changed, such as `rollout:7`, or the kind of the records, such as `devices`. */
  readonly subject: string;
  readonly before: AuditedFields | null;
  readonly after: AuditedFields | null;
  readonly reason: string | null;
  readonly requestId: string | null;
  /** The position of the entry in the log of its subject; absent for subjects without one. */
  readonly log?: { readonly seq: number; readonly n: number; readonly text: string };
}

/** A user, an operator of the installation, an enrolment token, the command line, or the service itself. */
export type Actor = `user:${number}` | `operator:${number}` | `enrolment_token:${number}` | 'cli' | 'system';

/** The `organisationId` of entries about the installation; ids of organisations start at 1. */
export const INSTALLATION = 0;

/** Who changes something, and in which request. */
export interface Author {
  readonly actor: Actor;
  readonly requestId: string | null;
  /** The network address of the client, which entries on accounts show; absent outside of requests. */
  readonly address?: string;
}

export const SYSTEM: Author = { actor: 'system', requestId: null };
export const CLI: Author = { actor: 'cli', requestId: null };

/** A change of one record or many by one request. */
export interface BulkChange {
  readonly organisationId: number;
  readonly at: Date;
  readonly action: string;
  /** The kind of the records: `devices`. */
  readonly kind: string;
  /** The record, where there is but one: `device:5`. */
  readonly only?: string | undefined;
  readonly after?: AuditedFields | undefined;
}

/** The entry of a change that its transactions add to; `after.count` and `after.names` are theirs. */
export function bulkEntry({ kind, only, after = {}, ...change }: BulkChange, author: Author): AuditEntry {
  const fields = { before: null, after, reason: null };
  return { id: randomUUID(), ...change, ...namesOf(author), subject: only ?? kind, ...fields };
}

/** The entry of a change that is written once, in its transaction. */
export function newEntry(
  change: Pick<AuditEntry, 'organisationId' | 'at' | 'action' | 'subject'> &
    Partial<Pick<AuditEntry, 'before' | 'after' | 'reason'>>,
  author: Author,
): AuditEntry {
  return { id: randomUUID(), before: null, after: null, reason: null, ...change, ...namesOf(author) };
}

/** The members of an author that every entry has. */
export function namesOf({ actor, requestId }: Author): Pick<AuditEntry, 'actor' | 'requestId'> {
  return { actor, requestId };
}

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
