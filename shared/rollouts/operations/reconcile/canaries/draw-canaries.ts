import type { Deafness } from '../../../../deaf-periods/domain/deafness.js';
import { batchesOf } from '../../../../platform/mongo/batches.js';
import { secondsAfter } from '../../../../upgrades/domain/upgrade-change.js';
import { isEnd } from '../../../../upgrades/domain/upgrade-status.js';
import { missingCanaries, sumOf } from '../../../domain/gates/canaries.js';
import type { CanaryDraw } from '../../../domain/tick-facts.js';
import type { RolloutDeps } from '../../../deps.js';
import type { RolloutRecord } from '../../../models/rollout.js';
import type { CanaryPart } from '../../../models/rollout-stage.js';
import type { MemberUpgrade } from '../../../stores/rollout-canary-store.js';
import { CanaryChoice } from './canary-choice.js';
import { giveToLaterStages } from './later-stages.js';
import { walkTargets } from '../walk-targets.js';

/** The canaries of a part as they are now. */
interface Standing {
  readonly part: CanaryPart;
  /** Canaries whose upgrade is open or has ended in Success. */
  readonly alive: readonly number[];
  /** Those that have not begun and were not heard for too long. */
  readonly silent: readonly number[];
  readonly missing: number;
}

/**
 * Draws the canaries that parts of a canary stage lack, and replaces those that are not heard (docs/rollouts.md#canaries).
 * The upgrades of replaced ones are given to later stages, which may be repeated; those of drawn ones are written when the
 * tick has named them.
 * @param index of the stage, from 0
 */
export async function drawCanaries(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
  now: Date,
  deafness: Deafness,
): Promise<CanaryDraw> {
  const stage = index + 1;
  const parts = rollout.stages[index]?.canaries ?? [];
  const ids = parts.flatMap(({ deviceIds }) => deviceIds);
  const upgrades = await upgradesOf(deps, rollout, stage, ids);
  const silent = await silentAmong(deps, rollout, upgrades, now, deafness);
  const standings = parts.map((part): Standing => {
    const own = part.deviceIds.filter((id) => upgrades.has(id));
    const alive = own.filter((id) => isAlive(upgrades.get(id)));
    const missing = missingCanaries(rollout, index, part, alive.length);
    return { part, alive, silent: own.filter((id) => silent.has(id)), missing };
  });
  const wanting = new Map(
    standings
      .filter((each) => each.missing + each.silent.length > 0)
      .map((each) => [each.part.part, each.missing + each.silent.length]),
  );
  const choice = new CanaryChoice(deps, rollout, stage, (part) => wanting.get(part) ?? 0, now);
  if (wanting.size > 0)
    for await (const { devices } of walkTargets(deps, rollout, null, [...wanting.keys()]))
      await choice.add(devices);
  const swapped = new Map(
    standings.map((each) => [each.part.part, swap(each, choice.chosenOf(each.part.part))]),
  );
  const replaced = [...swapped.values()].flatMap((each) => each.replaced);
  if (replaced.length > 0) await giveToLaterStages(deps, rollout, index, upgrades, replaced, now);
  return {
    hasDrawn: [...swapped.values()].some(({ drawn }) => drawn.length > 0),
    parts: standings.map(({ part, alive }) => {
      const { drawn = [], replaced: gone = [] } = swapped.get(part.part) ?? {};
      const found = choice.byPart.get(part.part);
      const left = part.deviceIds.filter((id) => upgrades.has(id) && !gone.includes(id));
      const spare = found ? found.spare - drawn.length : wanting.has(part.part) ? 0 : part.spare;
      return {
        ...part,
        deviceIds: [...left, ...drawn],
        devices: found?.devices ?? part.devices,
        spare: spare + gone.length,
        alive: alive.length - gone.length + drawn.length,
        failed: sumOf(rollout.finished, stage, part.part, 'failed'),
      };
    }),
    replaced: [...swapped]
      .filter(([, each]) => each.replaced.length > 0)
      .map(([part, each]) => ({
        part,
        upgrades: each.replaced.flatMap((id) => {
          const upgrade = upgrades.get(id);
          return upgrade ? [{ upgrade_id: upgrade.id, mac_id: upgrade.macId }] : [];
        }),
      })),
  };
}

/** The drawn devices of a part, and the silent canaries that they replace beyond those that were missing. */
function swap({ missing, silent }: Standing, drawn: readonly number[]) {
  return { drawn, replaced: silent.slice(0, Math.max(0, drawn.length - missing)) };
}

/** The upgrades of canaries that are still in their stage, by device. */
async function upgradesOf(
  { stores }: RolloutDeps,
  rollout: RolloutRecord,
  stage: number,
  deviceIds: readonly number[],
): Promise<Map<number, MemberUpgrade>> {
  const found = new Map<number, MemberUpgrade>();
  for (const batch of batchesOf(deviceIds))
    for (const [id, upgrade] of await stores.rolloutCanaries.ofDevices(rollout, batch))
      if (upgrade.stage === stage) found.set(id, upgrade);
  return found;
}

function isAlive(upgrade: MemberUpgrade | undefined): boolean {
  return upgrade !== undefined && (upgrade.status === 'Success' || !isEnd(upgrade.status));
}

/** The devices whose upgrade has not begun and that were not heard for twice `DOWN_AFTER_S`. */
async function silentAmong(
  { stores, env }: RolloutDeps,
  { organisationId }: RolloutRecord,
  upgrades: ReadonlyMap<number, MemberUpgrade>,
  now: Date,
  deafness: Deafness,
): Promise<Set<number>> {
  const waiting = [...upgrades]
    .filter(([, { status, attempts }]) => (status === 'Pending' || status === 'Queued') && attempts === 0)
    .map(([id]) => id);
  const silent = new Set<number>();
  for (const batch of batchesOf(waiting)) {
    const heard = await stores.heartbeats.lastHeard(batch.map((deviceId) => ({ organisationId, deviceId })));
    for (const id of batch) {
      const at = heard.get(id)?.at ?? null;
      const until = at && deafness.silenceAfter(at, secondsAfter(at, 2 * env.downAfterS));
      if (until === null || until <= deafness.judgedTo(now)) silent.add(id);
    }
  }
  return silent;
}
