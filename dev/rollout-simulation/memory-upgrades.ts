import { isDispatched, isEnd, shownStatus } from '../../shared/upgrades/domain/upgrade-status.js';
import { NO_DEADLINE, type RolloutMembership } from '../../shared/upgrades/domain/upgrade-change.js';
import type { UpgradeRecord } from '../../shared/upgrades/models/upgrade.js';
import type { OpenUpgrade, OpenUpgradeStore } from '../../shared/upgrades/stores/open-upgrade-store.js';
import { transition } from '../../shared/upgrades/stores/transition.js';
import type { UncountedUpgrades } from '../../shared/rollouts/domain/progress.js';
import type { RolloutCanaryStore } from '../../shared/rollouts/stores/rollout-canary-store.js';
import type { RolloutDispatchStore } from '../../shared/rollouts/stores/rollout-dispatch-store.js';
import type { RolloutUpgradeStore } from '../../shared/rollouts/stores/rollout-upgrade-store.js';
import type { WaitingUpgrade } from '../../shared/rollouts/stores/waiting-upgrade.js';

/** An upgrade of the simulated rollout. */
export type MemoryUpgrade = UpgradeRecord & RolloutMembership;

const BATCH = 1000;

/** The upgrades of one rollout in memory. Statuses change by the updates that the real stores write. */
export class MemoryUpgrades {
  readonly all = new Map<number, MemoryUpgrade>();
  readonly ofDevice = new Map<number, MemoryUpgrade>();
  /** Dispatched ones, and those that ticks have not counted. */
  readonly inFlight = new Set<MemoryUpgrade>();
  readonly failed = new Set<MemoryUpgrade>();
  private readonly unprocessed = new Set<MemoryUpgrade>();
  private readonly byStage = new Map<number, MemoryUpgrade[]>();
  private readonly unsorted = new Set<number>();

  add(upgrade: MemoryUpgrade): void {
    this.all.set(upgrade._id, upgrade);
    this.ofDevice.set(upgrade.routerInventoryId, upgrade);
    const { rolloutStage: stage } = upgrade;
    const stageUpgrades = this.byStage.get(stage) ?? [];
    stageUpgrades.push(upgrade);
    this.byStage.set(stage, stageUpgrades);
    this.unsorted.add(stage);
  }

  /** In order. */
  ofStage(stage: number): readonly MemoryUpgrade[] {
    const upgrades = this.byStage.get(stage) ?? [];
    if (this.unsorted.delete(stage)) upgrades.sort(byOrder);
    return upgrades;
  }

  private moveToStage(upgrade: MemoryUpgrade, stage: number): void {
    const left = (this.byStage.get(upgrade.rolloutStage) ?? []).filter((each) => each !== upgrade);
    this.byStage.set(upgrade.rolloutStage, left);
    upgrade.rolloutStage = stage;
    this.byStage.set(stage, [...(this.byStage.get(stage) ?? []), upgrade]);
    this.unsorted.add(stage);
  }

  /** Applies the update of a transition, or of fields. */
  private apply(upgrade: MemoryUpgrade, update: unknown): void {
    const { $set } = update as { $set: Record<string, unknown> };
    Object.assign(upgrade, $set);
    this.track(upgrade);
  }

  private track(upgrade: MemoryUpgrade): void {
    if (upgrade.inFlight) this.inFlight.add(upgrade);
    else this.inFlight.delete(upgrade);
    if (upgrade.status === 'Failed') this.failed.add(upgrade);
    if (upgrade.unprocessed === true) this.unprocessed.add(upgrade);
    else this.unprocessed.delete(upgrade);
  }

