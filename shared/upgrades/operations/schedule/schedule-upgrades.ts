import {
  mayChange,
  wholeOrganisation,
  writeScope,
  type Caller,
  type Scope,
} from '../../../access/domain/access.js';
import { DEFAULT_SCHEDULE_TYPE, resolveScheduleTime, type DueTime } from '../../domain/schedule-time.js';
import type { TargetSegment } from '../../domain/upgrade-targets.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { FirmwareReleaseRecord } from '../../../firmware/models/firmware-release.js';
import type { ScheduleRecord } from '../../models/schedule.js';
import type { PendingOutcome } from '../../stores/pending-store.js';
import type { TargetDevice } from '../../stores/target-store.js';
import type { UpgradeDeps } from '../../deps.js';
import { forEachConcurrently } from '../../../platform/mongo/batches.js';
import { takesFirmware, unavailableName } from '../../domain/takes-firmware.js';
import { scheduleEntry } from '../../domain/upgrade-entries.js';
import { withoutTaken } from '../without-taken.js';
import { chooseRelease, entries, readTargets } from './read-request.js';

/** The request of a caller; types are checked, values are not. */
export interface UpgradeRequest {
  readonly version: string | null;
  readonly upgradeType: string;
  /** Null means `now`, without a time. */
  readonly scheduleType: 'now' | 'later' | null;
  readonly scheduleAt: string | null;
  readonly timeZone: string | null;
  readonly savePrevConfig: boolean;
  readonly aps: readonly string[];
}

export interface ScheduledUpgrades {
  /** The outcome for the last device; null when the release has no url for any device. */
  readonly outcome: PendingOutcome | null;
  readonly version: string;
  /** MACs of devices that the release has no file for, in the order they were met; with the reason where it is another one. */
  readonly unavailable: readonly string[];
}

/**
 * Creates a schedule, and creates or changes the pending upgrade of every device it resolves to. The job is enqueued
 * after the records are written: if the process dies in between, the sweep continues.
 * @throws AppError forbidden, noFirmwareData, firmwareVersionUnknown, scheduleTimeInvalid, upgradeTargetsUnknown,
 *   upgradeWithoutDevices
 */
export async function scheduleUpgrades(
  deps: UpgradeDeps,
  caller: Caller,
  request: UpgradeRequest,
  requestId: string | null,
): Promise<ScheduledUpgrades> {
  if (!mayChange(caller)) throw new AppError('forbidden');
  const { stores } = deps;
  const release = await chooseRelease(stores.firmware, caller, request);
  const time = resolveScheduleTime(request, deps.now());
  if (!time.ok) throw new AppError('scheduleTimeInvalid', { text: time.reason });
  const scope = writeScope(caller);
  const segments = await readTargets(stores.targets, scope, request.aps);

  const id = await stores.ids.reserve('schedules');
  const schedule = scheduleRecord(id, caller, scope, segments, request, release, time, requestId, deps.now());
  await stores.schedules.create(schedule);
  await deps.failpoint('schedule-written');
  const { outcome, unavailable } = await writeUpgrades(deps, schedule, scope, segments, release);
  if (outcome === null && unavailable.length === 0) throw new AppError('upgradeWithoutDevices');
  return { outcome, version: release.version, unavailable };
}

/** Writes the upgrades of a schedule that was written just now, and opens it. A schedule without upgrades is cancelled. */
export async function writeUpgrades(
  deps: UpgradeDeps,
  schedule: ScheduleRecord,
  scope: Scope,
  segments: readonly TargetSegment[],
  release: FirmwareReleaseRecord,
  options?: WritingOptions,
): ReturnType<typeof writePending> {
  const { stores, now, failpoint } = deps;
  const written = await writePending(deps, schedule, scope, segments, release, options);
  if (written.outcome === null) await stores.schedules.cancel(schedule, now());
  else {
    await stores.audit.write([scheduleEntry(schedule)]);
    await failpoint('schedule-logged');
    await openSchedule(deps, schedule);
  }
  return written;
}

/** A long write renews its claim this often, so that the sweep does not take it over. */
const TOUCH_EVERY_MS = 1000;
/** The next batch is prepared while the database writes one. More would take resources from other requests. */
const BATCHES_AT_ONCE = 2;

