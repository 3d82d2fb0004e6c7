import { Big } from 'big.js';

/** How many devices of the order a stage covers, beginning with the first (docs/rollouts.md#stages). */
export type Coverage = { readonly percent: number } | { readonly count: number };

/**
 * Computed in exact decimals: 16.1 % of 1,000 devices are 161, where binary fractions give 162.
 * @param devices that the rollout upgrades
 * @returns ⌈percent × devices ÷ 100⌉ or the count, at most all devices
 */
export function coveredDevices(coverage: Coverage, devices: number): number {
  if ('count' in coverage) return Math.min(coverage.count, devices);
  return percentOf(coverage.percent, devices).round(0, Big.roundUp).toNumber();
}

/**
 * How many upgrades may be in flight or failed in one network at a time.
 * @param devices of the network
 * @returns ⌊maxPercent × devices ÷ 100⌋, at least 1
 */
export function networkLimit(maxPercent: number, devices: number): number {
  const exact = maxPercent * devices;
  // Of every waiting upgrade, and nearly always of whole numbers.
  if (Number.isSafeInteger(exact)) return Math.max(1, Math.floor(exact / 100));
  return Math.max(1, percentOf(maxPercent, devices).round(0, Big.roundDown).toNumber());
}

function percentOf(percent: number, devices: number): Big {
  return new Big(percent).times(devices).times('0.01');
}
