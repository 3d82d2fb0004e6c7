import type { EndedUpgrade } from '../stores/ended-upgrade-store.js';

/** An ended upgrade as `upgrades.finished` shows it. */
export function presentUpgradeEnd({
  _id,
  rollout,
  status,
  cause,
  locationNetworkId,
  macId,
  partNumber,
}: EndedUpgrade) {
  return {
    upgrade_id: _id,
    rollout_id: rollout?.id ?? null,
    stage: rollout?.stage ?? null,
    status,
    cause: cause ?? null,
    part_number: partNumber,
    network_id: locationNetworkId,
    previous_version: rollout?.previousVersion ?? null,
    mac_id: macId,
  };
}
