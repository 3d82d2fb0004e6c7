import { batchesOf } from '../../../../platform/mongo/batches.js';
import { targetsRollout } from '../../../domain/rollout-targets.js';
import type { RolloutDeps } from '../../../deps.js';
import type { RolloutRecord } from '../../../models/rollout.js';
import { releaseChooser, reversibilityOf } from '../choose-release.js';
import { countBound, scheduleOf, withoutUpgrade, writeUpgrades } from '../stage-upgrades.js';
import { withMemberships } from '../walk-targets.js';

/**
 * Writes the upgrades of the canaries that draws have named. Running it again writes nothing twice. The upgrade of a canary
 * that waits in a later stage, because the device was replaced before, comes back.
 * @param index of the canary stage, from 0
 * @returns the number of upgrades of the stage
 */
export async function bindCanaries(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
): Promise<number> {
  const { stores, now, failpoint } = deps;
  const { organisationId, settings, stages } = rollout;
  const isTarget = targetsRollout(settings);
  const choose = await releaseChooser(deps, rollout);
  const isReversible = await reversibilityOf(deps, rollout);
  const canaries = (stages[index]?.canaries ?? []).flatMap(({ deviceIds }) => deviceIds);
  for (const ids of batchesOf(canaries)) {
    const own = await stores.rolloutCanaries.ofDevices(rollout, ids);
    const elsewhere = [...own.values()].filter(
      ({ stage, status }) => status === 'Pending' && stage > index + 1,
    );
    const upgradeIds = elsewhere.map(({ id }) => id);
    if (upgradeIds.length > 0)
      await stores.rolloutCanaries.giveToStage(rollout, upgradeIds, index + 1, now());
    const found = await stores.targets.current([organisationId], [...ids]);
    const devices = (await withMemberships(deps, rollout, [...found.values()])).filter(isTarget);
    const missing = await withoutUpgrade(deps, scheduleOf(rollout), devices);
    await writeUpgrades(deps, rollout, index, missing, choose, isReversible);
    await failpoint('stage-batch-bound');
  }
  return countBound(deps, rollout, index);
}
