/** Every status of an upgrade, in the order in which an upgrade passes through them. */
export const UPGRADE_STATUSES = [
  'Pending',
  'Queued',
  'Downloading',
  'Installing',
  'Verifying',
  'Success',
  'Failed',
  'Skipped',
  'Cancelled',
  'Expired',
] as const;

export type UpgradeStatus = (typeof UPGRADE_STATUSES)[number];

/** The only transitions of a status. A status that no row leaves is final. */
export const TRANSITIONS = [
  { from: 'Pending', to: 'Queued', event: 'due' },
  { from: 'Pending', to: 'Skipped', event: 'alreadyOnVersion' },
  { from: 'Pending', to: 'Skipped', event: 'noFirmware' },
  { from: 'Pending', to: 'Cancelled', event: 'leftOrganisation' },
  { from: 'Pending', to: 'Cancelled', event: 'leftTarget' },
  { from: 'Pending', to: 'Cancelled', event: 'cancelledByCaller' },
  { from: 'Queued', to: 'Skipped', event: 'alreadyOnVersion' },
  { from: 'Queued', to: 'Skipped', event: 'noFirmware' },
  { from: 'Queued', to: 'Cancelled', event: 'leftOrganisation' },
  { from: 'Queued', to: 'Cancelled', event: 'replaced' },
  { from: 'Queued', to: 'Downloading', event: 'reportedDownloading' },
  { from: 'Queued', to: 'Installing', event: 'reportedInstalling' },
  { from: 'Queued', to: 'Verifying', event: 'versionSeen' },
  { from: 'Queued', to: 'Cancelled', event: 'leftTarget' },
  { from: 'Queued', to: 'Cancelled', event: 'cancelledByCaller' },
  { from: 'Queued', to: 'Expired', event: 'windowPassed' },
  { from: 'Queued', to: 'Expired', event: 'notBegun' },
  { from: 'Queued', to: 'Expired', event: 'rolloutEnded' },
  { from: 'Queued', to: 'Pending', event: 'offerMissed' },
  { from: 'Downloading', to: 'Queued', event: 'downloadFailed' },
  { from: 'Downloading', to: 'Failed', event: 'downloadExhausted' },
  { from: 'Downloading', to: 'Installing', event: 'reportedInstalling' },
  { from: 'Downloading', to: 'Verifying', event: 'versionSeen' },
  { from: 'Downloading', to: 'Failed', event: 'abandoned' },
  { from: 'Downloading', to: 'Cancelled', event: 'leftOrganisation' },
  { from: 'Downloading', to: 'Pending', event: 'aborted' },
  { from: 'Downloading', to: 'Cancelled', event: 'recalled' },
  { from: 'Downloading', to: 'Expired', event: 'recalledAtEnd' },
  { from: 'Installing', to: 'Failed', event: 'installFailed' },
  { from: 'Installing', to: 'Failed', event: 'stalled' },
  { from: 'Installing', to: 'Failed', event: 'abandoned' },
  { from: 'Installing', to: 'Verifying', event: 'versionSeen' },
  { from: 'Verifying', to: 'Success', event: 'soaked' },
  { from: 'Verifying', to: 'Failed', event: 'soakBroken' },
  { from: 'Verifying', to: 'Failed', event: 'abandoned' },
  { from: 'Verifying', to: 'Failed', event: 'leftOrganisation' },
] as const satisfies readonly { from: UpgradeStatus; to: UpgradeStatus; event: string }[];

export type Transition = (typeof TRANSITIONS)[number];

/** A change of status, why and when. */
export type TransitionRecord = Transition & { readonly at: Date };

/** Why an upgrade ended (docs/rollouts.md#causes). */
export const UPGRADE_CAUSES = [
  'download',
  'install',
  'silent',
  'stalled',
  'wrong_version',
  'went_silent',
  'reverted',
  'not_reached',
  'not_begun',
  'no_firmware',
  'abandoned',
  'cancelled',
  'replaced',
  'left_target',
  'left_organisation',
] as const;

export type UpgradeCause = (typeof UPGRADE_CAUSES)[number];

const CAUSES: Partial<Record<Transition['event'], UpgradeCause>> = {
  downloadExhausted: 'download',
  notBegun: 'not_begun',
  rolloutEnded: 'not_reached',
  recalledAtEnd: 'not_reached',
  stalled: 'stalled',
  noFirmware: 'no_firmware',
  abandoned: 'abandoned',
  recalled: 'cancelled',
  cancelledByCaller: 'cancelled',
  replaced: 'replaced',
  leftTarget: 'left_target',
  leftOrganisation: 'left_organisation',
};

