import type { ScheduleRecord } from '../../models/schedule.js';
import type { UpgradeDeps } from '../../deps.js';
import { targetingOf } from '../../domain/upgrade-targets.js';
import { scheduleEntry } from '../../domain/upgrade-entries.js';
import { openSchedule, writePending } from '../schedule/schedule-upgrades.js';

/** Finishing a schedule reads all of its devices. */
const MAX_ABANDONED = 50;

/**
 * Takes over schedules whose writer died before all their upgrades were written, and writes the rest. A schedule that
 * cannot be finished is reported and does not delay the others.
 */
export async function finishAbandoned(deps: UpgradeDeps): Promise<number> {
  const { stores, now, env, log } = deps;
  const untouched = new Date(now().getTime() - env.sweepIntervalS * 2000);
  let finished = 0;
  for (const schedule of await stores.schedules.abandoned(untouched, MAX_ABANDONED)) {
    try {
      await finishWriting(deps, schedule);
      finished += 1;
    } catch (error) {
      log.error({ err: error, schedule: schedule._id }, 'An abandoned schedule could not be finished');
    }
  }
  return finished;
}

/**
 * Writes the missing upgrades, except for devices of a later request: a caller that got no answer from a dead process
 * may have sent the request again, and the later one counts.
 */
async function finishWriting(deps: UpgradeDeps, schedule: ScheduleRecord): Promise<void> {
  const { stores, now, failpoint } = deps;
  await stores.schedules.renewClaim(schedule, now());
  await failpoint('abandoned-taken');
  const release = (await stores.firmware.byIds([schedule.releaseId])).get(schedule.releaseId);
  const { segments, scope } = targetingOf(schedule);
  const written =
    release && (await writePending(deps, schedule, scope, segments, release, { isResumed: true }));
  if (written?.isFitting) {
    await stores.audit.write([scheduleEntry(schedule)]);
    await openSchedule(deps, schedule);
  } else await stores.schedules.cancel(schedule, now());
  await failpoint('abandoned-finished');
}
