import type { FirmwareReleaseRecord, FirmwareUrl } from '../../firmware/models/firmware-release.js';
import type { LastHeard } from '../../status/stores/heartbeat-store.js';
import {
  decideOnHeartbeat,
  dependsOnDeafness,
  type HeartbeatDecision,
} from '../../upgrades/domain/device-report.js';
import { NO_ROLLOUTS, type RolloutStates } from '../../upgrades/domain/recall.js';
import { isInRollout, moveTo, upgradeRules } from '../../upgrades/domain/upgrade-change.js';
import { writeChanges } from '../../upgrades/operations/write-changes.js';
import type { OpenUpgrade, UpgradeWrite } from '../../upgrades/stores/open-upgrade-store.js';
import type { HeartbeatDeps } from '../deps.js';
import { beatOf, type KnownHeartbeat } from '../domain/heartbeat.js';

/** An upgrade that is offered in the answer to a heartbeat. */
export interface Offer {
  readonly entry: KnownHeartbeat;
  readonly upgrade: OpenUpgrade;
  readonly file: FirmwareUrl;
}

/** What the answers to a batch say of upgrades. */
export interface Advanced {
  readonly offers: readonly Offer[];
  /** The upgrade whose download a device has to stop, by the index of its heartbeat. */
  readonly aborts: ReadonlyMap<number, number>;
}

/**
 * Writes the changes of the upgrades and returns what devices are offered. If a conditional write finds an upgrade changed
 * by another process, all of them are read and decided once more. The heartbeats themselves are not stored yet: what
 * they say of a restart or a silence depends on the ones before.
 */
export async function advanceUpgrades(
  deps: HeartbeatDeps,
  known: readonly KnownHeartbeat[],
  upgrades: ReadonlyMap<number, OpenUpgrade>,
  lastHeard: ReadonlyMap<number, LastHeard>,
): Promise<Advanced> {
  const { heartbeats, openUpgrades } = deps.stores;
  const first = await decideOnAll(deps, known, upgrades, lastHeard);
  if (first.writes.length === 0) return first;
  const at = deps.now();
  if ((await writeChanges(deps, first.writes, at)) === first.writes.length) return first;
  const refs = known.map((entry) => entry.ref);
  const [now, heardNow] = await Promise.all([openUpgrades.of(refs), heartbeats.lastHeard(refs)]);
  const again = await decideOnAll(deps, known, now, heardNow);
  if (again.writes.length > 0) await openUpgrades.write(again.writes, at);
  return again;
}

/** The running rollouts; none are read when no upgrade belongs to one. */
async function runningAmong(
  { runningRollouts }: HeartbeatDeps,
  upgrades: Iterable<OpenUpgrade>,
): Promise<ReadonlySet<number>> {
  for (const { inRollout } of upgrades) if (inRollout) return runningRollouts();
  return NO_ROLLOUTS.running;
}

/**
 * What is known of the rollouts of a batch. The states of those that do not seem to run while their devices download, and
 * of those whose devices have stopped a download, are read now: what is known of running ones may be a second old.
 */
async function rolloutStates(
  deps: HeartbeatDeps,
  known: readonly KnownHeartbeat[],
  upgrades: ReadonlyMap<number, OpenUpgrade>,
): Promise<RolloutStates> {
  const running = await runningAmong(deps, upgrades.values());
  const asked = new Map<number, OpenUpgrade>();
  for (const { ref, beat } of known) {
    const upgrade = upgrades.get(ref.deviceId);
    if (!upgrade || !isInRollout(upgrade)) continue;
    const downloads = upgrade.status === 'Downloading' || beat.report?.state === 'downloading';
    if (downloads && (beat.report?.state === 'aborted' || !running.has(upgrade.rolloutId)))
      asked.set(upgrade.rolloutId, upgrade);
  }
  if (asked.size === 0) return { running, states: NO_ROLLOUTS.states };
  const organisationIds = [...new Set([...asked.values()].map(({ organisationId }) => organisationId))];
  return { running, states: await deps.stores.rollouts.states(organisationIds, [...asked.keys()]) };
}

