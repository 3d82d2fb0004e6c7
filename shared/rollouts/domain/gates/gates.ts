import { Big } from 'big.js';

export interface FailureLimits {
  readonly failurePercent: number;
  readonly minFinished: number;
}

/** Upgrades that are over or verify their version, and how many of them are failures that count. */
export interface Finished {
  readonly finished: number;
  readonly failed: number;
}

/** Upgrades whose device has tried to get the firmware, and how many of them have failed to. */
export interface Delivered {
  readonly tried: number;
  readonly failed: number;
}

/** Fewer tries say nothing about the way to the firmware. */
const MIN_TRIED = 20;
/** One failure happens to every release. */
const MIN_FAILED = 2;

/** Whether a part is more than a percentage of a whole. Exact decimals. */
export function exceedsPercent(part: number, whole: number, percent: number): boolean {
  return new Big(part).times(100).gt(new Big(percent).times(whole));
}

/**
 * Whether enough upgrades have finished and more than the allowed share of them has failed; at least two, unless no
 * failure is allowed.
 */
export function failureGateTrips({ finished, failed }: Finished, limits: FailureLimits): boolean {
  const { failurePercent, minFinished } = limits;
  if (finished < minFinished || failed < (failurePercent === 0 ? 1 : MIN_FAILED)) return false;
  return exceedsPercent(failed, finished, failurePercent);
}

/** Whether so many upgrades of a stage did not get their firmware that something is wrong with its delivery. */
export function deliveryGateTrips({ tried, failed }: Delivered, percent: number): boolean {
  return tried >= MIN_TRIED && new Big(failed).times(100).gte(new Big(percent).times(tried));
}
