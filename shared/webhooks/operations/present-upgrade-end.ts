import type { EndedUpgrade } from '../stores/ended-upgrade-store.js';

/** An ended upgrade as `upgrades.finished` shows it. */
export function presentUpgradeEnd({
  _id,
  rolloutId,
  rolloutStage,
  status,
  cause,
  locationNetworkId,
  macId,
  partNumber,
  previousVersion,
}: EndedUpgrade) {
  return {
    upgrade_id: _id,
    rollout_id: rolloutId ?? null,
    stage: rolloutStage ?? null,
    status,
    cause: cause ?? null,
    part_number: partNumber,
    network_id: locationNetworkId,
    previous_version: previousVersion ?? null,
    mac_id: macId,
  };
}
