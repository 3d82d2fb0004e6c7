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

/** Due and not yet ended: a device has at most one upgrade in one of these. */
export const RELEASED_STATUSES = ['Queued', 'Downloading', 'Installing', 'Verifying'] as const;

export type ReleasedStatus = (typeof RELEASED_STATUSES)[number];

/** Final: no transition leads out of these. */
export const END_STATUSES = ['Success', 'Failed', 'Skipped', 'Cancelled', 'Expired'] as const;

export type EndStatus = (typeof END_STATUSES)[number];

/** Why a status changes; each names one cause, so that a transition can be read without its code. */
export type UpgradeEvent =
  | 'due'
  | 'alreadyOnVersion'
  | 'leftOrganisation'
  | 'leftTarget'
  | 'cancelledByCaller'
  | 'replaced'
  | 'reportedDownloading'
  | 'reportedInstalling'
  | 'windowPassed'
  | 'downloadFailed'
  | 'downloadExhausted'
  | 'installFailed'
  | 'versionSeen'
  | 'soaked'
  | 'soakBroken';

export interface Transition {
  readonly from: UpgradeStatus;
  readonly to: UpgradeStatus;
  readonly event: UpgradeEvent;
}

/** The only ways in which a status changes. Each is made by one write that is conditional on `from`. */
export const TRANSITIONS: readonly Transition[] = [
  { from: 'Pending', to: 'Queued', event: 'due' },
  { from: 'Pending', to: 'Skipped', event: 'alreadyOnVersion' },
  { from: 'Pending', to: 'Cancelled', event: 'leftOrganisation' },
  { from: 'Pending', to: 'Cancelled', event: 'leftTarget' },
  { from: 'Pending', to: 'Cancelled', event: 'cancelledByCaller' },
  { from: 'Queued', to: 'Skipped', event: 'alreadyOnVersion' },
  { from: 'Queued', to: 'Cancelled', event: 'leftOrganisation' },
  { from: 'Queued', to: 'Cancelled', event: 'cancelledByCaller' },
  { from: 'Queued', to: 'Cancelled', event: 'replaced' },
  { from: 'Queued', to: 'Downloading', event: 'reportedDownloading' },
  { from: 'Queued', to: 'Installing', event: 'reportedInstalling' },
  { from: 'Queued', to: 'Verifying', event: 'versionSeen' },
  { from: 'Queued', to: 'Expired', event: 'windowPassed' },
  { from: 'Downloading', to: 'Queued', event: 'downloadFailed' },
  { from: 'Downloading', to: 'Failed', event: 'downloadExhausted' },
  { from: 'Downloading', to: 'Installing', event: 'reportedInstalling' },
  { from: 'Downloading', to: 'Verifying', event: 'versionSeen' },
  { from: 'Downloading', to: 'Cancelled', event: 'leftOrganisation' },
  { from: 'Installing', to: 'Failed', event: 'installFailed' },
  { from: 'Installing', to: 'Verifying', event: 'versionSeen' },
  { from: 'Verifying', to: 'Success', event: 'soaked' },
  { from: 'Verifying', to: 'Failed', event: 'soakBroken' },
  { from: 'Verifying', to: 'Failed', event: 'leftOrganisation' },
];

/** Whether the table has a row from the one status to the other. Staying is not a transition. */
export function canTransition(from: UpgradeStatus, to: UpgradeStatus): boolean {
  return TRANSITIONS.some((row) => row.from === from && row.to === to);
}

/** What an event makes of a status; null when the table has no such row. */
export function statusAfter(from: UpgradeStatus, event: UpgradeEvent): UpgradeStatus | null {
  return TRANSITIONS.find((row) => row.from === from && row.event === event)?.to ?? null;
}

/** The statuses from which `to` can be reached in one step, each once: the condition of the write. */
export function sourcesOf(to: UpgradeStatus): UpgradeStatus[] {
  return UPGRADE_STATUSES.filter((from) => canTransition(from, to));
}

/** Whether the upgrade is due and has not ended: Queued, Downloading, Installing or Verifying. */
export function isReleased(status: UpgradeStatus): status is ReleasedStatus {
  return (RELEASED_STATUSES as readonly UpgradeStatus[]).includes(status);
}

/** Whether the upgrade is over: Success, Failed, Skipped, Cancelled or Expired. */
export function isEnd(status: UpgradeStatus): status is EndStatus {
  return (END_STATUSES as readonly UpgradeStatus[]).includes(status);
}

/** A status as the database holds it; Pending is the empty string (docs/interface.md#statuses). */
export type StoredStatus = Exclude<UpgradeStatus, 'Pending'> | '';

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
