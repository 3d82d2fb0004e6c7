import { BATCH, forEachConcurrently } from '../../../platform/mongo/batches.js';
import type { FirmwareReleaseRecord } from '../../../firmware/models/firmware-release.js';
import { addCounts, NOTHING_DISPATCHED, type DispatchCounts } from '../../domain/dispatch-counts.js';
import { TAKES_NO_FIRMWARE } from '../../domain/takes-firmware.js';
import { secondsAfter } from '../../domain/upgrade-change.js';
import {
  targetingOf,
  isTargetedBy,
  MOVE_COMMITS_WITHIN_S,
  type Targeting,
} from '../../domain/upgrade-targets.js';
import type { UpgradeDeps } from '../../deps.js';
import type { ScheduleRecord } from '../../models/schedule.js';
import type { DueDecision, DueTransition, DueUpgrade } from '../../stores/dispatch-store.js';
import type { ScheduleRef } from '../../stores/schedule-store.js';
import type { TargetDevice } from '../../stores/target-store.js';
import { withoutTaken } from '../without-taken.js';

/** A dispatch renews its claim this often, so that the sweep does not take over the schedule. */
const TOUCH_EVERY_MS = 3000;
/** One batch is read and decided while the other is written. */
const BATCHES_AT_ONCE = 2;
/** A slice of a schedule, about half a second's work: a multiple of the batches at once, so that none runs alone. */
const BATCHES_A_SLICE = 6;

/**
 * Dispatches the next slice of a due schedule. In the first slice, devices that joined the targets get an upgrade; then
 * pending upgrades become Queued, Skipped or Cancelled, 1,000 at a time. Every step is a conditional write, so a slice
 * may be killed anywhere, run again and run twice concurrently.
 * @param untouchedSince skip the schedule if another process has touched it since
 * @returns whether the schedule is complete, or else the next slice continues here; null when there is nothing to do: not
 * due, cancelled, dispatched already, or claimed by another process
 */
export async function dispatchSlice(
  deps: UpgradeDeps,
  due: ScheduleRef,
  { untouchedSince, batches = BATCHES_A_SLICE }: { untouchedSince?: Date; batches?: number } = {},
): Promise<'complete' | 'continues' | null> {
  const { stores, now, failpoint } = deps;
  const schedule = await stores.schedules.claim(due, now(), untouchedSince);
  if (!schedule) return null;
  await failpoint('dispatch-claimed');
  if (schedule.dispatchedTo === null) await addLateAdditions(deps, schedule);
  await failpoint('late-additions-added');
  const targetings = new Map([[schedule._id, targetingOf(schedule)]]);
  const total = { ...NOTHING_DISPATCHED };
  const slice = new Slice(deps, schedule, batches);
  let touched = now().getTime();
  await forEachConcurrently(slice.pending(), BATCHES_AT_ONCE, async (batch) => {
    const at = now();
    if (at.getTime() - touched > TOUCH_EVERY_MS) {
      touched = at.getTime();
      await stores.schedules.renewClaim(schedule, at);
    }
    addCounts(total, await dispatchBatch(deps, targetings, batch, at));
  });
  await failpoint('due-batches-done');
  if (slice.isLast) await finish(deps, schedule, total);
  else await stores.schedules.advance(schedule, slice.last, total, now());
  return slice.isLast ? 'complete' : 'continues';
}

async function finish(
  { stores, now, failpoint, metrics }: UpgradeDeps,
  schedule: ScheduleRecord,
  counts: DispatchCounts,
): Promise<void> {
  const dispatchedAt = now();
  if (await stores.schedules.finish(schedule, counts, dispatchedAt))
    metrics.scheduleLag.observe((dispatchedAt.getTime() - schedule.dueAt.getTime()) / 1000);
  await failpoint('dispatch-finished');
}

/** The next pending upgrades of a schedule, by id. */
class Slice {
  /** The last id that was read. */
  last: number;
  /** Whether it is the last batch. */
  isLast = false;

  constructor(
    private readonly deps: UpgradeDeps,
    private readonly schedule: ScheduleRecord,
    private readonly batches: number,
  ) {
    this.last = schedule.dispatchedTo ?? 0;
  }

  async *pending(): AsyncGenerator<DueUpgrade[], void> {
    for (let read = 0; read < this.batches; read += 1) {
      const batch = await this.deps.stores.dispatch.pendingOf(this.schedule, this.last);
      await this.deps.failpoint('due-batch-read');
      if (batch.length > 0) yield batch;
      this.last = batch.at(-1)?._id ?? this.last;
      this.isLast = batch.length < BATCH;
      if (this.isLast) return;
    }
  }
}

