import type { QueryFilter } from 'mongoose';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import { walkById } from '../../platform/mongo/batches.js';
import { readGroups } from '../domain/rollout-targets.js';
import type { RolloutTarget } from '../domain/membership.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutTargeting } from '../models/rollout.js';
import type { RolloutMemberStore } from './rollout-member-store.js';

/** Devices that have come to targets, and the index that has them together; the planner's choice if none is named. */
export interface Arrivals {
  readonly filter: QueryFilter<DeviceRecord>;
  readonly index?: string;
}

interface Read {
  readonly networks: RolloutModels['networks'];
  readonly members: Pick<RolloutMemberStore, 'changed'>;
}

/**
 * Devices that have come to a group of a rollout's targets since a time. The planner does not find the index of those that
 * came to networks or got tags: it reads all devices of these networks by id.
 * @param ofRollouts the targets that name the devices of other rollouts
 */
export async function* arrivals(
  { networks, members }: Read,
  { organisationId, settings, networkIds: scope }: RolloutTargeting,
  ofRollouts: readonly RolloutTarget[],
  since: Date,
): AsyncGenerator<Arrivals, void> {
  const { all, deviceIds, networkIds: named, tagIds } = readGroups(settings.targets);
  const arrived = { networkSince: { $gt: since } };
  const cameTo = (ids: readonly number[] | null, among: QueryFilter<DeviceRecord> = {}): Arrivals => {
    const locationNetworkId = ids === null ? null : { $in: [...ids] };
    return { filter: { locationNetworkId, ...arrived, ...among }, index: 'network_joiners' };
  };
  const tagged = { tagIds: { $in: [...tagIds] } };
  if (all || tagIds.length > 0) {
    // A device with a tag of the targets joins when it moves into a network of the rollout, too.
    const among = all ? {} : tagged;
    yield cameTo(null, among);
    const everyNetwork = walkById<{ _id: number }, NetworkRecord>(networks, { organisationId }, { _id: 1 });
    for await (const found of everyNetwork)
      yield cameTo(
        found.map(({ _id }) => _id),
        among,
      );
  }
  if (all) return;
  if (deviceIds.length > 0) yield { filter: { _id: { $in: [...deviceIds] }, ...arrived } };
  if (named.length > 0) yield cameTo(named);
  if (tagIds.length > 0) yield { filter: { ...tagged, tagsSince: { $gt: since } }, index: 'tag_joiners' };
  for await (const ids of members.changed(organisationId, ofRollouts, since))
    yield { filter: { _id: { $in: ids } } };
  // A device of another rollout that moves into the scope.
  if (ofRollouts.length > 0 && scope !== null) yield cameTo(scope);
}
