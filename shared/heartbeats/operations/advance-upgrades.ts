import type { LastHeard } from '../../status/stores/heartbeat-store.js';
import { decideOnHeartbeat, dependsOnDeafness } from '../../upgrades/domain/device-report.js';
import { isInRollout, upgradeRules } from '../../upgrades/domain/upgrade-change.js';
import { writeChanges } from '../../upgrades/operations/write-changes.js';
import type { OpenUpgrade, UpgradeWrite } from '../../upgrades/stores/open-upgrade-store.js';
import type { HeartbeatDeps } from '../deps.js';
import { beatOf, type KnownHeartbeat } from '../domain/heartbeat.js';

/** An upgrade that is offered in the answer to a heartbeat. */
export interface Offer {
  readonly entry: KnownHeartbeat;
  readonly upgrade: OpenUpgrade;
}

/**
 * Writes the changes of the upgrades and returns the offers to devices. If a conditional write finds an upgrade changed
 * by another process, all of them are read and decided once more.
 */
export async function advanceUpgrades(
  deps: HeartbeatDeps,
  known: readonly KnownHeartbeat[],
  upgrades: ReadonlyMap<number, OpenUpgrade>,
  lastHeard: ReadonlyMap<number, LastHeard>,
): Promise<Offer[]> {
  const { heartbeats, openUpgrades } = deps.stores;
  const running = await runningAmong(deps, upgrades);
  const first = await decideOnAll(deps, known, upgrades, lastHeard, running);
  if (first.writes.length === 0) return first.offers;
  const at = deps.now();
  if ((await writeChanges(deps, first.writes, at)) === first.writes.length) return first.offers;
  const refs = known.map((entry) => entry.ref);
  const [now, heardNow] = await Promise.all([openUpgrades.of(refs), heartbeats.lastHeard(refs)]);
  // This batch may be stored by now: only heartbeats later than it count.
  const heard = new Map(lastHeard);
  for (const { ref, beat } of known) {
    const last = heardNow.get(ref.deviceId);
    if (last?.at && last.at > beat.at) heard.set(ref.deviceId, last);
  }
  const again = await decideOnAll(deps, known, now, heard, await runningAmong(deps, now));
  if (again.writes.length > 0) await openUpgrades.write(again.writes, at);
  return again.offers;
}

/** The running rollouts; none are read when no upgrade belongs to one. */
async function runningAmong(
  { runningRollouts }: HeartbeatDeps,
  upgrades: ReadonlyMap<number, OpenUpgrade>,
): Promise<ReadonlySet<number>> {
  for (const { inRollout } of upgrades.values()) if (inRollout) return runningRollouts();
  return new Set();
}

/** The offers that stay here because their rollout was paused while slow stores delayed them. */
export async function heldBack(deps: HeartbeatDeps, offers: readonly Offer[]): Promise<Set<number>> {
  const upgrades = new Map(offers.map(({ entry, upgrade }) => [entry.index, upgrade]));
  const running = await runningAmong(deps, upgrades);
  const held = offers.filter(({ upgrade }) => isInRollout(upgrade) && !running.has(upgrade.rolloutId));
  return new Set(held.map(({ entry }) => entry.index));
}

/** Reads when the service was deaf only if a decision depends on it: when a soak ends, or a device was silent or late. */
async function decideOnAll(
  { env, random, deafness }: HeartbeatDeps,
  known: readonly KnownHeartbeat[],
  upgrades: ReadonlyMap<number, OpenUpgrade>,
  lastHeard: ReadonlyMap<number, LastHeard>,
  running: ReadonlySet<number>,
): Promise<{ writes: UpgradeWrite[]; offers: Offer[] }> {
  const rules = upgradeRules(env);
  const writes: UpgradeWrite[] = [];
  const offers: Offer[] = [];
  for (const entry of known) {
    const upgrade = upgrades.get(entry.ref.deviceId);
    if (!upgrade) continue;
    const beat = beatOf(entry, lastHeard);
    let decision = decideOnHeartbeat(upgrade, beat, rules, random, running);
    if (dependsOnDeafness(upgrade, decision, beat)) {
      // Shared by all that ask within a second. What is not known yet, such as right after an outage, counts as deaf.
      const own = (await deafness()).of(entry.ref.organisationId).withUnknown(beat.at);
      decision = decideOnHeartbeat(upgrade, beat, rules, random, running, own);
    }
    const { changes, offer } = decision;
    for (const change of changes) writes.push({ upgrade, change });
    if (offer) offers.push({ entry, upgrade });
  }
  return { writes, offers };
}
