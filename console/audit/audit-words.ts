import type { Schema } from '../api/answer';
import type { Option } from '../components/choice';

export type AuditEntry = Schema<'AuditEntry'>;

/** The fields of a record under their names in the API. */
export type Fields = Readonly<Record<string, unknown>>;

/** The document says nothing about the fields of an entry, which depend on its subject. */
export const fieldsOf = (fields: AuditEntry['before']): Fields | null => fields;

/** A record of the log, such as `rollout:7`. */
interface Reference {
  readonly kind: string;
  readonly id: string;
}

interface Kind {
  readonly label: string;
  /** Which field of an entry holds the name. */
  readonly name?: string;
  /** The screen of the record; null for a kind without one. */
  readonly path: (id: string, entry: AuditEntry) => string | null;
}

const KINDS: Readonly<Record<string, Kind>> = {
  alert: { label: 'Alert', path: () => '/alerts' },
  device: { label: 'Device', name: 'name', path: (id) => `/devices/${id}` },
  enrolment_token: { label: 'Enrolment token', name: 'name', path: () => '/enrolment' },
  firmware: { label: 'Firmware', path: () => '/firmware' },
  network: { label: 'Network', name: 'network_name', path: (id) => `/networks/${id}` },
  operator: { label: 'Operator of the installation', path: () => null },
  organisation: {
    label: 'Organisation',
    path: (_, { action }) => (action.startsWith('sso') ? '/settings/single-sign-on' : '/settings'),
  },
  radius_server: { label: 'RADIUS server', name: 'name', path: () => '/radius' },
  rollout: { label: 'Rollout', name: 'name', path: (id) => `/rollouts/${id}` },
  ssid: { label: 'SSID', name: 'ssid_name', path: pathOfSsid },
  tag: { label: 'Tag', name: 'name', path: (id) => `/devices?tag_id=${id}` },
  user: { label: 'User', name: 'email', path: (id) => `/users/${id}` },
  webhook: { label: 'Webhook', name: 'url', path: (id) => `/webhooks/${id}` },
};

function pathOfSsid(id: string, { before, after }: AuditEntry): string | null {
  const network = fieldsOf(after)?.['network_id'] ?? fieldsOf(before)?.['network_id'];
  return typeof network === 'number' ? `/networks/${network}/ssids/${id}` : null;
}

function referenceIn(text: string): Reference | null {
  const at = text.indexOf(':');
  return at < 0 ? null : { kind: text.slice(0, at), id: text.slice(at + 1) };
}

/** A record as a reader sees it. */
export interface ShownRecord {
  readonly text: string;
  /** Null for a deleted record, and for one without a screen. */
  readonly path: string | null;
  /** What it was called at the time of the entry, if that is another name than now. */
  readonly then: string | null;
  readonly isDeleted: boolean;
}

const ACTORS: Readonly<Record<string, string>> = { cli: 'Command line', system: 'airfleet' };

/** Who acted, in a log that has no names. */
export function actorWords(actor: string): string {
  const reference = referenceIn(actor);
  if (!reference) return ACTORS[actor] ?? wordsOf(actor);
  return `${KINDS[reference.kind]?.label ?? wordsOf(reference.kind)} ${reference.id}`;
}

/** Who made a change. */
export function actorOf(entry: AuditEntry): ShownRecord {
  const { actor, actor_name: name } = entry;
  return shown(actor, name, null, entry) ?? plain(ACTORS[actor] ?? wordsOf(actor));
}

/** What was changed, with its name now and its name then. */
export function subjectOf(entry: AuditEntry): ShownRecord {
  const { subject, subject_name: name, before, after } = entry;
  const field = KINDS[referenceIn(subject)?.kind ?? '']?.name ?? '';
  const then = fieldsOf(after)?.[field] ?? fieldsOf(before)?.[field];
  return shown(subject, name, typeof then === 'string' ? then : null, entry) ?? plain(wordsOf(subject));
}

const plain = (text: string): ShownRecord => ({ text, path: null, then: null, isDeleted: false });

function shown(text: string, now: string | null, then: string | null, entry: AuditEntry): ShownRecord | null {
  const reference = referenceIn(text);
  if (!reference) return null;
  const { kind, id } = reference;
  const { label = wordsOf(kind), name, path } = KINDS[kind] ?? { path: () => null };
  const isDeleted = name !== undefined && now === null;
  return {
    text: now ?? then ?? `${label} ${id}`,
    path: isDeleted ? null : path(id, entry),
    then: now !== null && then !== null && then !== now ? then : null,
    isDeleted,
  };
}

/** Such as "Rollout paused" for `rollout.paused`. */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/\b(?:ssids?|sso|radius|vlan|url|ip|mac|dhcp|dns|wpa|id)\b/g, (word) =>
      word === 'ssids' ? 'SSIDs' : word.toUpperCase(),
    );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What airfleet gives as the reason of a change; other reasons are what people have written. */
const REASONS: ReadonlySet<string> = new Set([
  'failure_gate',
  'delivery_gate',
  'health_gate',
  'drift',
  'not_reversible',
  'release_withdrawn',
]);

/** Why something was changed. */
export function reasonText(reason: string | null): string {
  if (reason === null) return '–';
  return REASONS.has(reason) ? wordsOf(reason) : reason;
}

const ACTIONS = [
  'alert.acknowledged',
  'alert_settings.updated',
  'configuration.held',
  'configuration.retried',
  'device.updated',
  'devices.imported',
  'devices.moved',
  'devices.provisioned',
  'devices.released',
  'devices.removed',
  'devices.tagged',
  'devices.untagged',
  'enrolment.approved',
  'firmware.released',
  'firmware.withdrawn',
  'fleet.imported',
  'network.created',
  'network.deleted',
  'network.updated',
  'organisation.updated',
  'rollout.cancelled',
  'rollout.created',
  'rollout.paused',
  'rollout.resumed',
  'rollout.started',
  'rollout.updated',
  'ssid.created',
  'ssid.deleted',
  'ssid.updated',
  'upgrades.cancelled',
  'upgrades.scheduled',
  'user.created',
  'user.deleted',
  'user.disabled',
  'user.updated',
  'webhook.created',
  'webhook.deleted',
  'webhook.updated',
] as const;

/** The actions that are looked for most; others are typed. */
export const ACTION_OPTIONS: readonly Option[] = ACTIONS.map((value) => ({ value, label: wordsOf(value) }));
