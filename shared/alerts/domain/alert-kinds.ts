/** What an alert is about. */
export type SubjectType = 'device' | 'network' | 'rollout' | 'webhook' | 'organisation' | 'certificate';

/**
 * The callers that see the alerts of a kind. `place`: those with access to the device or network; `rollout`: those with access
 * to the rollout; `everyone`: all of the organisation; `administrators`: administrators of all networks.
 */
export type Audience = 'place' | 'rollout' | 'everyone' | 'administrators';

interface KindTerms {
  readonly subject: SubjectType;
  readonly audience: Audience;
  /** For how long a device or network is silent, or a radio down, before the alert opens, unless the organisation sets it; null: it opens at once. */
  readonly afterMinutes: number | null;
}

/** The kinds of alerts (docs/alerts.md#kinds). */
export const KIND_TERMS = {
  device_down: { subject: 'device', audience: 'place', afterMinutes: 10 },
  network_down: { subject: 'network', audience: 'place', afterMinutes: 3 },
  radio_down: { subject: 'device', audience: 'place', afterMinutes: 10 },
  rollout_paused: { subject: 'rollout', audience: 'rollout', afterMinutes: null },
  configuration_held: { subject: 'network', audience: 'place', afterMinutes: null },
  configuration_failed: { subject: 'device', audience: 'place', afterMinutes: null },
  service_deaf: { subject: 'organisation', audience: 'everyone', afterMinutes: null },
  webhook_disabled: { subject: 'webhook', audience: 'administrators', afterMinutes: null },
  identity_conflict: { subject: 'device', audience: 'place', afterMinutes: null },
  certificate_expiring: { subject: 'certificate', audience: 'administrators', afterMinutes: null },
} as const satisfies Record<string, KindTerms>;

export type AlertKind = keyof typeof KIND_TERMS;

export const ALERT_KINDS = Object.keys(KIND_TERMS) as AlertKind[];
export const SUBJECT_TYPES = [
  ...new Set(Object.values(KIND_TERMS).map(({ subject }) => subject)),
] as readonly SubjectType[];

/** The networks that alerts are for; null: all. */
export type NetworkList = readonly number[] | null;
