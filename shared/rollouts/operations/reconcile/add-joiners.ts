import { secondsAfter } from '../../../upgrades/domain/upgrade-change.js';
import { MOVE_COMMITS_WITHIN_S } from '../../../upgrades/domain/upgrade-targets.js';
import { targetsRollout, type TargetCandidate } from '../../domain/rollout-targets.js';
import { EVERY_TARGET, type AddedToStage } from '../../domain/tick-facts.js';
import type { RolloutDeps } from '../../deps.js';
import { NONE_INELIGIBLE, type Ineligible } from '../../domain/ineligible.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { JoinedDevice } from '../../stores/rollout-target-store.js';
import { releaseChooser, reversibilityOf } from './choose-release.js';
import { countBound, coverageOf, scheduleOf, withoutUpgrade, writeUpgrades } from './stage-upgrades.js';
import { walkTargets, withMemberships } from './walk-targets.js';

const EVERY_S = 60;
/** The joiners without an upgrade that are known to be counted; several targets may find one. */
const MAX_KNOWN = 100_000;

/**
 * Whether a search for devices that have joined the targets is due. It waits while a stage is Binding: the stage
 * takes no joiners yet, and its walk may have passed the position of one.
 */
export function isJoinerSearchDue({ state, stages, joinedTo }: RolloutRecord, now: Date): boolean {
  if (state !== 'Running' || joinedTo === null) return false;
  return secondsAfter(joinedTo, EVERY_S) <= now && !stages.some((stage) => stage.state === 'Binding');
}

/**
 * Adds devices that have joined the targets to the first stage that is bound and covers them; a canary stage takes none.
 * Repeating it adds no upgrade, as a device has one of a schedule. Successive searches overlap: a device without an upgrade
 * is counted by the first that could find it.
 * @returns for each stage that covers any of them: all of its upgrades, and the new devices without one
 */
export async function addJoiners(deps: RolloutDeps, rollout: RolloutRecord): Promise<AddedToStage[]> {
  const { stores, failpoint } = deps;
  if (rollout.joinedTo === null) return [];
  const isTarget = targetsRollout(rollout.settings);
  const choose = await releaseChooser(deps, rollout);
  const isReversible = await reversibilityOf(deps, rollout);
  const searchedTo = rollout.joinedTo;
  const gained = new Map<number, Record<Ineligible, number>>();
  const counted = new Set<number>();
  const since = secondsAfter(searchedTo, -MOVE_COMMITS_WITHIN_S);
  const isFull = searchedTo <= EVERY_TARGET;
  for await (const joined of isFull
    ? allTargets(deps, rollout)
    : stores.rolloutTargets.joined(rollout, since)) {
    let rest = (await withMemberships(deps, rollout, joined)).filter(isTarget);
    const isNew = (device: JoinedDevice & TargetCandidate): boolean => !isFull && isFresh(device, searchedTo);
    const fresh = new Set(rest.filter(isNew).map(({ _id }) => _id));
    for (const index of takers(rollout)) {
      const isCovered = coverageOf(rollout, index);
      const own = rest.filter(isCovered);
      rest = rest.filter((device) => !isCovered(device));
      if (own.length === 0) continue;
      const missing = await withoutUpgrade(deps, scheduleOf(rollout), own);
      const ineligible = await writeUpgrades(deps, rollout, index, missing, choose, isReversible);
      const counts = gained.get(index) ?? { ...NONE_INELIGIBLE };
      gained.set(index, counts);
      for (const { deviceId, reason } of ineligible) {
        if (!fresh.has(deviceId) || counted.has(deviceId)) continue;
        if (counted.size >= MAX_KNOWN) counted.clear();
        counted.add(deviceId);
        counts[reason] += 1;
      }
      await failpoint('joiners-added');
    }
  }
  const added: AddedToStage[] = [];
  for (const [index, ineligible] of gained)
    added.push({ index, bound: await countBound(deps, rollout, index), ineligible });
  return added;
}

/** All targets, as a search finds devices. */
async function* allTargets(deps: RolloutDeps, rollout: RolloutRecord): AsyncGenerator<JoinedDevice[], void> {
  for await (const { devices } of walkTargets(deps, rollout))
    yield devices.map((device) => ({ ...device, networkSince: null, tagsSince: null }));
}

/** Whether the search before could not find the device, unless it moves between targets. */
function isFresh(
  { networkSince, tagsSince, memberships }: JoinedDevice & TargetCandidate,
  searchedTo: Date,
): boolean {
  return [networkSince, tagsSince, ...memberships.map(({ since }) => since)].some(
    (at) => at && at > searchedTo,
  );
}

/** The stages that take joiners, from 0: bound, and no canary stage. */
function takers({ settings, stages }: RolloutRecord): number[] {
  return stages.flatMap(({ state }, index) => {
    const stage = settings.stages[index];
    const takes = state !== 'Waiting' && state !== 'Binding' && stage && !('canary_per_part' in stage);
    return takes ? [index] : [];
  });
}
