import { Big } from 'big.js';
import { logChoose } from './log-choose.js';

/** Sick devices among those observed. */
export interface Observed {
  readonly sick: number;
  readonly devices: number;
}

/**
 * The p-value of Fisher's exact test, one-sided: the probability of at least as many sick devices in the treated group
 * when the sick ones of both groups fall on devices at random. 1 when a group is empty.
 */
export function fisherPValue(treated: Observed, control: Observed): number {
  const sick = treated.sick + control.sick;
  const most = Math.min(treated.devices, sick);
  const least = Math.max(0, sick - control.devices);
  if (treated.sick <= least) return 1;
  // The first term by logarithms, the others by their ratio to the one before: no factorial overflows.
  let term = Math.exp(
    logChoose(treated.devices, treated.sick) +
      logChoose(control.devices, control.sick) -
      logChoose(treated.devices + control.devices, sick),
  );
  let p = 0;
  for (let k = treated.sick; k <= most; k += 1) {
    p += term;
    term *= ((treated.devices - k) * (sick - k)) / ((k + 1) * (control.devices - sick + k + 1));
  }
  return Math.min(1, p);
}

/** 100 (x₁ ÷ n₁ − x₀ ÷ n₀) ≥ excess, multiplied by n₁ n₀ so that nothing is rounded. */
export function exceedsBy(treated: Observed, control: Observed, excessPercent: number): boolean {
  const difference = new Big(treated.sick)
    .times(control.devices)
    .minus(new Big(control.sick).times(treated.devices));
  return difference.times(100).gte(new Big(excessPercent).times(treated.devices).times(control.devices));
}
