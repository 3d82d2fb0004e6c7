import { utcMinute } from '../../platform/values/minute.js';
import type { AlertKind } from './alert-kinds.js';

/** What an alert is about, for its text. */
export interface TextFacts {
  /** The name of the device, network, rollout or certificate; empty where there is none. */
  readonly name: string;
  /** Since when; null where it is not known. */
  readonly since: Date | null;
  /** How many devices. */
  readonly count?: number;
  readonly detail?: string | null;
  /** The devices whose certificates expire, and when the first of them does. */
  readonly devices?: { readonly count: number; readonly since: Date };
}

/** Why the service pauses a rollout. */
const PAUSES: Readonly<Record<string, string>> = {
  failure_gate: 'by the failure gate',
  delivery_gate: 'by the delivery gate',
  health_gate: 'by the health gate',
  drift: 'because its devices have changed since the preview',
  not_reversible: 'because too many devices could not be rolled back',
  release_withdrawn: 'because its release was withdrawn',
};

const TEXTS: Readonly<Record<AlertKind, (facts: TextFacts) => string>> = {
  device_down: ({ name, since }) => `${name} is down: it has not been heard since ${shown(since)}`,
  network_down: ({ name, since, count }) =>
    `${name} is down: ${String(count)} devices have not been heard since ${shown(since)}`,
  radio_down: ({ name, since }) => `A radio of ${name} has been down since ${shown(since)}`,
  rollout_paused: ({ name, detail }) =>
    `The rollout ${name} is paused${detail ? ` ${PAUSES[detail] ?? `by ${detail}`}` : ''}`,
  configuration_held: ({ name }) => `A change of the configuration of ${name} is held`,
  configuration_failed: ({ name, detail }) =>
    `${name} does not run its configuration${detail ? `: ${detail}` : ''}`,
  service_deaf: ({ since, count }) =>
    count === undefined
      ? `The service has not heard any device since ${shown(since)}`
      : `None of the ${count} devices of the organisation has been heard since ${shown(since)}`,
  webhook_disabled: ({ name, detail }) => `The webhook ${name} was disabled: ${detail ?? 'unknown'}`,
  identity_conflict: ({ name, since, detail }) =>
    detail === 'addresses'
      ? `Connections from two addresses with the certificate of ${name} replaced each other at ${shown(since)}`
      : `A device with the name of ${name} was refused under another certificate authority at ${shown(since)}`,
  certificate_expiring: ({ name, since, devices }) =>
    [
      ...(name === '' ? [] : [`The certificate ${name} expires at ${shown(since)}`]),
      ...(devices ? [expiring(devices)] : []),
    ].join('. '),
};

function expiring({ count, since }: NonNullable<TextFacts['devices']>): string {
  return count === 1
    ? `The certificate of a device expires at ${shown(since)}`
    : `The certificates of ${count} devices expire, the first at ${shown(since)}`;
}

export function alertText(kind: AlertKind, facts: TextFacts): string {
  return TEXTS[kind](facts);
}

function shown(at: Date | null): string {
  return at === null ? 'an unknown time' : utcMinute(at);
}