  readonly rolloutUpgrades: Omit<RolloutUpgradeStore, 'missing' | 'countIrreversible'> = {
    ended: async (_rollout, limit) =>
      [...this.unprocessed]
        .filter((each) => isEnd(shownStatus(each.status)))
        .slice(0, limit)
        .map(endedUpgrade),
    left: async () => [],
    uncounted: async (_rollouts, except) => {
      const left = new Set(except);
      const groups = new Map<string, UncountedUpgrades & { count: number }>();
      for (const each of this.unprocessed) {
        if (left.has(each._id)) continue;
        const { rolloutId, rolloutStage: stage, hasSlot: slot, partNumber: part } = each;
        const key = `${stage}|${each.status}|${slot}|${part}`;
        const known = groups.get(key);
        if (known) known.count += 1;
        else groups.set(key, { rolloutId, stage, status: shownStatus(each.status), slot, part, count: 1 });
      }
      return [...groups.values()];
    },
    pending: async (_rollout, stage, after) =>
      this.ofStage(stage)
        .filter(
          ({ _id, status, rolloutOrder: order }) =>
            status === '' &&
            (after === null || order > after.order || (order === after.order && _id > after.id)),
        )
        .slice(0, BATCH)
        .map(waitingUpgrade),
    queuedWithoutSlot: async () =>
      [...this.inFlight]
        .filter(({ status, hasSlot }) => status === 'Queued' && !hasSlot)
        .slice(0, BATCH)
        .map(waitingUpgrade),
    devicesOf: async (_rollout, deviceIds) => new Set(deviceIds.filter((id) => this.ofDevice.has(id))),
    countOf: async (_rollout, stage) => this.ofStage(stage).length,
    missed: async (_rollout, after) => {
      const stages = new Map<number, number>();
      for (const { status, missedAt, rolloutStage: stage } of this.unprocessed)
        if ((status === '' || status === 'Queued') && missedAt && (after === null || missedAt > after))
          stages.set(stage, (stages.get(stage) ?? 0) + 1);
      return [...stages].map(([stage, count]) => ({ stage, count, examples: [] }));
    },
    markCounted: async (_rollout, { counted, silent = [] }) => {
      for (const id of silent) this.get(id).silenceCounts = true;
      for (const id of counted) {
        const upgrade = this.get(id);
        upgrade.unprocessed = false;
        this.track(upgrade);
      }
    },
  };

  readonly rolloutCanaries: RolloutCanaryStore = {
    ofDevices: async (_rollout, deviceIds) =>
      new Map(
        deviceIds.flatMap((id) => {
          const upgrade = this.ofDevice.get(id);
          if (!upgrade) return [];
          const { _id, macId, rolloutStage: stage, status, attempts } = upgrade;
          return [[id, { id: _id, macId, stage, status: shownStatus(status), attempts }] as const];
        }),
      ),
    giveToStage: async (_rollout, ids, stage, at) => {
      for (const upgrade of ids.map((id) => this.get(id))) {
        if ((upgrade.status !== '' && upgrade.status !== 'Queued') || upgrade.attempts > 0) continue;
        if (upgrade.status === 'Queued' && upgrade.offeredAt === null) {
          const set = { deadlineAt: null, hasSlot: false };
          this.apply(upgrade, transition('Queued', 'Pending', 'offerMissed', {}, { at, ...set }).update);
        } else if (upgrade.status === 'Queued') {
          Object.assign(upgrade, { hasSlot: false, deadlineAt: NO_DEADLINE });
        }
        this.moveToStage(upgrade, stage);
      }
    },
  };

  readonly rolloutDispatch: Omit<RolloutDispatchStore, 'abandonAll'> = {
    dispatch: async (_rollout, seq, { ids, until, closesAt }, at) => {
      const slot = { hasSlot: true, dispatchSeq: seq, closesAt };
      for (const upgrade of ids.map((id) => this.get(id))) {
        if (upgrade.dispatchSeq >= seq) continue;
        if (upgrade.status === '') {
          const set = { dueAt: at, deadlineAt: until, message: null, unprocessed: true };
          this.apply(upgrade, transition('Pending', 'Queued', 'due', {}, { at, ...set, ...slot }).update);
        } else if (upgrade.status === 'Queued' && !upgrade.hasSlot) {
          Object.assign(upgrade, { nextAttemptAt: at, deadlineAt: until, updatedAt: at, ...slot });
        }
      }
    },
    end: async (_rollout, ends, at) => {
      for (const { upgrade, to, event, message } of ends) {
        const found = this.get(upgrade.id);
        if (shownStatus(found.status) !== upgrade.status) continue;
        const change = transition(upgrade.status, to, event as never, {}, { at, dueAt: at, message });
        this.apply(found, change.update);
      }
    },
    endAll: async () => {
      throw new Error('A simulation ends before its rollout');
    },
  };

