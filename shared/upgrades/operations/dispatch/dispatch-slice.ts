import { BATCH, forEachConcurrently } from '../../../platform/mongo/batches.js';
import type { ScheduleRecord } from '../../models/schedule.js';
import type { DueUpgrade } from '../../stores/dispatch-store.js';
import type { ScheduleRef } from '../../stores/schedule-store.js';
import type { UpgradeDeps } from '../../deps.js';
import { aimOf, NOTHING_DISPATCHED, dispatchBatch, type DispatchCounts } from './dispatch-batch.js';

/** A dispatch renews its claim this often, so that the sweep does not take over the schedule. */
const TOUCH_EVERY_MS = 3000;
/** A slice of a schedule: five batches of 1,000, about half a second's work. */
const BATCHES_A_SLICE = 5;
/** One batch is read and decided while the other is written. */
const BATCHES_AT_ONCE = 2;

export interface DispatchedSlice {
  readonly counts: DispatchCounts;
  /** Whether the schedule is complete; otherwise the next slice continues here. */
  readonly isDone: boolean;
}

/**
 * Dispatches the next slice of a due schedule. In the first slice, devices that joined the targets get an upgrade; then
 * pending upgrades become Queued, Skipped or Cancelled, 1,000 at a time. Every step is a conditional write, so a slice
 * may be killed anywhere, run again and run twice concurrently.
 * @param untouchedSince skip the schedule if another process has touched it since
 * @returns null when there is nothing to do: not due, cancelled, dispatched already, or claimed by another process
 */
export async function dispatchSlice(
  deps: UpgradeDeps,
  due: ScheduleRef,
  { untouchedSince, batches = BATCHES_A_SLICE }: { untouchedSince?: Date; batches?: number } = {},
): Promise<DispatchedSlice | null> {
  const { stores, now, failpoint } = deps;
  const schedule = await stores.schedules.claim(due, now(), untouchedSince);
  if (!schedule) return null;
  await failpoint('dispatch-claimed');
  // Schedules of earlier versions of airfleet have no such field.
  if ((schedule.releasedTo ?? null) === null) await addLateAdditions(deps, schedule);
  await failpoint('late-additions-added');
  const aims = new Map([[schedule._id, aimOf(schedule)]]);
  const total = { ...NOTHING_DISPATCHED };
  const slice = new Slice(deps, schedule, batches);
  let touched = now().getTime();
  await forEachConcurrently(slice.pending(), BATCHES_AT_ONCE, async (batch) => {
    const at = now();
    if (at.getTime() - touched > TOUCH_EVERY_MS) {
      touched = at.getTime();
      await stores.schedules.renewClaim(schedule, at);
    }
    addCounts(total, await dispatchBatch(deps, aims, batch, at));
  });
  await failpoint('due-batches-done');
  if (slice.isLast) await finish(deps, schedule);
  else await stores.schedules.advance(schedule, slice.last, now());
  return { counts: total, isDone: slice.isLast };
}

async function finish(
  { stores, now, failpoint, metrics }: UpgradeDeps,
  schedule: ScheduleRecord,
): Promise<void> {
  const releasedAt = now();
  if (await stores.schedules.finish(schedule, releasedAt))
    metrics.scheduleLag.observe((releasedAt.getTime() - schedule.dueAt.getTime()) / 1000);
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
    this.last = schedule.releasedTo ?? 0;
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

/** Adds the counts of one batch to those of all. */
export function addCounts(total: DispatchCounts, batch: DispatchCounts): void {
  for (const key of Object.keys(batch) as (keyof DispatchCounts)[]) total[key] += batch[key];
}

/**
 * Late additions: creates pending upgrades for devices that have joined the networks or received the tags of the
 * schedule since it was made. Skips devices with an upgrade of a later request, and those whose upgrade of this
 * schedule was deleted or taken over. Each batch renews the claim, so that the sweep does not take over the schedule.
 */
async function addLateAdditions({ stores, now }: UpgradeDeps, schedule: ScheduleRecord): Promise<void> {
  if (schedule.isChange) return;
  const { segments, scope } = aimOf(schedule);
  const groups = segments.filter((segment) => segment.kind !== 'device');
  if (groups.length === 0) return;
  const release = (await stores.firmware.byIds([schedule.releaseId])).get(schedule.releaseId);
  const parts = new Set(release?.urls.map((url) => url.partNumber));
  for await (const batch of stores.targets.walk(scope, groups, schedule.resolvedAt)) {
    await stores.schedules.renewClaim(schedule, now());
    const withdrawn = await stores.pending.withdrawn(schedule, batch);
    const fitting = batch.filter(({ _id, partNumber }) => parts.has(partNumber) && !withdrawn.has(_id));
    await stores.pending.put(schedule, fitting, now());
  }
}
