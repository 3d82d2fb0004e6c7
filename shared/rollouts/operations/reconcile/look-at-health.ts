import type { Deafness } from '../../../deaf-periods/domain/deafness.js';
import type { RolloutDeps } from '../../deps.js';
import { isEnding, type StageLook } from '../../domain/gates/health-gate.js';
import { advanceRows, secondsSince, withoutTreated } from '../../domain/health/advance-rows.js';
import { comparedRows, judgePart, sickRows, type SickUpgrade } from '../../domain/health/judge-part.js';
import { joinedIn, siteAlive } from '../../domain/health/neighbours.js';
import { copyRow, isTreated, NEW_ROW, type LookRow, type PartState } from '../../domain/health/look-rows.js';
import type { SignContext } from '../../domain/health/signs.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { ObservedUpgrade } from '../../stores/rollout-health-store.js';
import { HealthReader } from './health-reader.js';
import { readPoints } from './read-points.js';
import { begunUpgrade, outcomesOf, readBegun, readUnresolved } from './read-treated.js';

/** A look, and what it leaves for the next one. */
export interface HealthLook {
  readonly look: StageLook;
  readonly states: readonly PartState[];
}

/**
 * Looks at the health of the devices that a rollout has upgraded, and of the cohorts that were drawn at its start
 * (docs/rollouts.md#health-gate). Reads only; every read is bounded.
 * @param index of the current stage, from 0; after the last, the number of stages
 */
export async function lookAtHealth(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
  now: Date,
  deafness: Deafness,
): Promise<HealthLook> {
  const { env } = deps;
  const reader = new HealthReader(deps, rollout, now);
  const number = rollout.looks + 1;
  const start = rollout.startedAt ?? now;
  const before = await formerStates(deps, rollout);
  const begun = await readBegun(deps, rollout);
  const rows = before.flatMap((state) => state.rows);
  const unresolved = await readUnresolved(reader, rollout, rows);
  const byPart = partsOf(before, [...begun.values()], now);
  const devices = await reader.devices([
    ...new Set([...rows, ...begun.values()].map(({ deviceId }) => deviceId)),
  ]);
  const cohort = rows.filter((row) => !isTreated(row)).map(({ deviceId }) => deviceId);
  const offered = await reader.offered(cohort, start);
  const networkIds = [...devices.values()].map(({ networkId }) => networkId);
  const isCalm = await reader.calm(networkIds.map((id) => id ?? 0));
  const lookedAt = before[0]?.at ?? start;
  const isOpen = await reader.opened(networkIds, lookedAt);
  const advanced = byPart.map(({ state, upgrades }) => {
    const known = state.rows.flatMap(({ upgradeId }) => unresolved.get(upgradeId) ?? []);
    const all = [...new Map([...known, ...upgrades].map((upgrade) => [upgrade.id, upgrade])).values()];
    const isKnown = new Set(state.rows.map(({ upgradeId }) => upgradeId));
    const installs = upgrades.filter(({ id }) => !isKnown.has(id)).flatMap(installSeconds);
    const stepTimeoutS = rollout.settings.retry.step_timeout_minutes * 60;
    const found = { now, installs: [...state.installs, ...installs], stepTimeoutS };
    const outcomes = outcomesOf(rollout, state.rows, all, devices, found);
    return advanceRows(state, {
      look: number,
      at: now,
      start,
      downAfterS: env.downAfterS,
      begun: upgrades.filter(({ id }) => outcomes.has(id)).map(begunUpgrade),
      outcomes,
      devices,
      offered,
      isOpen,
      installs,
    });
  });
  const { gates } = rollout.settings;
  const measured = await Promise.all(
    advanced.map((state) => readPoints(reader, state, { start, now, lookedAt, isCalm, gates })),
  );
  const states = measured.map(({ state }) => state);
  const all = states.flatMap((state) => state.rows);
  const context: SignContext = {
    now: secondsSince(start, now),
    downAfterS: env.downAfterS,
    joinedIn: joinedIn(all),
  };
  const sick = states.flatMap((state) => sickRows(comparedRows(state, isCalm), context));
  const upgrades = await upgradesOf(reader, sick);
  const isSiteAlive = siteAlive(all, 2 * env.heartbeatIntervalS);
  const stage = Math.min(index + 1, rollout.stages.length);
  const [record, settings] = [rollout.stages[index], rollout.settings.stages[index]];
  const isCanary = settings !== undefined && 'canary_per_part' in settings;
  const parts = measured.map(({ state, ranked }) =>
    judgePart({
      ...{ state, parts: states.length, stage, isCanary, gates, context },
      ...{ isCalm, upgrades, isSiteAlive, ranked },
    }),
  );
  return {
    look: {
      number,
      stage,
      at: now,
      isEnd: record !== undefined && settings !== undefined && isEnding(record, settings, now, deafness),
      randomised: !rollout.settings.stages.slice(0, stage).some((each) => 'targets' in each),
      parts: parts.filter(({ treated }) => treated.devices > 0),
    },
    states: states.map((state, at) => {
      const hasTests = (parts[at]?.tests.length ?? 0) > 0;
      return hasTests ? { ...state, tested: state.tested + 1 } : state;
    }),
  };
}

