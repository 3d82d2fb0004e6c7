import { secondsAfter, upgradeRules } from '../../../upgrades/domain/upgrade-change.js';
import { inScope } from '../../../access/domain/access.js';
import { targetsRollout, type TargetTest } from '../../domain/rollout-targets.js';
import { holdsOut } from '../../domain/watch.js';
import { slotsLeft } from '../../domain/gates/canary-hold.js';
import type { UncountedUpgrades } from '../../domain/progress.js';
import type { ScanResult } from '../../domain/tick-facts.js';
import type { StageState } from '../../domain/rollout-state.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { Offer, ScanPosition } from '../../models/rollout-tick.js';
import type { WaitingEnd } from '../../stores/rollout-dispatch-store.js';
import { scopeOf } from '../../stores/rollout-target-store.js';
import type { WaitingUpgrade } from '../../stores/waiting-upgrade.js';
import type { Candidate, RolloutNetworks } from './rollout-networks.js';
import { findUp, withMemberships, type TargetedRolloutDevice } from './walk-targets.js';

/** A tick dispatches at most this many upgrades. */
const MAX_DISPATCHES = 2000;
/** A tick reads at most this many batches of 1,000 waiting upgrades. */
const MAX_BATCHES = 10;

/** Upgrades of these stages are dispatched: all of them are written. */
const BOUND: readonly StageState[] = ['Running', 'Soaking', 'AwaitingApproval', 'Done'];

function startOf({ stages }: RolloutRecord): ScanPosition {
  return {
    stage: 1,
    order: '',
    id: 0,
    offline: stages.map(() => 0),
    heldOut: stages.map(() => 0),
    upStages: [],
  };
}

/**
 * Chooses at most `allowed` upgrades to dispatch, by stage and order, among those whose device is up and whose network
 * is open and has room. A long list of waiting upgrades is scanned over several ticks.
 * @returns also the ends of those whose device has left the rollout or runs the version, which the tick writes
 */
export async function scanWaiting(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  networks: RolloutNetworks,
  open: readonly UncountedUpgrades[],
  allowed: number,
  now: Date,
): Promise<{ readonly scan: ScanResult; readonly ends: readonly WaitingEnd[] }> {
  const { stores, env, failpoint } = deps;
  const scan = new Scan(rollout.scan ?? startOf(rollout), {
    allowed: Math.min(allowed, MAX_DISPATCHES),
    slotsLeft: slotsLeft(rollout, open),
    holdsOut: holdsOut(rollout),
    networks,
    offerUntil: secondsAfter(now, upgradeRules(env).offerS),
  });
  const isTarget = targetsRollout(rollout.settings);
  const queued = (await stores.rolloutUpgrades.queuedWithoutSlot(rollout)).filter(({ stage }) =>
    isBound(rollout, stage),
  );
  const allEnds: WaitingEnd[] = [];
  const judge = async (upgrades: readonly WaitingUpgrade[]): Promise<void> => {
    const { ends, candidateOf } = await inspect(deps, rollout, isTarget, upgrades, now);
    allEnds.push(...ends);
    const ended = new Set(ends.map(({ upgrade }) => upgrade.id));
    const rest = upgrades.filter(({ id }) => !ended.has(id));
    await networks.prepare(
      rest.flatMap((upgrade) => candidateOf(upgrade) ?? []),
      queued,
    );
    scan.add(upgrades, ended, candidateOf);
  };
  if (rollout.scan === null) await judge(queued);
  for (let batch = 0; batch < MAX_BATCHES && scan.hasRoom; batch += 1) {
    const stage = nextStage(rollout, scan.position.stage);
    if (stage === null) return { scan: scan.completed(), ends: allEnds };
    scan.enter(stage);
    const upgrades = await stores.rolloutUpgrades.pending(rollout, stage, scan.position);
    await failpoint('waiting-scanned');
    if (upgrades.length === 0) scan.enter(stage + 1);
    else await judge(upgrades);
  }
  return { scan: scan.interrupted(), ends: allEnds };
}

/** Whether upgrades of a stage, counted from 1, are dispatched. */
export function isBound({ stages }: RolloutRecord, stage: number): boolean {
  const state = stages[stage - 1]?.state;
  return state !== undefined && BOUND.includes(state);
}

/** The first stage from `from` on, counted from 1, whose upgrades are dispatched; null after the last. */
export function nextStage({ stages }: RolloutRecord, from: number): number | null {
  const index = stages.findIndex(({ state }, at) => at + 1 >= from && BOUND.includes(state));
  return index === -1 ? null : index + 1;
}

/** What limits a scan. */
interface Limits {
  readonly allowed: number;
  readonly slotsLeft: (part: string) => number;
  /** Whether the devices that are held out still wait. */
  readonly holdsOut: boolean;
  readonly networks: RolloutNetworks;
  /** Until when upgrades are offered where no window ends before. */
  readonly offerUntil: Date;
}

/** The state of a scan. */
class Scan {
  position: ScanPosition;
  /** The chosen upgrades by the time at which dispatch ends in their network. */
  private readonly chosen = new Map<number, number[]>();
  private chosenCount = 0;
  /** How many of them are of each hardware part. */
  private readonly perPart = new Map<string, number>();

