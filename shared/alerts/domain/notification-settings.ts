import { administersAll, type Caller } from '../../access/domain/access.js';
import type { UserRecord } from '../../access/models/user.js';
import { ALERT_KINDS, KIND_TERMS, type AlertKind, type NetworkList } from './alert-kinds.js';
import { isPlaceWanted } from './alert-settings.js';

/** What a user, or the organisation for those that have not chosen, sets of mails; absent: not chosen. */
export interface StoredEmailSettings {
  readonly enabled?: boolean;
  /** Null: all. */
  readonly kinds?: readonly AlertKind[] | null;
  readonly networks?: NetworkList;
}

/** Which alerts a user gets by e-mail. */
export interface EmailSettings {
  readonly enabled: boolean;
  /** Null: all. */
  readonly kinds: readonly AlertKind[] | null;
  readonly networks: NetworkList;
}

/** What a user has chosen. */
export function ownEmail({ notifications }: Pick<UserRecord, 'notifications'>): StoredEmailSettings {
  return (notifications?.email ?? {}) as StoredEmailSettings;
}

/**
 * The settings of a user: what the user has chosen, else what the organisation has set, else mails of all alerts for
 * administrators of all networks and none for others.
 */
export function emailSettingsOf(
  caller: Pick<Caller, 'role' | 'networks'>,
  own: StoredEmailSettings,
  defaults: StoredEmailSettings,
): EmailSettings {
  const { enabled = administersAll(caller), kinds = null, networks = null } = { ...defaults, ...own };
  return { enabled, kinds, networks };
}

/** Whether a user wants mails of the alerts of a kind about a network; null: about no network. */
export function wantsEmail(
  { enabled, kinds, networks }: EmailSettings,
  kind: AlertKind,
  networkId: number | null,
): boolean {
  return enabled && (kinds === null || kinds.includes(kind)) && isPlaceWanted(networks, kind, networkId);
}

/** What an unsubscription ends: mails of one kind, or all. */
export type Unsubscription = AlertKind | 'all';

export const UNSUBSCRIPTIONS: readonly Unsubscription[] = ['all', ...ALERT_KINDS];

/** What a user sets by an unsubscription; null when it has no such mails. */
export function withoutEmail(
  own: StoredEmailSettings,
  { enabled, kinds }: EmailSettings,
  ended: Unsubscription,
): StoredEmailSettings | null {
  if (ended === 'all') return enabled ? { ...own, enabled: false } : null;
  const wanted = kinds ?? ALERT_KINDS;
  if (!wanted.includes(ended)) return null;
  return { ...own, kinds: wanted.filter((kind) => kind !== ended) };
}

/** What a kind of alerts is about, in words: "Stop e-mails about devices that are down". */
export const KIND_TOPICS: Readonly<Record<Unsubscription, string>> = {
  all: 'all alerts',
  device_down: 'devices that are down',
  network_down: 'networks that are down',
  radio_down: 'radios that are down',
  rollout_paused: 'paused rollouts',
  configuration_held: 'held changes of configurations',
  configuration_failed: 'failed configurations',
  service_deaf: 'times in which the service hears no devices',
  webhook_disabled: 'disabled webhooks',
  identity_conflict: 'devices whose certificates are of two authorities or used twice',
  certificate_expiring: 'certificates that expire',
};

/** The page of the console about the subject of an alert; null for subjects without one. */
export function consolePathOf(kind: AlertKind, subjectId: number): string | null {
  const pages = { device: 'devices', network: 'networks', rollout: 'rollouts', webhook: 'webhooks' } as const;
  const { subject } = KIND_TERMS[kind];
  return subject in pages ? `/console/${pages[subject as keyof typeof pages]}/${subjectId}` : null;
}
