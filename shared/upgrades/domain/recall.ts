import { isInRollout, moveTo, type Change, type DispatchedUpgrade } from './upgrade-change.js';

/** Where a download that its device has stopped leads: it is offered again, or has ended. */
export type AbortedTo = 'Pending' | 'Cancelled' | 'Expired';

/** What is known of the rollouts of a batch of upgrades. */
export interface RolloutStates {
  /** The rollouts that offer their upgrades, as of the last second. */
  readonly running: ReadonlySet<number>;
  /** The present states of those on which a recall depends. */
  readonly states: ReadonlyMap<number, string>;
}

export const NO_ROLLOUTS: RolloutStates = { running: new Set(), states: new Map() };

/**
 * Whether the device has to stop its download: the rollout of the upgrade does not run, or a caller has cancelled its
 * request (docs/device-makers.md#recall).
 */
export function isCalledBack(upgrade: DispatchedUpgrade, { states }: RolloutStates): boolean {
  if (!isInRollout(upgrade)) return upgrade.isRecalled === true;
  const state = states.get(upgrade.rolloutId);
  return state !== undefined && state !== 'Running';
}

/** Where the download leads once its device has stopped it. */
export function abortedTo(upgrade: DispatchedUpgrade, { states }: RolloutStates): AbortedTo {
  if (!isInRollout(upgrade)) return upgrade.isRecalled === true ? 'Cancelled' : 'Pending';
  switch (states.get(upgrade.rolloutId)) {
    case 'Cancelled':
      return 'Cancelled';
    case 'Completed':
      return 'Expired';
    default:
      return 'Pending';
  }
}

/** The change when the device has stopped its download. The try does not count. */
export function afterAbort(upgrade: DispatchedUpgrade, to: AbortedTo, at: Date): Change {
  const attempts = Math.max(0, upgrade.attempts - 1);
  const set = { attempts, progress: null, message: 'The device has stopped the download' };
  switch (to) {
    case 'Cancelled':
      return moveTo('Downloading', to, 'recalled', at, set);
    case 'Expired':
      return moveTo('Downloading', to, 'recalledAtEnd', at, set);
    case 'Pending': {
      const free = isInRollout(upgrade) ? { hasSlot: false } : {};
      return moveTo('Downloading', to, 'aborted', at, { ...set, ...free, deadlineAt: null, offeredAt: null });
    }
  }
}