/**
 * Late additions: creates pending upgrades for devices that have joined the networks or received the tags of the
 * schedule since it was made. Skips devices with an upgrade of a later request, and those whose upgrade of this
 * schedule was deleted or taken over. Each batch renews the claim, so that the sweep does not take over the schedule.
 */
async function addLateAdditions({ stores, now }: UpgradeDeps, schedule: ScheduleRecord): Promise<void> {
  if (schedule.isChange) return;
  const { segments, scope } = targetingOf(schedule);
  const groups = segments.filter((segment) => segment.kind !== 'device');
  if (groups.length === 0) return;
  const release = (await stores.firmware.byIds([schedule.releaseId])).get(schedule.releaseId);
  const parts = new Set(release?.urls.map((url) => url.partNumber));
  const since = secondsAfter(schedule.resolvedAt, -MOVE_COMMITS_WITHIN_S);
  for await (const batch of stores.targets.walk(scope, groups, since)) {
    await stores.schedules.renewClaim(schedule, now());
    const fitting = batch.filter(({ partNumber }) => parts.has(partNumber));
    await stores.pending.put(schedule, await withoutTaken(stores, schedule, fitting), now());
  }
}

/**
 * Dispatches at most 1,000 due upgrades. If a device has another dispatched upgrade that is still Queued, that one is
 * Cancelled as replaced; if the device has begun it, the due upgrade stays Pending until it ends.
 * @param targetings by schedule; targets of other schedules are not checked
 */
export async function dispatchBatch(
  deps: UpgradeDeps,
  targetings: ReadonlyMap<number, Targeting>,
  upgrades: readonly DueUpgrade[],
  now: Date,
): Promise<DispatchCounts> {
  const { stores, env, failpoint, metrics } = deps;
  const devices = await stores.targets.current(
    [...new Set(upgrades.map((upgrade) => upgrade.organisationId))],
    upgrades.map((upgrade) => upgrade.routerInventoryId),
  );
  await failpoint('due-devices-read');
  const releases = await stores.firmware.byIds([...new Set(upgrades.map(({ releaseId }) => releaseId))]);
  const decisions = upgrades.map((upgrade) => {
    const targeting = targetings.get(upgrade.scheduleId) ?? null;
    const device = devices.get(upgrade.routerInventoryId);
    return decideDue(upgrade, device, targeting, releases.get(upgrade.releaseId), now, env.upgradeWindowS);
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

/**
 * Decides on a pending upgrade at its due time (docs/interface.md#statuses): Cancelled when its device has left the
 * organisation or the target, Skipped when it runs the version or its part has lost its file, else Queued for `windowS`
 * seconds.
 * @param targeting null if the target was checked at the due time, when the device was busy
 */
function decideDue(
  upgrade: DueUpgrade,
  device: TargetDevice | undefined,
  targeting: Targeting | null,
  release: FirmwareReleaseRecord | undefined,
  now: Date,
  windowS: number,
): DueDecision {
  const end = (by: DueTransition, message: string): DueDecision => {
    return { ...by, upgrade, message, deadlineAt: null };
  };
  if (device?.organisationId !== upgrade.organisationId)
    return end({ to: 'Cancelled', event: 'leftOrganisation' }, 'The device has left the organisation');
  const { _id: id, locationNetworkId, tagIds } = device;
  if (targeting !== null && !isTargetedBy(targeting, { id, locationNetworkId, tagIds }))
    return end({ to: 'Cancelled', event: 'leftTarget' }, 'The device has left the target of the schedule');
  if (device.firmwareVersion === upgrade.version)
    return end({ to: 'Skipped', event: 'alreadyOnVersion' }, `The device already runs ${upgrade.version}`);
  if (device.isOpenwisp === true) return end({ to: 'Skipped', event: 'noFirmware' }, TAKES_NO_FIRMWARE);
  const { partNumber } = device;
  if (release && !release.urls.some((file) => file.partNumber === partNumber))
    return end({ to: 'Skipped', event: 'noFirmware' }, `The release has no file for the part ${partNumber}`);
  const deadlineAt = new Date(now.getTime() + windowS * 1000);
  return { upgrade, to: 'Queued', event: 'due', message: null, deadlineAt };
}