export interface WritingOptions {
  /** Skip devices of a later request, and those whose upgrade was deleted since the first try. */
  readonly isResumed?: boolean;
  /** A device that gets no upgrade from the schedule: its own has been changed instead. */
  readonly except?: number | null;
  /** The outcome if no device gets an upgrade; null unless given. */
  readonly fallback?: PendingOutcome | null;
}

/**
 * Reads the targets and writes the pending upgrade of every device that the release fits. Running it again changes
 * nothing.
 * @returns `isFitting`: whether the release fits any device, including skipped ones
 */
export async function writePending(
  { stores, now, failpoint }: UpgradeDeps,
  schedule: ScheduleRecord,
  scope: Scope,
  segments: readonly TargetSegment[],
  release: FirmwareReleaseRecord,
  { isResumed = false, except = null, fallback = null }: WritingOptions = {},
): Promise<{ outcome: PendingOutcome | null; unavailable: string[]; isFitting: boolean }> {
  const parts = new Set(release.urls.map((url) => url.partNumber));
  const unavailable: string[] = [];
  const outcomes: PendingOutcome[] = [];
  let touched = now().getTime();
  let met = 0;
  let isFitting = false;

  async function write(all: TargetDevice[]): Promise<void> {
    const index = met;
    met += 1;
    const batch = all.filter(({ _id }) => _id !== except);
    const fitting = batch.filter((device) => takesFirmware(device, parts));
    for (const device of batch) if (!takesFirmware(device, parts)) unavailable.push(unavailableName(device));
    isFitting ||= fitting.length > 0;
    if (now().getTime() - touched >= TOUCH_EVERY_MS) {
      touched = now().getTime();
      await stores.schedules.renewClaim(schedule, now());
    }
    const given = isResumed ? await withoutTaken(stores, schedule, fitting) : fitting;
    if (given.length === 0) return;
    const outcome = (await stores.pending.put(schedule, given, now())).at(-1);
    await failpoint('pending-batch-written');
    if (outcome) outcomes[index] = outcome;
  }

  await forEachConcurrently(stores.targets.walk(scope, segments), BATCHES_AT_ONCE, write);
  return { outcome: outcomes.at(-1) ?? fallback, unavailable, isFitting };
}

/**
 * Sets the schedule to waiting. If it was cancelled while it was being written, deletes the upgrades that the
 * cancellation did not see.
 */
export async function openSchedule(deps: UpgradeDeps, schedule: ScheduleRecord): Promise<void> {
  const { stores, now, failpoint } = deps;
  const isOpened = await stores.schedules.open(schedule, now());
  await failpoint('schedule-opened');
  if (!isOpened && (await stores.schedules.ended([schedule])).get(schedule._id) === 'cancelled') {
    await stores.upgrades.deletePendingOf(wholeOrganisation(schedule.organisationId), schedule, now());
    return;
  }
  await enqueueSchedule(deps, schedule);
}

/** Enqueues the job. If the queue does not accept it, the sweep dispatches the schedule. */
export async function enqueueSchedule(
  { jobs, now, log, failpoint }: UpgradeDeps,
  schedule: ScheduleRecord,
): Promise<void> {
  try {
    await jobs.enqueue(schedule, now());
  } catch (error) {
    log.warn({ err: error, schedule: schedule._id }, 'The schedule was not enqueued; the sweep will find it');
  }
  await failpoint('schedule-enqueued');
}

/** A schedule whose upgrades are to be written. */
export function scheduleRecord(
  _id: number,
  caller: Caller,
  scope: Scope,
  segments: readonly TargetSegment[],
  request: Pick<UpgradeRequest, 'upgradeType' | 'scheduleType' | 'savePrevConfig'>,
  release: FirmwareReleaseRecord,
  time: DueTime,
  requestId: string | null,
  now: Date,
): ScheduleRecord {
  return {
    _id,
    organisationId: caller.organisationId,
    userId: caller.userId,
    targets: segments.flatMap(entries),
    isChange: false,
    networkIds: scope.networkIds === 'all' ? null : [...scope.networkIds],
    includesUnassigned: scope.unassigned,
    version: release.version,
    releaseId: release._id,
    upgradeType: request.upgradeType,
    scheduleType: request.scheduleType ?? DEFAULT_SCHEDULE_TYPE,
    timeZone: time.zone,
    savePrevConfig: request.savePrevConfig,
    dueAt: time.dueAt,
    state: 'writing',
    resolvedAt: now,
    touchedAt: now,
    requestId,
    dispatchedTo: null,
    dispatchedAt: null,
    createdAt: now,
  };
}
