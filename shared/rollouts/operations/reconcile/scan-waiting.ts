import { inScope } from '../../../access/domain/access.js';
import { aimOfRollout, type Aim } from '../../domain/aim.js';
import { slotsLeft } from '../../domain/canary-hold.js';
import type { UncountedUpgrades } from '../../domain/progress.js';
import type { ScanResult } from '../../domain/tick-facts.js';
import type { StageState } from '../../domain/rollout-state.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord, ScanPosition } from '../../models/rollout.js';
import type { WaitingEnd } from '../../stores/rollout-dispatch-store.js';
import { scopeOf } from '../../stores/rollout-target-store.js';
import type { WaitingUpgrade } from '../../stores/rollout-upgrade-store.js';
import { findUp, withMemberships, type AimedTarget } from './walk-targets.js';

/** A tick dispatches at most this many upgrades. */
const MAX_DISPATCHES = 2000;
/** A tick looks at most at this many batches of 1,000 waiting upgrades. */
const MAX_BATCHES = 10;

/** Upgrades of these stages are dispatched: all of them are written. */
const BOUND: readonly StageState[] = ['Running', 'Soaking', 'AwaitingApproval', 'Done'];

const START: ScanPosition = { stage: 1, order: '', id: 0, offline: 0, upStages: [] };

/**
 * Chooses at most `allowed` upgrades to dispatch, by stage and order, among those whose device is up. Ends those whose
 * device has left the rollout or runs the version. A long list of waiting upgrades is scanned over several ticks.
 */
export async function scanWaiting(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  open: readonly UncountedUpgrades[],
  allowed: number,
  now: Date,
): Promise<ScanResult> {
  const { stores, failpoint } = deps;
  const scan = new Scan(rollout.scan ?? START, Math.min(allowed, MAX_DISPATCHES), slotsLeft(rollout, open));
  const aim = aimOfRollout(rollout.settings);
  const judge = async (upgrades: readonly WaitingUpgrade[]): Promise<void> => {
    const { ends, isUp } = await inspect(deps, rollout, aim, upgrades, now);
    await stores.rolloutDispatch.end(rollout, ends, now);
    await failpoint('waiting-ended');
    scan.add(upgrades, new Set(ends.map(({ upgrade }) => upgrade.id)), isUp);
  };
  if (rollout.scan === null) await judge(await stores.rolloutUpgrades.queuedWithoutSlot(rollout));
  for (let batch = 0; batch < MAX_BATCHES && scan.hasRoom; batch += 1) {
    const stage = nextStage(rollout, scan.position.stage);
    if (stage === null) return scan.completed();
    scan.enter(stage);
    const upgrades = await stores.rolloutUpgrades.pending(rollout, stage, scan.position);
    await failpoint('waiting-scanned');
    if (upgrades.length === 0) scan.enter(stage + 1);
    else await judge(upgrades);
  }
  return scan.interrupted();
}

/** The first stage from `from` on, counted from 1, whose upgrades are dispatched; null after the last. */
function nextStage({ stages }: RolloutRecord, from: number): number | null {
  const index = stages.findIndex(({ state }, at) => at + 1 >= from && BOUND.includes(state));
  return index === -1 ? null : index + 1;
}

/** The state of a scan. */
class Scan {
  position: ScanPosition;
  private readonly dispatch: number[] = [];
  /** How many of them are of each hardware part. */
  private readonly perPart = new Map<string, number>();

  constructor(
    from: ScanPosition,
    private readonly allowed: number,
    private readonly slotsLeft: (part: string) => number,
  ) {
    this.position = { ...from, upStages: [...from.upStages] };
  }

  get hasRoom(): boolean {
    return this.dispatch.length < this.allowed;
  }

  enter(stage: number): void {
    if (stage !== this.position.stage) this.position = { ...this.position, stage, order: '', id: 0 };
  }

  /** Adds upgrades in order until the allowance is used up. */
  add(
    upgrades: readonly WaitingUpgrade[],
    ended: ReadonlySet<number>,
    isUp: (upgrade: WaitingUpgrade) => boolean,
  ): void {
    for (const upgrade of upgrades) {
      if (!this.hasRoom) return;
      const { id, stage, order, status, part } = upgrade;
      if (status === 'Pending') this.position = { ...this.position, order, id };
      if (ended.has(id)) continue;
      if (!isUp(upgrade)) {
        this.position.offline += 1;
        continue;
      }
      if (!this.position.upStages.includes(stage)) this.position.upStages.push(stage);
      const chosen = this.perPart.get(part) ?? 0;
      if (chosen >= this.slotsLeft(part)) continue;
      this.perPart.set(part, chosen + 1);
      this.dispatch.push(id);
    }
  }

  completed(): ScanResult {
    const { offline, upStages } = this.position;
    return { dispatch: this.dispatch, next: null, pass: { offline, upStages } };
  }

  interrupted(): ScanResult {
    return { dispatch: this.dispatch, next: this.position, pass: null };
  }
}

/** Compares waiting upgrades with their devices as they are now. */
async function inspect(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  aim: Aim,
  upgrades: readonly WaitingUpgrade[],
  now: Date,
): Promise<{ ends: WaitingEnd[]; isUp: (upgrade: WaitingUpgrade) => boolean }> {
  const { organisationId } = rollout;
  if (upgrades.length === 0) return { ends: [], isUp: () => false };
  const ids = upgrades.map(({ deviceId }) => deviceId);
  const [devices, up] = await Promise.all([
    deps.stores.targets.current([organisationId], ids),
    findUp(deps, organisationId, ids, now),
  ]);
  const aimed = await withMemberships(deps, rollout, [...devices.values()]);
  const byId = new Map(aimed.map((device) => [device._id, device]));
  const ends = upgrades.flatMap((upgrade) => endOf(rollout, aim, upgrade, byId.get(upgrade.deviceId)));
  return { ends, isUp: ({ deviceId }) => up.has(deviceId) };
}

/** The end of an upgrade that needs no dispatch any more. */
function endOf(
  rollout: RolloutRecord,
  aim: Aim,
  upgrade: WaitingUpgrade,
  device: AimedTarget | undefined,
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
  const isTarget = inScope(scopeOf(rollout), device.locationNetworkId) && aim(device);
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
