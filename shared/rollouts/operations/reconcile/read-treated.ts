import { secondsAfter } from '../../../upgrades/domain/upgrade-change.js';
import type { RolloutDeps } from '../../deps.js';
import type { BegunUpgrade } from '../../domain/health/advance-rows.js';
import { isTreated, type LookRow, type Outcome } from '../../domain/health/look-rows.js';
import type { DeviceNow } from '../../domain/health/observe-row.js';
import { silenceS } from '../../domain/health/silent-installation.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { ObservedUpgrade } from '../../stores/rollout-health-store.js';
import type { HealthReader } from './health-reader.js';

/** A look reads at most so many upgrades that have begun since the one before. */
const MAX_BEGUN = 40_000;
/** Heartbeats that arrive together are written together, some seconds after the first. */
const WRITTEN_WITHIN_S = 120;

/**
 * The upgrades that install or verify, or have done so, since the look before, and their results. Those that entered
 * Verifying before the last resume are not judged. Without the health gate no look is kept, so each reads all of them.
 */
export async function readBegun(
  { stores }: RolloutDeps,
  rollout: RolloutRecord,
): Promise<Map<number, ObservedUpgrade>> {
  const { judgedFrom, lookedAt, startedAt } = rollout;
  const isKept = lookedAt !== null && rollout.settings.gates.health;
  const looked = !isKept ? null : secondsAfter(lookedAt, -WRITTEN_WITHIN_S);
  const after = judgedFrom !== null && (looked === null || judgedFrom > looked) ? judgedFrom : looked;
  const verified = await stores.rolloutHealth.verified(rollout, after, MAX_BEGUN);
  const since = after ?? startedAt ?? new Date(0);
  const installing = await stores.rolloutHealth.installing(rollout, since, MAX_BEGUN);
  return new Map([...verified, ...installing].map((upgrade) => [upgrade.id, upgrade]));
}

export function begunUpgrade({ id, deviceId, stage, networkId, ...upgrade }: ObservedUpgrade): BegunUpgrade {
  const { installingAt, verifyingAt, statusSince } = upgrade;
  return { id, deviceId, stage, networkId, at: verifyingAt ?? installingAt ?? statusSince };
}

/** Upgrades of earlier looks whose result may have changed, or whose version only they name. */
export async function readUnresolved(
  reader: HealthReader,
  { settings }: RolloutRecord,
  rows: readonly LookRow[],
): Promise<Map<number, ObservedUpgrade>> {
  const isOne = settings.version !== 'previous';
  const unresolved = rows.filter((row) => isTreated(row) && !(isOne && row.outcome === 1));
  return reader.upgrades(unresolved.map(({ upgradeId }) => upgradeId));
}

/** The results of the treated devices of a part, by upgrade. */
export function outcomesOf(
  rollout: RolloutRecord,
  rows: readonly LookRow[],
  upgrades: readonly ObservedUpgrade[],
  devices: ReadonlyMap<number, DeviceNow>,
  { now, installs, stepTimeoutS }: { now: Date; installs: readonly number[]; stepTimeoutS: number },
): Map<number, Outcome> {
  const outcomes = new Map<number, Outcome>();
  const { version } = rollout.settings;
  for (const row of rows)
    if (isTreated(row) && row.outcome === 1)
      outcomes.set(row.upgradeId, { kind: 'verified', restarts: null, version });
  const silentAfterS = silenceS(installs, stepTimeoutS);
  for (const upgrade of upgrades) {
    const { id, status, cause, verifyingAt, restarts, deviceId } = upgrade;
    const found = { restarts, version: upgrade.version };
    if (verifyingAt) {
      outcomes.set(id, { ...found, kind: 'verified' });
      continue;
    }
    const isSilent = cause === 'silent' || status === 'Installing';
    if (!isSilent) continue;
    const at = devices.get(deviceId)?.at ?? null;
    const silentS = at === null ? Infinity : (now.getTime() - at.getTime()) / 1000;
    // A device that is heard after its upgrade was given up is judged by what it runs.
    if (silentS > silentAfterS) outcomes.set(id, { ...found, kind: 'silent' });
    else outcomes.set(id, { ...found, kind: status === 'Failed' ? 'verified' : null });
  }
  return outcomes;
}