/** The offers that stay here because their rollout was paused while slow stores delayed them. */
export async function heldBack(deps: HeartbeatDeps, offers: readonly Offer[]): Promise<Set<number>> {
  const running = await runningAmong(
    deps,
    offers.map(({ upgrade }) => upgrade),
  );
  const held = offers.filter(({ upgrade }) => isInRollout(upgrade) && !running.has(upgrade.rolloutId));
  return new Set(held.map(({ entry }) => entry.index));
}

/** Reads when the service was deaf only if a decision depends on it: when a soak ends, or a device was silent or late. */
async function decideOnAll(
  deps: HeartbeatDeps,
  known: readonly KnownHeartbeat[],
  upgrades: ReadonlyMap<number, OpenUpgrade>,
  lastHeard: ReadonlyMap<number, LastHeard>,
): Promise<Advanced & { readonly writes: readonly UpgradeWrite[] }> {
  const { env, random, deafness } = deps;
  const rules = upgradeRules(env);
  const rollouts = await rolloutStates(deps, known, upgrades);
  const decided: Decided[] = [];
  for (const entry of known) {
    const upgrade = upgrades.get(entry.ref.deviceId);
    if (!upgrade) continue;
    const beat = beatOf(entry, lastHeard);
    let decision = decideOnHeartbeat(upgrade, beat, rules, random, rollouts);
    if (dependsOnDeafness(upgrade, decision, beat)) {
      // Shared by all that ask within a second. What is not known yet, such as right after an outage, counts as deaf.
      const own = (await deafness()).of(entry.ref.organisationId).withUnknown(beat.at);
      decision = decideOnHeartbeat(upgrade, beat, rules, random, rollouts, own);
    }
    decided.push({ entry, upgrade, decision });
  }
  return withFiles(deps, decided);
}

interface Decided {
  readonly entry: KnownHeartbeat;
  readonly upgrade: OpenUpgrade;
  readonly decision: HeartbeatDecision;
}

/** Adds their files to the offers. A Queued upgrade whose file is gone ends instead of being offered. */
async function withFiles(
  { stores }: HeartbeatDeps,
  decided: readonly Decided[],
): Promise<Advanced & { readonly writes: readonly UpgradeWrite[] }> {
  const offered = decided.filter(({ decision }) => decision.offer);
  const releaseIds = [...new Set(offered.map(({ upgrade }) => upgrade.releaseId))];
  const releases =
    releaseIds.length === 0 ? new Map<number, never>() : await stores.firmware.byIds(releaseIds);
  const writes: UpgradeWrite[] = [];
  const offers: Offer[] = [];
  const aborts = new Map<number, number>();
  for (const { entry, upgrade, decision } of decided) {
    const file = decision.offer ? fileFor(releases, entry, upgrade) : undefined;
    if (file) offers.push({ entry, upgrade, file });
    if (decision.abort) aborts.set(entry.index, upgrade.id);
    if (decision.offer && !file) {
      if (upgrade.status !== 'Queued') continue;
      const message = `The release has no file for the part ${entry.device.partNumber}`;
      const change = moveTo('Queued', 'Skipped', 'noFirmware', entry.beat.at, { message });
      writes.push({ upgrade, change });
    } else for (const change of decision.changes) writes.push({ upgrade, change });
  }
  return { writes, offers, aborts };
}

/** The file of an upgrade's release for the hardware part of the device; undefined when there is none any more. */
function fileFor(
  releases: ReadonlyMap<number, FirmwareReleaseRecord>,
  { device }: KnownHeartbeat,
  { releaseId }: Pick<OpenUpgrade, 'releaseId'>,
): FirmwareUrl | undefined {
  return releases.get(releaseId)?.urls.find(({ partNumber }) => partNumber === device.partNumber);
}
