import { slotsLeft } from '../../domain/gates/canary-hold.js';
import { heldParts } from '../../domain/gates/canaries.js';
import { currentStage } from '../../domain/move-stage.js';
import type { UncountedUpgrades } from '../../domain/progress.js';
import { allowance } from '../../domain/reconcile.js';
import type { WaitCount } from '../../domain/tick-facts.js';
import { holdsOut } from '../../domain/watch.js';
import { addWaits, NO_WAITS, waitingReason } from '../../domain/waiting/waiting-for.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { WaitScan } from '../../models/rollout-tick.js';
import type { WaitingUpgrade } from '../../stores/waiting-upgrade.js';
import type { RolloutNetworks } from './rollout-networks.js';
import { isBound, nextStage } from './scan-waiting.js';
import { findUp } from './walk-targets.js';

/** A tick counts at most this many batches of 1,000 waiting upgrades. */
const MAX_BATCHES = 4;

const START: WaitScan = { stage: 1, order: '', id: 0, counts: NO_WAITS, opensAt: null };

/** Counts why upgrades wait, a slice at a time. Reads only, and keeps nothing back. */
export async function countWaiting(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  networks: RolloutNetworks,
  open: readonly UncountedUpgrades[],
  now: Date,
): Promise<WaitCount> {
  const { stores } = deps;
  let scan = rollout.waitScan ?? START;
  const isHeld = heldTest(rollout, open);
  const held = open.filter(({ slot }) => slot).reduce((sum, { count }) => sum + count, 0);
  const hasSlot = held < rollout.settings.max_in_flight;
  const hasToken = !hasSlot || allowance(rollout, open, now) > 0;
  const queued = (await stores.rolloutUpgrades.queuedWithoutSlot(rollout)).filter(({ stage }) =>
    isBound(rollout, stage),
  );
  const add = async (upgrades: readonly WaitingUpgrade[]): Promise<void> => {
    const up = await findUp(
      deps,
      rollout.organisationId,
      upgrades.map(({ deviceId }) => deviceId),
      now,
    );
    await networks.read(upgrades.map(({ networkId }) => networkId));
    await networks.prepare(
      upgrades.filter(({ deviceId }) => up.has(deviceId)),
      queued,
    );
    const found = upgrades.map((upgrade) => {
      const { networkId, deviceId } = upgrade;
      const isOpen = networks.closesAt(networkId) !== null;
      const reason = waitingReason({
        isHeldOut: upgrade.heldOut && holdsOut(rollout),
        isHeld: isHeld(upgrade),
        isBlocked: networks.isBlocked(networkId),
        isUp: up.has(deviceId),
        isOpen,
        network: networks.keepsBack(upgrade),
        hasSlot,
        hasToken,
      });
      return { reason, opensAt: isOpen ? null : networks.opensAt(networkId) };
    });
    scan = { ...scan, ...addWaits(scan, found) };
  };
  if (rollout.waitScan === null) await add(queued);
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const stage = nextStage(rollout, scan.stage);
    if (stage === null) {
      const { counts, opensAt } = scan;
      return { next: null, waits: { counts, opensAt, at: now } };
    }
    if (stage !== scan.stage) scan = { ...scan, stage, order: '', id: 0 };
    const upgrades = await stores.rolloutUpgrades.pending(rollout, stage, scan);
    await add(upgrades);
    const last = upgrades.at(-1);
    scan = last
      ? { ...scan, order: last.order, id: last.id }
      : { ...scan, stage: stage + 1, order: '', id: 0 };
  }
  return { next: scan, waits: null };
}

/** Tells which upgrades wait for canaries of their part: in its canary stage, or by the canary hold in later ones. */
function heldTest(
  rollout: RolloutRecord,
  open: readonly UncountedUpgrades[],
): (upgrade: WaitingUpgrade) => boolean {
  const index = currentStage(rollout);
  const parts = heldParts(rollout, index);
  const left = slotsLeft(rollout, open);
  return ({ stage, part }) =>
    (stage === index + 1 && (parts === 'all' || parts.includes(part))) || left(part) <= 0;
}
