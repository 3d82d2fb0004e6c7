import { ALERT_KINDS, KIND_TERMS, type AlertKind, type NetworkList } from './alert-kinds.js';

/** What an organisation sets of a kind; what is absent is as {@link KIND_TERMS} has it. */
export interface StoredKindSettings {
  readonly enabled?: boolean;
  readonly afterMinutes?: number;
  readonly networks?: NetworkList;
}

export type StoredSettings = Partial<Record<AlertKind, StoredKindSettings>>;

export interface KindSettings {
  readonly enabled: boolean;
  readonly afterMinutes: number | null;
  readonly networks: NetworkList;
}

/** The settings of every kind. */
export type AlertSettings = Readonly<Record<AlertKind, KindSettings>>;

export function settingsOf(stored: StoredSettings): AlertSettings {
  const kinds = ALERT_KINDS.map((kind) => {
    const { enabled = true, afterMinutes, networks = null } = stored[kind] ?? {};
    const standard = KIND_TERMS[kind].afterMinutes;
    return [kind, { enabled, afterMinutes: standard === null ? null : (afterMinutes ?? standard), networks }];
  });
  return Object.fromEntries(kinds) as AlertSettings;
}

/** Whether an organisation wants the alerts of a kind about a network; null: about no network. */
export function isWanted(settings: AlertSettings, kind: AlertKind, networkId: number | null): boolean {
  const { enabled, networks } = settings[kind];
  return enabled && isPlaceWanted(networks, kind, networkId);
}

/** Whether the alerts of a kind about a network are among those of some networks, which limit alerts about places only. */
export function isPlaceWanted(networks: NetworkList, kind: AlertKind, networkId: number | null): boolean {
  return (
    networks === null ||
    KIND_TERMS[kind].audience !== 'place' ||
    (networkId !== null && networks.includes(networkId))
  );
}

/** How long a silence, or the failure of a radio, lasts before an alert of a kind opens, in milliseconds. */
export function afterMs(
  settings: AlertSettings,
  kind: 'device_down' | 'network_down' | 'radio_down',
): number {
  return (settings[kind].afterMinutes ?? 0) * 60_000;
}
