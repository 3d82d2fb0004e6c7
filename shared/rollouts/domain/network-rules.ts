import { networkLimit } from './coverage.js';
import type { RolloutSettings } from './settings.js';

/** What a network has and what happens in it. */
export interface NetworkLoad {
  readonly devices: number;
  /** Upgrades of any request that hold a slot or have begun. */
  readonly inFlight: number;
  /** Whether one of them is of a switch. */
  readonly switchInFlight: boolean;
  /** Upgrades of this rollout that failed there, those that the failure gate counts since the last resume. */
  readonly failed: number;
}

type NetworkSettings = RolloutSettings['network'];

/** Whether so many upgrades of the rollout failed in a network that nothing more is dispatched there. */
export function isBlocked({ devices, failed }: NetworkLoad, { max_percent }: NetworkSettings): boolean {
  return failed >= networkLimit(max_percent, devices);
}

/**
 * What keeps one more upgrade from being dispatched in a network (docs/rollouts.md#limit-of-a-network): a switch, the
 * limit, or nothing.
 * @param accessPointWaits whether an access point of the network waits that is up
 */
export function keepsBack(
  load: NetworkLoad,
  { max_percent, switches_last }: NetworkSettings,
  isSwitch: boolean,
  accessPointWaits: boolean,
): 'switch' | 'network_limit' | null {
  const waits = isSwitch ? load.inFlight > 0 || accessPointWaits : load.switchInFlight;
  if (switches_last && waits) return 'switch';
  return load.inFlight + load.failed >= networkLimit(max_percent, load.devices) ? 'network_limit' : null;
}

/** The load after a dispatch. */
export function withDispatched(load: NetworkLoad, isSwitch: boolean): NetworkLoad {
  return { ...load, inFlight: load.inFlight + 1, switchInFlight: load.switchInFlight || isSwitch };
}
