import type { Schema } from '../api/answer';

export type Notifications = Schema<'Notifications'>;
export type AlertSettings = Schema<'AlertSettings'>;
export type Kind = keyof Schema<'AlertKinds'>;

/** The kinds of alerts in words. */
export const KINDS: Readonly<Record<Kind, string>> = {
  device_down: 'Device down',
  network_down: 'Network down',
  radio_down: 'Radio down',
  rollout_paused: 'Rollout paused',
  configuration_held: 'Change of a configuration held',
  configuration_failed: 'Configuration failed',
  service_deaf: 'No devices heard',
  webhook_disabled: 'Webhook disabled',
  identity_conflict: 'Identity disputed',
  certificate_expiring: 'Certificate expiring',
};

export const KIND_OPTIONS = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

/** Which alerts, as a form holds them. */
export interface ScopeValues {
  readonly someKinds: boolean;
  readonly kinds: readonly string[];
  readonly someNetworks: boolean;
  readonly networks: readonly string[];
}

export const SCOPE_LABELS = {
  someKinds: 'Only some kinds of alerts',
  kinds: 'Chosen kinds',
  someNetworks: 'Only some networks',
  networks: 'Chosen networks',
} as const;

interface Scope {
  readonly kinds: 'all' | readonly string[];
  readonly networks: 'all' | readonly number[];
}

export function scopeValuesOf({ kinds, networks }: Scope): ScopeValues {
  return {
    someKinds: kinds !== 'all',
    kinds: kinds === 'all' ? [] : kinds,
    ...networkValuesOf({ networks }),
  };
}

export function networkValuesOf({ networks }: Pick<Scope, 'networks'>) {
  return {
    someNetworks: networks !== 'all',
    networks: networks === 'all' ? [] : networks.map(String),
  };
}

/** The fields of a request. */
export function scopeIn({ someKinds, kinds, ...values }: ScopeValues) {
  return { kinds: someKinds ? (kinds as Kind[]) : ('all' as const), networks: networksIn(values) };
}

export function networksIn({ someNetworks, networks }: Pick<ScopeValues, 'someNetworks' | 'networks'>) {
  return someNetworks ? networks.map(Number) : ('all' as const);
}

/** Which alerts, in words. */
export function scopeText({ kinds, networks }: Scope): string {
  const what =
    kinds === 'all' ? 'All alerts' : kinds.map((kind) => KINDS[kind as Kind]).join(', ') || 'No alerts';
  return `${what}; ${networksText({ networks })}`;
}

export function networksText({ networks }: Pick<Scope, 'networks'>): string {
  if (networks === 'all') return 'all networks';
  return `${networks.length} ${networks.length === 1 ? 'network' : 'networks'}`;
}
