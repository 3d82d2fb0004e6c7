import { isStillTargeted, parseTargets, type TargetSegment } from '../../domain/upgrade-targets.js';
import type { ScheduleRecord } from '../../models/schedule.js';
import type { DueDecision, DueUpgrade } from '../../stores/release-store.js';
import type { TargetDevice } from '../../stores/target-store.js';

/**
 * What becomes of a pending upgrade whose time has come (decisions, upgrades, the rows from Pending): Cancelled when
 * its device has left the organisation or the target, Skipped when it runs the version, else Queued for `windowS`
 * seconds.
 */
export function decideDue(
  upgrade: DueUpgrade,
  device: TargetDevice | undefined,
  segments: readonly TargetSegment[],
  now: Date,
  windowS: number,
): DueDecision {
  if (device?.organisationId !== upgrade.organisationId) {
    return { upgrade, to: 'Cancelled', message: 'The device has left the organisation', deadlineAt: null };
  }
  const { _id: id, locationNetworkId, tagIds, firmwareVersion } = device;
  if (!isStillTargeted(segments, { id, locationNetworkId, tagIds })) {
    return {
      upgrade,
      to: 'Cancelled',
      message: 'The device has left the target of the schedule',
      deadlineAt: null,
    };
  }
  if (firmwareVersion === upgrade.version) {
    return {
      upgrade,
      to: 'Skipped',
      message: `The device already runs ${upgrade.version}`,
      deadlineAt: null,
    };
  }
  return { upgrade, to: 'Queued', message: null, deadlineAt: new Date(now.getTime() + windowS * 1000) };
}

/** The targets of a stored schedule; they were checked when it was made. */
export function segmentsOf(schedule: Pick<ScheduleRecord, '_id' | 'targets'>): TargetSegment[] {
  const parsed = parseTargets(schedule.targets);
  if (!parsed.ok)
    throw new Error(`Schedule ${schedule._id} has malformed targets: ${parsed.malformed.join(', ')}`);
  return parsed.segments;
}
