import type { RolloutMembership } from '../domain/upgrade-change.js';
import { upgradeTableKeys } from '../domain/upgrade-search.js';
import type { ScheduleRecord } from '../models/schedule.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { leftRolloutOf, MEMBERSHIP, type LEFT } from './membership.js';
import type { TargetDevice } from './target-store.js';

/** The terms of a request, as each pending upgrade stores them. */
export type PendingTerms = Pick<
  UpgradeRecord,
  | 'scheduleId'
  | 'version'
  | 'releaseId'
  | 'upgradeType'
  | 'scheduleType'
  | 'timeZone'
  | 'savePrevConfig'
  | 'dueAt'
>;

/** How many former schedules an upgrade keeps. */
const MAX_FORMER = 100;

/** A request as its upgrades need it; a rollout is one, too. */
export type PendingSchedule = Pick<
  ScheduleRecord,
  '_id' | 'organisationId' | Exclude<keyof PendingTerms, 'scheduleId'>
>;

export function termsOf(schedule: PendingSchedule, rolloutTerms: RolloutTerms | null): PendingTerms {
  const { _id, upgradeType, scheduleType, timeZone, savePrevConfig, dueAt } = schedule;
  const { version, releaseId } = rolloutTerms ?? schedule;
  return { scheduleId: _id, version, releaseId, upgradeType, scheduleType, timeZone, savePrevConfig, dueAt };
}

/** The membership of a device in the rollout whose stage is being written, and the release that it gets. */
export interface RolloutTerms extends Pick<PendingTerms, 'version' | 'releaseId'> {
  readonly membership: RolloutMembership;
}

export type RolloutTermsOf = (device: TargetDevice) => RolloutTerms;

/** The part of an update after which these schedules give the device no other upgrade. */
export function leaves(scheduleIds: readonly number[]) {
  return { formerScheduleIds: { $each: [...scheduleIds], $slice: -MAX_FORMER } };
}

/**
 * The part of an update that gives a pending upgrade of another schedule to a request: it records the former schedule,
 * the rollout that the device leaves, and its membership in the new one.
 * @param alsoLeft other schedules that must give the device no other upgrade
 */
export function takenOver(
  former: Pick<UpgradeRecord, 'scheduleId' | keyof typeof LEFT>,
  set: Readonly<Record<string, unknown>>,
  membership: RolloutMembership | null,
  alsoLeft: readonly number[] = [],
) {
  const [leftRollout] = leftRolloutOf(former);
  const old = Object.entries(MEMBERSHIP).filter(([field]) => membership === null || !(field in membership));
  return {
    $set: { ...set, ...membership },
    $push: {
      ...leaves([former.scheduleId, ...alsoLeft]),
      ...(leftRollout ? { leftRollouts: leftRollout } : {}),
    },
    ...(leftRollout ? { $unset: Object.fromEntries(old) } : {}),
  };
}

/** The fields of a pending upgrade that follow from its terms and its device. */
export function pendingFields(terms: PendingTerms, device: TargetDevice, createdAt: Date, at: Date) {
  const searched = {
    ...terms,
    routerInventoryId: device._id,
    macId: device.macId,
    deviceName: device.name,
    createdAt,
  };
  return {
    ...terms,
    deviceName: device.name,
    locationNetworkId: device.locationNetworkId,
    updatedAt: at,
    ...upgradeTableKeys(searched),
  };
}

export function pendingRecord(
  _id: number,
  schedule: PendingSchedule,
  device: TargetDevice,
  at: Date,
  rolloutTerms: RolloutTerms | null = null,
): UpgradeRecord {
  return {
    ...rolloutTerms?.membership,
    ...(device.isSwitch ? { isSwitch: true } : {}),
    _id,
    organisationId: schedule.organisationId,
    routerInventoryId: device._id,
    macId: device.macId,
    ...pendingFields(termsOf(schedule, rolloutTerms), device, at, at),
    formerScheduleIds: [],
    status: '',
    inFlight: false,
    statusSince: at,
    deadlineAt: null,
    offeredAt: null,
    nextAttemptAt: null,
    attempts: 0,
    progress: null,
    message: null,
    createdAt: at,
  };
}
