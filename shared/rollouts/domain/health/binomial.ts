import { logChoose } from './log-choose.js';

/** Events, and the time over which devices were observed, in any unit. */
export interface Exposed {
  readonly events: number;
  readonly exposure: number;
}

/**
 * The p-value of the exact test of two rates, one-sided: the probability that at least as many of all events fall on the
 * treated devices when both groups have the same rate. Given their sum, the events of the treated devices are binomial
 * with the share of the treated in the exposure. 1 when a group was not observed.
 */
export function binomialPValue(treated: Exposed, control: Exposed): number {
  const events = treated.events + control.events;
  const exposure = treated.exposure + control.exposure;
  if (treated.events === 0 || treated.exposure <= 0 || control.exposure <= 0) return 1;
  const share = treated.exposure / exposure;
  // The first term by logarithms, the others by their ratio to the one before.
  let term = Math.exp(
    logChoose(events, treated.events) +
      treated.events * Math.log(share) +
      control.events * Math.log1p(-share),
  );
  let p = 0;
  for (let k = treated.events; k <= events; k += 1) {
    p += term;
    term *= ((events - k) / (k + 1)) * (share / (1 - share));
  }
  return Math.min(1, p);
}
