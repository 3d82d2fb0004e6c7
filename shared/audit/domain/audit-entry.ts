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
  /** The place of the entry in the log of its subject; absent for subjects without one. */
  readonly log?: { readonly seq: number; readonly n: number; readonly text: string };
}

/** A user, an operator of the installation, the command line, or the service itself. */
export type Actor = `user:${number}` | `operator:${number}` | 'cli' | 'system';

/** The `organisationId` of entries about the installation; ids of organisations start at 1. */
export const INSTALLATION = 0;

/** Who changes something, and in which request. */
export interface Author {
  readonly actor: Actor;
  readonly requestId: string | null;
}

export const SYSTEM: Author = { actor: 'system', requestId: null };
export const CLI: Author = { actor: 'cli', requestId: null };