  readonly openUpgrades: Omit<OpenUpgradeStore, 'recall'> = {
    of: async (refs) =>
      new Map(
        refs.flatMap(({ deviceId }) => {
          const upgrade = this.ofDevice.get(deviceId);
          return upgrade?.inFlight ? [[deviceId, openUpgrade(upgrade)] as const] : [];
        }),
      ),
    write: async (writes, at) => {
      let written = 0;
      const decided = new Set<number>();
      for (const { upgrade: read, change } of writes) {
        const upgrade = this.get(read.id);
        const isFirst = !decided.has(read.id);
        decided.add(read.id);
        const sameDeadline = upgrade.deadlineAt?.getTime() === read.deadlineAt.getTime();
        if (upgrade.status !== change.from || (isFirst && !sameDeadline)) continue;
        this.apply(upgrade, updateOf(change, at));
        written += 1;
      }
      return written;
    },
    overdue: async (now, limit, after) =>
      // Nothing waits for what is not known, so that those that follow others are the ones that have fallen due since.
      [...this.inFlight]
        .filter(({ _id, deadlineAt }) => deadlineAt !== null && deadlineAt <= now && _id !== after?.id)
        .slice(0, limit)
        .map(openUpgrade),
  };

  get(id: number): MemoryUpgrade {
    const found = this.all.get(id);
    if (!found) throw new Error(`There is no upgrade ${id}`);
    return found;
  }
}

function updateOf(
  { from, to, event, set }: Parameters<OpenUpgradeStore['write']>[0][number]['change'],
  at: Date,
): unknown {
  if (event === null) return { $set: { ...set, updatedAt: at } };
  return transition(from, to, event, {}, { ...set, at }).update;
}

function byOrder(a: MemoryUpgrade, b: MemoryUpgrade): number {
  return (a.rolloutOrder < b.rolloutOrder ? -1 : Number(a.rolloutOrder > b.rolloutOrder)) || a._id - b._id;
}

function openUpgrade(upgrade: MemoryUpgrade): OpenUpgrade {
  const status = shownStatus(upgrade.status);
  const { deadlineAt } = upgrade;
  if (!isDispatched(status) || deadlineAt === null) throw new Error(`${upgrade._id} is not open`);
  return { ...upgrade, id: upgrade._id, deviceId: upgrade.routerInventoryId, status, deadlineAt };
}

function waitingUpgrade(upgrade: MemoryUpgrade): WaitingUpgrade {
  const { _id: id, routerInventoryId: deviceId, version, status, locationNetworkId } = upgrade;
  return {
    id,
    deviceId,
    version,
    status: status === '' ? 'Pending' : 'Queued',
    stage: upgrade.rolloutStage,
    order: upgrade.rolloutOrder,
    part: upgrade.partNumber,
    ...{ networkId: locationNetworkId, isSwitch: false, heldOut: upgrade.heldOut === true },
  };
}

function endedUpgrade(upgrade: MemoryUpgrade) {
  const { _id: id, status, cause = null, macId, locationNetworkId, statusSince } = upgrade;
  const { rolloutStage: stage, routerInventoryId: deviceId, partNumber } = upgrade;
  return {
    id,
    deviceId,
    stage,
    status: status as 'Success',
    cause,
    partNumber,
    macId,
    networkId: locationNetworkId,
    at: statusSince,
  };
}
