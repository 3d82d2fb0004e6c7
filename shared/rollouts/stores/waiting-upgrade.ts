import type { RolloutMembership } from '../../upgrades/domain/upgrade-change.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';

/** An upgrade without a slot: Pending, or Queued after it was offered in vain. */
export interface WaitingUpgrade {
  readonly id: number;
  readonly deviceId: number;
  readonly version: string;
  readonly status: 'Pending' | 'Queued';
  readonly stage: number;
  readonly order: string;
  readonly part: string;
  readonly networkId: number | null;
  readonly isSwitch: boolean;
  /** Whether it waits until the watch of the rollout is over. */
  readonly heldOut: boolean;
}

/** The fields of {@link WAITING}. */
export type StoredWaiting = Pick<
  UpgradeRecord,
  '_id' | 'routerInventoryId' | 'version' | 'status' | 'locationNetworkId' | 'isSwitch'
> &
  Pick<RolloutMembership, 'rolloutStage' | 'rolloutOrder' | 'partNumber' | 'heldOut'>;

export const WAITING = {
  routerInventoryId: 1,
  version: 1,
  status: 1,
  locationNetworkId: 1,
  isSwitch: 1,
  rolloutStage: 1,
  rolloutOrder: 1,
  partNumber: 1,
  heldOut: 1,
} as const;

export function waiting(upgrade: StoredWaiting): WaitingUpgrade {
  const { _id, routerInventoryId, version, status, locationNetworkId, isSwitch } = upgrade;
  return {
    id: _id,
    deviceId: routerInventoryId,
    version,
    status: status === '' ? 'Pending' : 'Queued',
    stage: upgrade.rolloutStage,
    order: upgrade.rolloutOrder,
    part: upgrade.partNumber,
    networkId: locationNetworkId,
    isSwitch: isSwitch === true,
    heldOut: upgrade.heldOut === true,
  };
}
