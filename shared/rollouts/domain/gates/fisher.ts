/** Sick devices among those observed. */
export interface Observed {
  readonly sick: number;
  readonly devices: number;
}

/** ln(n!) by index; grows to the largest group that was asked for. */
const LOG_FACTORIALS = [0];

function logFactorial(n: number): number {
  for (let next = LOG_FACTORIALS.length; next <= n; next += 1) {
    LOG_FACTORIALS.push((LOG_FACTORIALS[next - 1] ?? 0) + Math.log(next));
  }
  return LOG_FACTORIALS[n] ?? 0;
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
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
