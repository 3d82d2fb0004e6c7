import { upgradeTableKeys } from '../domain/upgrade-search.js';
import type { ScheduleRecord } from '../models/schedule.js';
import type { UpgradeRecord } from '../models/upgrade.js';
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

export function termsOf(schedule: ScheduleRecord): PendingTerms {
  const { _id, version, releaseId, upgradeType, scheduleType, timeZone, savePrevConfig, dueAt } = schedule;
  return { scheduleId: _id, version, releaseId, upgradeType, scheduleType, timeZone, savePrevConfig, dueAt };
}

/** The part of an update that records the former schedule of an upgrade. */
export function formerSchedule(scheduleId: number) {
  return { $push: { formerScheduleIds: { $each: [scheduleId], $slice: -MAX_FORMER } } };
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
  schedule: ScheduleRecord,
  device: TargetDevice,
  at: Date,
): UpgradeRecord {
  return {
    _id,
    organisationId: schedule.organisationId,
    routerInventoryId: device._id,
    macId: device.macId,
    ...pendingFields(termsOf(schedule), device, at, at),
    formerScheduleIds: [],
    status: '',
    released: false,
    statusSince: at,
    deadlineAt: null,
    toldAt: null,
    nextAttemptAt: null,
    attempts: 0,
    progress: null,
    message: null,
    createdAt: at,
  };
}
