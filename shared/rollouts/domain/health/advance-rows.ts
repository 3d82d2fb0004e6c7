import { beginsAnew } from './dealing.js';
import { observeRow, type DeviceNow } from './observe-row.js';
import { copyRow, isTreated, NEW_ROW, type LookRow, type Outcome, type PartState } from './look-rows.js';

/** An upgrade of the rollout whose device is treated from this look on. */
export interface BegunUpgrade {
  readonly id: number;
  readonly deviceId: number;
  readonly stage: number;
  readonly networkId: number | null;
  /** When it began to install or, if that is not known, to verify. */
  readonly at: Date;
}

/** What a look has read of one part. */
export interface PartReading {
  readonly look: number;
  readonly at: Date;
  /** The start of the rollout. */
  readonly start: Date;
  readonly downAfterS: number;
  /** Upgrades that no earlier look has seen. */
  readonly begun: readonly BegunUpgrade[];
  /** Of every treated device, by upgrade; one that is missing is none any more. */
  readonly outcomes: ReadonlyMap<number, Outcome>;
  /** Of every device; one that is missing has left the organisation. */
  readonly devices: ReadonlyMap<number, DeviceNow>;
  /** Cohort devices that were offered an upgrade. */
  readonly offered: ReadonlySet<number>;
  /** Whether upgrades may begin in a network now: only there the cohort is like the devices that begin. */
  readonly isOpen: (networkId: number | null) => boolean;
  /** How many installations took how long, in seconds. */
  readonly installs: readonly number[];
}

/** A look compares at most so many treated devices of a part: a sample that does not depend on how they are. */
const MAX_TREATED = 20_000;
const MAX_INSTALLS = 101;

export function secondsSince(start: Date, at: Date): number {
  return Math.round((at.getTime() - start.getTime()) / 1000);
}

/**
 * The rows of the next look. A treated device begins at the look that first sees it. Cohort devices are dealt that look in
 * proportion; those that were up at the look before have begun there, so that neither group is observed over a time that
 * the other was not.
 */
export function advanceRows(before: PartState, reading: PartReading): PartState {
  const { look, at, start, begun } = reading;
  const isKnown = new Set(before.rows.map(({ upgradeId }) => upgradeId));
  const fresh = begun.filter(({ id }) => !isKnown.has(id));
  const total = before.begun + fresh.length;
  const beforeAt = secondsSince(start, before.at);
  const carried: LookRow[] = [];
  for (const row of before.rows) {
    const next = isTreated(row) ? row : cohortRow(row);
    if (next && (!isTreated(row) || reading.outcomes.has(row.upgradeId))) carried.push(next);
  }
  const added = fresh.map((upgrade): LookRow => {
    const { id, deviceId, stage, networkId } = upgrade;
    const restarts = reading.outcomes.get(id)?.restarts ?? reading.devices.get(deviceId)?.restarts ?? 0;
    const begins = {
      began: look,
      beganAt: secondsSince(start, upgrade.at),
      restarts,
      restartsBefore: restarts,
    };
    const fixed = { deviceId, upgradeId: id, stage, networkId: networkId ?? 0 };
    return Object.assign(copyRow(NEW_ROW), fixed, begins);
  });
  const times = { now: secondsSince(start, at), before: beforeAt };
  const rows: LookRow[] = [];
  for (const row of sampled([...carried, ...added])) {
    const device = reading.devices.get(row.deviceId);
    if (device) rows.push(observeRow(row, device, reading, times));
  }
  return {
    part: before.part,
    look,
    at,
    tested: before.tested,
    begun: total,
    installs: [...before.installs, ...reading.installs].slice(-MAX_INSTALLS),
    rows: withEvents(rows, new Map(before.rows.map((row) => [row.deviceId, row]))),
  };

  /** A cohort device, which may begin anew at this look; null once it was offered an upgrade. */
  function cohortRow(row: LookRow): LookRow | null {
    if (reading.offered.has(row.deviceId)) return null;
    if (!beginsAnew(row.place, look, fresh.length, total)) return row;
    const wasUp = row.heardAt >= 0 && beforeAt - row.heardAt <= reading.downAfterS;
    const device = reading.devices.get(row.deviceId);
    if (!wasUp || !device || !reading.isOpen(device.networkId))
      return Object.assign(copyRow(row), { began: 0, events: 0 });
    const anew = { began: look, beganAt: beforeAt, restartsBefore: row.restarts, events: 0, outcome: 1 };
    return Object.assign(copyRow(row), anew, NOTHING_SEEN);
  }
}

/** What a device did before it began counts for nothing. */
const NOTHING_SEEN = {
  ...{ radioOffSince: -1, crashed0: 0, crashed1: 0, crashed2: 0, crashed3: 0, crashed4: 0, crashed5: 0 },
  ...{ emptySince: -1, emptyJoined: -1, clientsBefore: -1 },
} as const;

/** The state after a resume: what the treated devices have done until then is not judged. */
export function withoutTreated(state: PartState): PartState {
  const rows = state.rows.flatMap((row) =>
    isTreated(row) ? [] : [Object.assign(copyRow(row), { began: 0, events: 0 })],
  );
  return { ...state, begun: 0, rows };
}

function sampled(rows: readonly LookRow[]): readonly LookRow[] {
  const treated = rows.filter(isTreated);
  if (treated.length <= MAX_TREATED) return rows;
  const chosen = new Set(treated.sort((a, b) => drawn(a) - drawn(b)).slice(0, MAX_TREATED));
  return rows.filter((row) => !isTreated(row) || chosen.has(row));
}

function drawn({ deviceId }: LookRow): number {
  return mixed(deviceId);
}

/** A whole number that an id determines, in an order that has nothing to do with that of the ids. */
export function mixed(id: number): number {
  return Math.imul(id, 0x9e3779b1) >>> 0;
}

/**
 * Counts the restarts since the look before. Those of one network are one event: of the cohort if a device of it took
 * part, which counts for that device if it has begun; else of the first treated device.
 */
function withEvents(rows: readonly LookRow[], before: ReadonlyMap<number, LookRow>): LookRow[] {
  const restarted = new Map<string, LookRow>();
  for (const row of rows) {
    const since = Math.max(before.get(row.deviceId)?.restarts ?? 0, row.restartsBefore);
    if (row.restarts <= since || (isTreated(row) && row.outcome !== 1)) continue;
    const site = row.networkId === 0 ? `device ${row.deviceId}` : `network ${row.networkId}`;
    const known = restarted.get(site);
    if (!known || rankOf(row) < rankOf(known)) restarted.set(site, row);
  }
  const counted = new Set([...restarted.values()].filter(({ began }) => began > 0));
  return rows.map((row) =>
    counted.has(row) ? Object.assign(copyRow(row), { events: row.events + 1 }) : row,
  );
}

/** Cohort devices that have begun come first, then the others of the cohort, then treated devices. */
function rankOf(row: LookRow): number {
  if (isTreated(row)) return 2;
  return row.began > 0 ? 0 : 1;
}
