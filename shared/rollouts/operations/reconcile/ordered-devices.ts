import { orderKey } from '../../domain/rollout-order.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import { lacksVersion } from './choose-release.js';
import type { CohortDevice } from './control-choice.js';
import type { TargetedRolloutDevice } from './walk-targets.js';

/** Those of at most 1,000 devices that lack the version or have an upgrade of the rollout, with their position. */
export async function orderedDevices(
  { stores }: RolloutDeps,
  rollout: RolloutRecord,
  devices: readonly TargetedRolloutDevice[],
): Promise<CohortDevice[]> {
  const { seed } = rollout.settings;
  const ordered = devices.map((device) => {
    const { _id: id, partNumber, locationNetworkId: networkId, isSwitch } = device;
    const isNeedy = lacksVersion(rollout, device);
    return { id, key: orderKey(seed, id), partNumber, isNeedy, networkId, isSwitch };
  });
  const onVersion = ordered.filter(({ isNeedy }) => !isNeedy).map(({ id }) => id);
  const upgraded = await stores.rolloutUpgrades.devicesOf(rollout, onVersion);
  return ordered.filter(({ id, isNeedy }) => isNeedy || upgraded.has(id));
}