/** The cause of an end by an event; null for the events that have none or several. */
export function causeOf(event: Transition['event']): UpgradeCause | null {
  return CAUSES[event] ?? null;
}

/** The last transitions that an upgrade keeps: all of them, unless its download is tried more than a dozen times. */
export const MAX_HISTORY = 32;

/** The cause of a transition; each event names one cause. */
export type UpgradeEvent = Transition['event'];

/** The statuses that a transition from this one leads to. */
export type TargetOf<From> = Extract<Transition, { from: From }>['to'];

/** The events that lead from the one status to the other. */
export type EventOf<From, To> = Extract<Transition, { from: From; to: To }>['event'];

/** Final: no transition leads out of these. */
export type EndStatus = Exclude<UpgradeStatus, Transition['from']>;

/** Due and not yet ended: a device has at most one upgrade in one of these. */
export type DispatchedStatus = Exclude<Transition['from'], 'Pending'>;

export type BegunStatus = Exclude<DispatchedStatus, 'Queued'>;

export const END_STATUSES: readonly EndStatus[] = UPGRADE_STATUSES.filter(isEnd);

export const DISPATCHED_STATUSES: readonly DispatchedStatus[] = UPGRADE_STATUSES.filter(isDispatched);

/** Dispatched, and the device has begun: such an upgrade is not replaced by a newer one. */
export const BEGUN_STATUSES: readonly BegunStatus[] = UPGRADE_STATUSES.filter(isBegun);

/** The firmware is being written: the device can neither leave its network nor the organisation. */
export const WRITING_STATUSES: readonly DispatchedStatus[] = DISPATCHED_STATUSES.filter(
  (status) => statusAfter(status, 'leftOrganisation') === null,
);

/** The row of the table, if there is one. */
export function findTransition(from: string, to: string, event: string): Transition | undefined {
  return TRANSITIONS.find((row) => row.from === from && row.to === to && row.event === event);
}

/** The status after an event; null when the table has no such row. */
export function statusAfter(from: UpgradeStatus, event: UpgradeEvent): Transition['to'] | null {
  return TRANSITIONS.find((row) => row.from === from && row.event === event)?.to ?? null;
}

/** Whether the upgrade is due and has not ended. */
export function isDispatched(status: UpgradeStatus): status is DispatchedStatus {
  return status !== 'Pending' && !isEnd(status);
}

/** Whether the device has begun the upgrade, and it has not ended. */
export function isBegun(status: UpgradeStatus | ''): status is BegunStatus {
  return status !== '' && status !== 'Queued' && isDispatched(status);
}

/** Whether the upgrade is over. */
export function isEnd(status: UpgradeStatus): status is EndStatus {
  return TRANSITIONS.every((row) => row.from !== status);
}

/** A status as the database holds it; Pending is the empty string (docs/interface.md#statuses). */
export type StoredStatus = Exclude<UpgradeStatus, 'Pending'> | '';

export const STORED_STATUSES: readonly StoredStatus[] = UPGRADE_STATUSES.map(storedStatus);

/** The stored form of a status. Inverse of {@link shownStatus}. */
export function storedStatus(status: UpgradeStatus): StoredStatus {
  return status === 'Pending' ? '' : status;
}

/** The status that callers see for a stored one: "An empty status is reported as Pending." */
export function shownStatus(stored: StoredStatus): UpgradeStatus {
  return stored === '' ? 'Pending' : stored;
}

const FIRST_DELAY_S = 60;
const LONGEST_DELAY_S = 600;
const JITTER = 0.2;

/**
 * Seconds to wait before a failed download is tried again, after `attempt` tries (1 or more).
 *
 * 60 s that double with every try, lengthened by a random 0 to 20 % so that devices that failed together do
 * not come back together. Never above 600 s: the doubling stops at 500 s, which leaves the jitter its room.
 * @param random a number from 0 up to, not including, 1
 */
export function retryDelaySeconds(attempt: number, random: () => number): number {
  const doubled = FIRST_DELAY_S * 2 ** Math.max(0, attempt - 1);
  return Math.min(doubled, LONGEST_DELAY_S / (1 + JITTER)) * (1 + JITTER * random());
}
