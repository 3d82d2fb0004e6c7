import type { QueryFilter } from 'mongoose';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { RolloutRef } from './rollout-store.js';

/** The upgrades of a rollout, as the partial indexes hold them. */
export function membersOf({ _id, organisationId }: RolloutRef): QueryFilter<UpgradeRecord> {
  return { organisationId, inRollout: true, rolloutId: _id };
}