  constructor(
    from: ScanPosition,
    private readonly limits: Limits,
  ) {
    const { offline, heldOut, upStages } = from;
    this.position = { ...from, offline: [...offline], heldOut: [...heldOut], upStages: [...upStages] };
  }

  get hasRoom(): boolean {
    return this.chosenCount < this.limits.allowed;
  }

  enter(stage: number): void {
    if (stage !== this.position.stage) this.position = { ...this.position, stage, order: '', id: 0 };
  }

  /** Adds upgrades in order until the allowance is used up. */
  add(
    upgrades: readonly WaitingUpgrade[],
    ended: ReadonlySet<number>,
    candidateOf: (upgrade: WaitingUpgrade) => Candidate | null,
  ): void {
    for (const upgrade of upgrades) {
      if (!this.hasRoom) return;
      const { id, stage, order, status } = upgrade;
      if (status === 'Pending') this.position = { ...this.position, order, id };
      if (ended.has(id)) continue;
      if (upgrade.heldOut && this.limits.holdsOut) {
        this.position.heldOut[stage - 1] = (this.position.heldOut[stage - 1] ?? 0) + 1;
        continue;
      }
      const candidate = candidateOf(upgrade);
      if (candidate) this.consider(upgrade, candidate);
      else this.position.offline[stage - 1] = (this.position.offline[stage - 1] ?? 0) + 1;
    }
  }

  /** Chooses an upgrade whose device is up, unless something keeps it back. */
  private consider({ id, stage, part }: WaitingUpgrade, candidate: Candidate): void {
    const { networks, slotsLeft } = this.limits;
    if (networks.isBlocked(candidate.networkId)) return;
    if (!this.position.upStages.includes(stage)) this.position.upStages.push(stage);
    const closesAt = networks.closesAt(candidate.networkId);
    const chosen = this.perPart.get(part) ?? 0;
    if (closesAt === null || chosen >= slotsLeft(part) || !networks.admits(candidate)) return;
    networks.add(candidate);
    this.perPart.set(part, chosen + 1);
    const together = this.chosen.get(closesAt.getTime());
    if (together) together.push(id);
    else this.chosen.set(closesAt.getTime(), [id]);
    this.chosenCount += 1;
  }

  completed(): ScanResult {
    const { offline, heldOut, upStages } = this.position;
    return { dispatch: this.offers(), next: null, pass: { offline, heldOut, upStages } };
  }

  interrupted(): ScanResult {
    return { dispatch: this.offers(), next: this.position, pass: null };
  }

  private offers(): Offer[] {
    const { offerUntil } = this.limits;
    return [...this.chosen].map(([time, ids]) => {
      const closesAt = new Date(time);
      return { ids, until: closesAt < offerUntil ? closesAt : offerUntil, closesAt };
    });
  }
}

/** Compares waiting upgrades with their devices as they are now. */
async function inspect(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  isTarget: TargetTest,
  upgrades: readonly WaitingUpgrade[],
  now: Date,
): Promise<{
  ends: WaitingEnd[];
  /** What the dispatch of an upgrade depends on; null while its device is not up. */
  candidateOf: (upgrade: WaitingUpgrade) => Candidate | null;
}> {
  const { organisationId } = rollout;
  if (upgrades.length === 0) return { ends: [], candidateOf: () => null };
  const ids = upgrades.map(({ deviceId }) => deviceId);
  const [devices, up] = await Promise.all([
    deps.stores.targets.current([organisationId], ids),
    findUp(deps, organisationId, ids, now),
  ]);
  const targeted = await withMemberships(deps, rollout, [...devices.values()]);
  const byId = new Map(targeted.map((device) => [device._id, device]));
  const ends = upgrades.flatMap((upgrade) => endOf(rollout, isTarget, upgrade, byId.get(upgrade.deviceId)));
  return {
    ends,
    candidateOf({ deviceId }) {
      const device = byId.get(deviceId);
      if (!device || !up.has(deviceId)) return null;
      return { networkId: device.locationNetworkId, isSwitch: device.isSwitch };
    },
  };
}

/** The end of an upgrade that needs no dispatch any more. */
function endOf(
  rollout: RolloutRecord,
  isNamed: TargetTest,
  upgrade: WaitingUpgrade,
  device: TargetedRolloutDevice | undefined,
): WaitingEnd[] {
  if (!device)
    return [
      {
        upgrade,
        to: 'Cancelled',
        event: 'leftOrganisation',
        message: 'The device has left the organisation',
      },
    ];
  const isTarget = inScope(scopeOf(rollout), device.locationNetworkId) && isNamed(device);
  if (!isTarget)
    return [
      {
        upgrade,
        to: 'Cancelled',
        event: 'leftTarget',
        message: 'The device has left the targets of the rollout',
      },
    ];
  if (device.firmwareVersion === upgrade.version && upgrade.status === 'Pending')
    return [
      {
        upgrade,
        to: 'Skipped',
        event: 'alreadyOnVersion',
        message: `The device already runs ${upgrade.version}`,
      },
    ];
  return [];
}
