import { isLookDue } from '../../domain/gates/health-gate.js';
import { currentStage } from '../../domain/move-stage.js';
import { allowance } from '../../domain/reconcile.js';
import type { Facts } from '../../domain/tick-facts.js';
import { isDispatched } from '../../../upgrades/domain/upgrade-status.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { WaitingEnd } from '../../stores/rollout-dispatch-store.js';
import type { EndedUpgrade } from '../../stores/rollout-upgrade-store.js';
import { isCountDue } from '../../domain/waiting/waiting-for.js';
import { countWaiting } from './count-waiting.js';
import { findCountedSilences } from './counted-silences.js';
import { lookAtHealth, type HealthLook } from './look-at-health.js';
import type { Prepared } from './prepare-tick.js';
import { RolloutNetworks } from './rollout-networks.js';
import { scanWaiting } from './scan-waiting.js';

/** A tick counts at most this many ended upgrades and as many devices that left. */
const MAX_COUNTED = 5000;

/**
 * Reads what the decision of a tick depends on, and writes nothing.
 * @returns also the ends of waiting upgrades that need no dispatch any more, and what a look leaves for the next one
 */
export async function readFacts(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  prepared: Prepared,
  now: Date,
): Promise<{
  readonly facts: Facts;
  readonly ends: readonly WaitingEnd[];
  readonly noted: HealthLook['states'];
}> {
  const { stores, failpoint } = deps;
  const found = await stores.rolloutUpgrades.ended(rollout, MAX_COUNTED);
  const silent = await findCountedSilences(deps, rollout, found);
  const ended = found.map((end) => ({ ...end, silenceCounts: silent.has(end.id) }));
  const left = await stores.rolloutUpgrades.left([rollout], MAX_COUNTED);
  const isMore = ended.length === MAX_COUNTED || left.length === MAX_COUNTED;
  const endedIds = ended.map(({ id }) => id);
  const uncounted = await stores.rolloutUpgrades.uncounted([rollout], endedIds);
  const open = uncounted.filter(({ status }) => isDispatched(status));
  const missed =
    rollout.state === 'Running' ? await stores.rolloutUpgrades.missed(rollout, rollout.judgedFrom) : [];
  const index = currentStage(rollout);
  const looked = isLookDue(rollout, index, now, prepared.deafness)
    ? await lookAtHealth(deps, rollout, index, now, prepared.deafness)
    : null;
  if (looked) await failpoint('health-looked');
  const { look = null, states: noted = [] } = looked ?? {};
  const networks = new RolloutNetworks(deps, rollout, now, countByNetwork(ended));
  const isOpen = rollout.state === 'Running' && (await networks.isOpen());
  const allowed = isOpen ? allowance(rollout, open, now) : 0;
  const { scan, ends } =
    allowed > 0 ? await scanWaiting(deps, rollout, networks, open, allowed, now) : { scan: null, ends: [] };
  const waiting = isCountDue(rollout, now) ? await countWaiting(deps, rollout, networks, open, now) : null;
  const judged = await judgeNetworks(networks, rollout, ended, prepared.joined !== null);
  return {
    facts: { ...prepared, now, ended, left, isMore, open, missed, scan, waiting, look, networks: judged },
    ends,
    noted,
  };
}

/** How many of the ended upgrades fell silent and count, by network. */
function countByNetwork(
  ended: readonly (EndedUpgrade & { readonly silenceCounts: boolean })[],
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { silenceCounts, networkId } of ended)
    if (silenceCounts && networkId !== null) counts.set(networkId, (counts.get(networkId) ?? 0) + 1);
  return counts;
}

/**
 * Whether networks are blocked: those that the scan has read, those where upgrades have failed, and once a minute all
 * that are, because their number of devices may have changed.
 */
async function judgeNetworks(
  networks: RolloutNetworks,
  { blockedNetworks }: RolloutRecord,
  ended: readonly EndedUpgrade[],
  searchedJoiners: boolean,
): Promise<Map<number, boolean>> {
  const failed = ended.filter(({ status }) => status === 'Failed').map(({ networkId }) => networkId);
  await networks.read([...failed, ...(searchedJoiners ? blockedNetworks : [])]);
  return networks.judged();
}
