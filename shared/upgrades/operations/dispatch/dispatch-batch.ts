import type { DueDecision, DueTransition, DueUpgrade } from '../../stores/dispatch-store.js';
import type { UpgradeDeps } from '../../deps.js';
import { inScope, type Scope } from '../../../access/domain/access.js';
import { isStillTargeted, parseTargets, type TargetSegment } from '../../domain/upgrade-targets.js';
import type { ScheduleRecord } from '../../models/schedule.js';
import type { TargetDevice } from '../../stores/target-store.js';

export type DispatchCounts = Record<DueDecision['to'] | 'Waiting', number>;

export const NOTHING_DISPATCHED: DispatchCounts = { Queued: 0, Skipped: 0, Cancelled: 0, Waiting: 0 };

/**
 * Dispatches at most 1,000 due upgrades. If a device has another dispatched upgrade that is still Queued, that one is
 * Cancelled as replaced; if the device has begun it, the due upgrade stays Pending until it ends.
 * @param aims by schedule; targets of other schedules are not checked
 */
export async function dispatchBatch(
  deps: UpgradeDeps,
  aims: ReadonlyMap<number, Aim>,
  upgrades: readonly DueUpgrade[],
  now: Date,
): Promise<DispatchCounts> {
  const { stores, env, failpoint, metrics } = deps;
  const devices = await stores.targets.current(
    [...new Set(upgrades.map((upgrade) => upgrade.organisationId))],
    upgrades.map((upgrade) => upgrade.routerInventoryId),
  );
  await failpoint('due-devices-read');
  const decisions = upgrades.map((upgrade) => {
    const aim = aims.get(upgrade.scheduleId) ?? null;
    return decideDue(upgrade, devices.get(upgrade.routerInventoryId), aim, now, env.upgradeWindowS);
  });
  const busy = await stores.dispatch.write(decisions, now);
  await failpoint('due-batch-written');
  const waiting = busy.length === 0 ? [] : await dispatchAfterReplacing(deps, busy, now);
  const counts = { ...NOTHING_DISPATCHED, Waiting: waiting.length };
  const stays = new Set(waiting);
  for (const decision of decisions) if (!stays.has(decision)) counts[decision.to] += 1;
  for (const to of ['Queued', 'Skipped', 'Cancelled'] as const)
    metrics.transitions.inc({ from: 'Pending', to }, counts[to]);
  return counts;
}

async function dispatchAfterReplacing(
  { stores, failpoint }: UpgradeDeps,
  busy: readonly DueDecision[],
  now: Date,
): Promise<DueDecision[]> {
  await stores.dispatch.replaceQueued(busy, now);
  await failpoint('queued-replaced');
  const waiting = await stores.dispatch.write(busy, now);
  await failpoint('busy-batch-written');
  return waiting;
}

/** The targets of a schedule, and the networks that its creator could change. */
export interface Aim {
  readonly segments: readonly TargetSegment[];
  readonly scope: Scope;
}

/** Reads the aim of a schedule, whose targets were checked when it was made. */
export function aimOf(schedule: ScheduleRecord): Aim {
  const { organisationId, networkIds, includesUnassigned } = schedule;
  const scope = { organisationId, networkIds: networkIds ?? 'all', unassigned: includesUnassigned } as const;
  return { segments: segmentsOf(schedule), scope };
}

function segmentsOf({ _id, targets }: ScheduleRecord): TargetSegment[] {
  const parsed = parseTargets(targets);
  if (!parsed.ok) throw new Error(`Schedule ${_id} has malformed targets: ${parsed.malformed.join(', ')}`);
  return parsed.segments;
}

/**
 * Decides on a pending upgrade at its due time (docs/interface.md#statuses): Cancelled when its device has left the
 * organisation or the target, Skipped when it runs the version, else Queued for `windowS` seconds.
 * @param aim null if the target was checked at the due time, when the device was busy
 */
function decideDue(
  upgrade: DueUpgrade,
  device: TargetDevice | undefined,
  aim: Aim | null,
  now: Date,
  windowS: number,
): DueDecision {
  const end = (by: DueTransition, message: string): DueDecision => {
    return { ...by, upgrade, message, deadlineAt: null };
  };
  if (device?.organisationId !== upgrade.organisationId)
    return end({ to: 'Cancelled', event: 'leftOrganisation' }, 'The device has left the organisation');
  if (aim !== null && !isAimedAt(aim, device))
    return end({ to: 'Cancelled', event: 'leftTarget' }, 'The device has left the target of the schedule');
  if (device.firmwareVersion === upgrade.version)
    return end({ to: 'Skipped', event: 'alreadyOnVersion' }, `The device already runs ${upgrade.version}`);
  const deadlineAt = new Date(now.getTime() + windowS * 1000);
  return { upgrade, to: 'Queued', event: 'due', message: null, deadlineAt };
}

function isAimedAt({ segments, scope }: Aim, device: TargetDevice): boolean {
  const { _id: id, locationNetworkId, tagIds } = device;
  return inScope(scope, locationNetworkId) && isStillTargeted(segments, { id, locationNetworkId, tagIds });
}
