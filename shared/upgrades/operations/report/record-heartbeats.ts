import { upgradeRules } from '../../domain/upgrade-change.js';
import { decideOnHeartbeat, dependsOnDeafness } from '../../domain/device-report.js';
import { isLate, type Beat, type UpgradeReport } from '../../domain/device-beat.js';
import type { ConfigurationReport } from '../../../inventory/domain/device-configuration.js';
import type { ReportedPort } from '../../../inventory/domain/reported-port.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { DeviceRef } from '../../../inventory/stores/device-ref.js';
import type { KnownDevice, LastHeard } from '../../../status/stores/heartbeat-store.js';
import type { OpenUpgrade, UpgradeWrite } from '../../stores/open-upgrade-store.js';
import type { HeartbeatDeps, UpgradeDeps } from '../../deps.js';
import { writeChanges } from '../write-changes.js';
import {
  answerConfigurations,
  configurationWrite,
  judgeConfigurations,
  overtakenReports,
  type ConfigurationAnswer,
} from './report-configuration.js';

/** One heartbeat as received. */
export interface Heartbeat {
  readonly macId: string;
  /** The device that the MAC and key identify. */
  readonly ref: DeviceRef;
  readonly at: Date;
  readonly publicIp: string;
  readonly firmwareVersion: string;
  readonly uptimeS: number | null;
  readonly ports: ReportedPort[] | null;
  readonly report: UpgradeReport | null;
  /** Absent or null from a device that does not report its configuration. */
  readonly configuration?: ConfigurationReport | null;
}

/** What the device is offered. */
export interface UpgradeOrder {
  readonly id: number;
  readonly version: string;
  readonly url: string;
  /** Properties of the file at the url; null when the release does not have them. */
  readonly sha256: string | null;
  readonly size: number | null;
  readonly signature: string | null;
  readonly savePrevConfig: boolean;
}

export type HeartbeatResult =
  | { readonly order: UpgradeOrder | null; readonly configuration: ConfigurationAnswer | null }
  | { readonly refused: AppError };

interface Known {
  readonly index: number;
  readonly beat: Heartbeat;
  readonly ref: DeviceRef;
  readonly device: KnownDevice;
}

/**
 * Makes a batch of at most 1,000 heartbeats of different devices durable and decides what each device does next
 * (docs/device-makers.md). A refused heartbeat does not delay the others.
 */
export async function recordHeartbeats(
  deps: HeartbeatDeps,
  beats: readonly Heartbeat[],
): Promise<HeartbeatResult[]> {
  const { heartbeats, openUpgrades } = deps.stores;
  const results: HeartbeatResult[] = beats.map(() => ({ order: null, configuration: null }));
  const refs = beats.map(({ ref }) => ref);
  const [devices, lastHeard, upgrades] = await Promise.all([
    heartbeats.devices(refs),
    heartbeats.lastHeard(refs),
    openUpgrades.of(refs),
  ]);
  await deps.failpoint('heartbeats-read');
  const known = beats.flatMap((beat, index): Known[] => {
    const { ref } = beat;
    const device = devices.get(ref.deviceId);
    if (device) return [{ index, beat, ref, device }];
    results[index] = { refused: new AppError('deviceNotFound') };
    return [];
  });
  deps.metrics.heartbeats.inc({ outcome: 'recorded' }, known.length);
  deps.metrics.heartbeats.inc({ outcome: 'refused' }, beats.length - known.length);
  if (known.length === 0) return results;
  const changed = known.filter(
    (entry) =>
      entry.device.firmwareVersion !== entry.beat.firmwareVersion && !isLate(beatOf(entry, lastHeard)),
  );
  const configurations = judgeConfigurations(deps, known, lastHeard);
  const states = known.map((entry) => ({
    ...entry.beat,
    ...entry.ref,
    isRestart: isRestart(entry, lastHeard),
    configuration: configurationWrite(configurations.get(entry.ref.deviceId)),
  }));
  const [offers, written] = await Promise.all([
    advance(deps, known, upgrades, lastHeard),
    heartbeats.writeStates(states),
    changed.length > 0 &&
      heartbeats.writeFirmware(
        changed.map(({ ref, beat, device: { revision } }) => {
          return { ...ref, revision, firmwareVersion: beat.firmwareVersion };
        }),
      ),
  ]);
  await deps.failpoint('heartbeats-written');
  const given = await orders(deps, offers);
  const overtaken = written < known.length ? await overtakenReports(deps, known) : new Set<number>();
  // A fetch or a retry may have overtaken the report, which the device repeats; the rest of the heartbeat still counts.
  const again = states.filter(({ deviceId, configuration }) => configuration && overtaken.has(deviceId));
  if (again.length > 0)
    await heartbeats.writeStates(again.map((state) => ({ ...state, configuration: null })));
  const busy = known.filter(({ index, beat }) => given.has(index) || beat.report !== null);
  const answers = await answerConfigurations(deps, known, configurations, {
    overtaken,
    upgrading: upgrades,
    busy: new Set(busy.map(({ ref }) => ref.deviceId)),
  });
  const held = await heldBack(deps, offers);
  for (const { index, ref } of known)
    results[index] = {
      order: held.has(index) ? null : (given.get(index) ?? null),
      configuration: answers.get(ref.deviceId) ?? null,
    };
  return results;
}

