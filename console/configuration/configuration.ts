import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';

export type DeviceConfiguration = Schema<'DeviceConfiguration'>;
export type NetworkConfiguration = Schema<'NetworkConfiguration'>;
export type CanaryPart = NetworkConfiguration['parts'][number];
export type Hold = NonNullable<NetworkConfiguration['held']>;
export type Undo = NonNullable<NetworkConfiguration['undo']>;
export type ChangeByHand = Undo['by_hand'][number];
export type LeftOut = Schema<'ConfigurationLeftOut'>;
export type ConfigurationSettings = Schema<'NetworkAnswer'>['data']['network']['configuration'];
export type ConfigurationState = DeviceConfiguration['state'];
export type DeviceReport = NonNullable<DeviceConfiguration['report']>;
type HoldCode = NonNullable<Hold['code']>;
type Reason = NonNullable<DeviceConfiguration['reason']>;

export function useNetworkConfiguration(id: number) {
  return api.useQuery('get', '/v1/networks/{id}/configuration', { params: { path: { id } } }, poll);
}

interface StateText {
  readonly label: string;
  readonly type: StatusIndicatorProps.Type;
  /** What it means, and what to do about it. */
  readonly about: string;
}

export const CONFIGURATION_STATES: Readonly<Record<ConfigurationState, StateText>> = {
  unmanaged: {
    label: 'Not managed',
    type: 'stopped',
    about: 'The device does not report a configuration: its firmware has no agent of the service.',
  },
  in_sync: {
    label: 'In sync',
    type: 'success',
    about: 'The device runs the configuration that it is to run.',
  },
  pending: { label: 'Pending', type: 'pending', about: 'The device does not run its configuration yet.' },
  held: {
    label: 'Held',
    type: 'warning',
    about: 'The change of the network is held back, and the device keeps the configuration before it.',
  },
  failed: {
    label: 'Failed',
    type: 'error',
    about: 'The device could not apply the configuration. Change the settings, or let the device try again.',
  },
  rolled_back: {
    label: 'Rolled back',
    type: 'error',
    about:
      'The device lost the service with this configuration and went back to the one before. Change the settings, or let the device try again.',
  },
  drifted: {
    label: 'Drifted',
    type: 'warning',
    about:
      'Something other than the service has changed the device. A retry applies the configuration again.',
  },
};

export const PENDING_REASONS: Readonly<Record<Reason, string>> = {
  canary: 'It waits until the first device of its hardware part has applied the change.',
  upgrade: 'It waits for the end of an upgrade.',
  offline: 'The device is not reachable.',
  waiting: 'Its radios are on their way: they listen for radar or choose a channel.',
  transient: 'The last attempt failed, and the device will try again by itself.',
  offered: 'The device will fetch it with one of its next heartbeats.',
};

export const LEFT_OUT_REASONS: Readonly<Record<LeftOut['reason'], string>> = {
  unknown_number: 'The number has no meaning',
  not_set: 'The security mode is not set',
  key_missing: 'The security mode needs a key',
  key_type: 'The key is not of the type that the PSK type or security mode asks for',
  radius: 'A RADIUS server for authentication is needed',
  router_address: 'Router mode needs an IP address and a subnet mask',
  shadowed: 'The device has another SSID of this name, which is meant for it more closely',
  too_large: 'The configuration would be too large',
};

/** Why canaries of a network cannot be turned off. */
export const WHY_FORCED = 'Always: access points here speak uCentral, and restore nothing by themselves';

/** What happens after something other than the service has changed a device. */
export const ON_DRIFT: Readonly<Record<ConfigurationSettings['on_drift'], string>> = {
  report: 'Report it',
  restore: 'Apply the configuration again',
};

/** What a canary reports that refuses a change. */
export const HOLD_CODES: Readonly<Record<HoldCode, string>> = {
  download: 'the device could not fetch the configuration',
  no_space: 'the device has no space for the configuration',
  busy: 'the device was busy',
  service_away: 'the device could not reach the service, nor with the configuration before',
  invalid: 'the device cannot use the configuration',
  apply: 'the device could not apply the configuration',
  lost_service: 'the device could not reach the service with the configuration',
  interrupted: 'the attempt was interrupted',
  left_out: 'the device leaves out an SSID that it had on the air before',
};