/** What the look before has noted; before the first one, the cohorts. Nothing when only canaries are looked at. */
async function formerStates({ stores }: RolloutDeps, rollout: RolloutRecord): Promise<PartState[]> {
  if (!rollout.settings.gates.health) return [];
  const { judgedFrom, looks, startedAt } = rollout;
  if (looks > 0) {
    const states = await stores.rolloutLooks.find(rollout, looks);
    return states.map((state) =>
      judgedFrom !== null && judgedFrom >= state.at ? withoutTreated(state) : state,
    );
  }
  const groups = await stores.rolloutHealth.control(rollout);
  return groups.map(({ part, deviceIds, restarts, createdAt }) => {
    const heardAt = secondsSince(startedAt ?? createdAt, createdAt);
    const rows = deviceIds.map((deviceId, place): LookRow => {
      return Object.assign(copyRow(NEW_ROW), { deviceId, place, heardAt, restarts: restarts[place] ?? 0 });
    });
    return { ...emptyState(part, createdAt), rows };
  });
}

function emptyState(part: string, at: Date): PartState {
  return { part, look: 0, at, tested: 0, begun: 0, installs: [], rows: [] };
}

/** The parts with the upgrades of each that have begun. */
function partsOf(
  before: readonly PartState[],
  begun: readonly ObservedUpgrade[],
  now: Date,
): { state: PartState; upgrades: ObservedUpgrade[] }[] {
  const byPart = new Map<string, { state: PartState; upgrades: ObservedUpgrade[] }>(
    before.map((state) => [state.part, { state, upgrades: [] }]),
  );
  for (const upgrade of begun) {
    const known = byPart.get(upgrade.part) ?? { state: emptyState(upgrade.part, now), upgrades: [] };
    known.upgrades.push(upgrade);
    byPart.set(upgrade.part, known);
  }
  return [...byPart.values()];
}

function installSeconds({ installingAt, verifyingAt }: ObservedUpgrade): number[] {
  if (installingAt === null || verifyingAt === null) return [];
  return [Math.round((verifyingAt.getTime() - installingAt.getTime()) / 1000)];
}

/** The upgrades of sick devices, apart from those whose device was offered a later one. */
async function upgradesOf(
  reader: HealthReader,
  sick: readonly { readonly row: LookRow }[],
): Promise<Map<number, SickUpgrade>> {
  const left = await reader.offeredLater(sick.map(({ row }) => row.deviceId));
  const found = await reader.upgrades(sick.map(({ row }) => row.upgradeId));
  return new Map([...found].filter(([, { deviceId }]) => !left.has(deviceId)));
}
