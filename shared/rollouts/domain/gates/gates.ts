import { Big } from 'big.js';
import { fisherPValue, type Observed } from './fisher.js';

/** The health gate trips at this p-value or below. */
export const MAX_P = 1e-5;

/** With fewer control devices a look judges nothing. */
export const MIN_CONTROL = 50;

export interface FailureLimits {
  readonly failurePercent: number;
  readonly minFinished: number;
}

export interface HealthLimits {
  readonly excessPercent: number;
  readonly minSick: number;
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

/** One look of the health gate at a hardware part. */
export type HealthLook =
  | { readonly verdict: 'no_control' }
  | { readonly verdict: 'passed' | 'tripped'; readonly p: number };

/**
 * Compares devices that were upgraded with devices of the same hardware part that were not.
 *
 * Trips when at least `minSick` treated devices are sick, their share exceeds the control group's by at least
 * `excessPercent` percentage points, and chance explains such a difference with a probability of at most {@link MAX_P}.
 * Both groups are random samples of one part, so an outage that hits both does not trip it.
 */
export function lookAtHealth(treated: Observed, control: Observed, limits: HealthLimits): HealthLook {
  if (control.devices < MIN_CONTROL) return { verdict: 'no_control' };
  const p = fisherPValue(treated, control);
  const trips =
    treated.sick >= limits.minSick && exceeds(treated, control, limits.excessPercent) && p <= MAX_P;
  return { verdict: trips ? 'tripped' : 'passed', p };
}

/** 100 (x₁ ÷ n₁ − x₀ ÷ n₀) ≥ excess, multiplied by n₁ n₀ so that nothing is rounded. */
function exceeds(treated: Observed, control: Observed, excessPercent: number): boolean {
  const difference = new Big(treated.sick)
    .times(control.devices)
    .minus(new Big(control.sick).times(treated.devices));
  return difference.times(100).gte(new Big(excessPercent).times(treated.devices).times(control.devices));
}