interface Offer {
  readonly entry: Known;
  readonly upgrade: OpenUpgrade;
}

/**
 * Writes the changes of the upgrades and returns the offers to devices. If a conditional write finds an upgrade changed
 * by another process, all of them are read and decided once more.
 */
async function advance(
  deps: HeartbeatDeps,
  known: readonly Known[],
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
  for (const { rollout } of upgrades.values()) if (rollout) return runningRollouts();
  return new Set();
}

/** The offers that stay here because their rollout was paused while slow stores delayed them. */
async function heldBack(deps: HeartbeatDeps, offers: readonly Offer[]): Promise<Set<number>> {
  const upgrades = new Map(offers.map(({ entry, upgrade }) => [entry.index, upgrade]));
  const running = await runningAmong(deps, upgrades);
  const held = offers.filter(({ upgrade: { rollout } }) => rollout && !running.has(rollout.id));
  return new Set(held.map(({ entry }) => entry.index));
}

/** Reads when the service was deaf only if a decision depends on it: when a soak ends, or a device was silent or late. */
async function decideOnAll(
  { env, random, deafness }: HeartbeatDeps,
  known: readonly Known[],
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

/** Whether the device has restarted since its last heartbeat. */
function isRestart({ beat, ref }: Known, lastHeard: ReadonlyMap<number, LastHeard>): boolean {
  const { uptimeS = null } = lastHeard.get(ref.deviceId) ?? {};
  return uptimeS !== null && beat.uptimeS !== null && beat.uptimeS < uptimeS;
}

function beatOf(entry: Known, lastHeard: ReadonlyMap<number, LastHeard>): Beat {
  const { beat, ref } = entry;
  const last = lastHeard.get(ref.deviceId);
  return {
    at: beat.at,
    firmwareVersion: beat.firmwareVersion,
    uptimeSeconds: beat.uptimeS ?? undefined,
    report: beat.report ?? undefined,
    previousHeartbeatAt: last?.at ?? null,
    restarts: (last?.restarts ?? 0) + (isRestart(entry, lastHeard) ? 1 : 0),
  };
}

/** The file for each device's hardware; a release without one gives no order. */
async function orders(
  { stores, log }: UpgradeDeps,
  offers: readonly Offer[],
): Promise<Map<number, UpgradeOrder>> {
  if (offers.length === 0) return new Map();
  const releases = await stores.firmware.byIds([...new Set(offers.map(({ upgrade }) => upgrade.releaseId))]);
  const given = new Map<number, UpgradeOrder>();
  for (const { entry, upgrade } of offers) {
    const { partNumber } = entry.device;
    const file = releases
      .get(upgrade.releaseId)
      ?.urls.find((candidate) => candidate.partNumber === partNumber);
    if (file === undefined)
      log.error({ upgrade: upgrade.id, partNumber }, 'The release has no url for this hardware part');
    else
      given.set(entry.index, {
        id: upgrade.id,
        version: upgrade.version,
        url: file.url,
        sha256: file.sha256 ?? null,
        size: file.size ?? null,
        signature: file.signature ?? null,
        savePrevConfig: upgrade.savePrevConfig,
      });
  }
  return given;
}
