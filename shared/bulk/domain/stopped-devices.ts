import type {
  ConfigurationSettings,
  HoldCode,
} from '../../configuration/records/domain/network-configuration.js';
import { canaryKey, type BulkCanaryState } from './judge-canary.js';

/** A canary that has refused a change or was lost. */
export interface FailedCanary {
  readonly networkId: number;
  readonly partNumber: string;
  readonly deviceId: number;
  readonly macId: string;
  readonly state: BulkCanaryState;
  readonly code: HoldCode | null;
}

/** Whom a staged operation has failed on so far. */
export interface StagedFailures {
  readonly canaries: readonly FailedCanary[];
  /** The other devices that it has changed and that refuse the change, by network; 0: none. */
  readonly refusing: ReadonlyMap<number, readonly number[]>;
  readonly settingsOf: (networkId: number) => Pick<ConfigurationSettings, 'canary' | 'stopAfter'>;
}

export type StoppedDevice = Parameters<typeof canaryKey>[0];

/** Returns why a device does not get the change any more; null for a device that gets it (docs/administration.md#staged). */
export function stoppedDevices({
  canaries,
  refusing,
  settingsOf,
}: StagedFailures): (device: StoppedDevice) => string | null {
  const byKey = new Map(
    canaries.map((canary) => [canaryKey({ ...canary, locationNetworkId: canary.networkId }), canary]),
  );
  const refused = new Map<number, Set<number>>();
  const count = (networkId: number, deviceId: number): void => {
    const devices = refused.get(networkId) ?? new Set();
    refused.set(networkId, devices.add(deviceId));
  };
  for (const { state, networkId, deviceId } of canaries) if (state === 'refused') count(networkId, deviceId);
  for (const [networkId, ids] of refusing) for (const id of ids) count(networkId, id);
  return (device) => {
    const networkId = device.locationNetworkId ?? 0;
    const { canary: isStaged, stopAfter } = settingsOf(networkId);
    const failed = byKey.get(canaryKey(device));
    if (failed) return textOf(failed);
    const { size } = refused.get(networkId) ?? { size: 0 };
    if (!isStaged || stopAfter === null || size < stopAfter) return null;
    return `${size} ${size === 1 ? 'device' : 'devices'} of the network refused the change`;
  };
}

function textOf({ state, macId, code }: FailedCanary): string {
  if (state === 'lost')
    return `The device ${macId}, which was changed first, did not report in time that it runs the change`;
  return `The device ${macId}, which was changed first, refused the change${code === null ? '' : `: ${code}`}`;
}
