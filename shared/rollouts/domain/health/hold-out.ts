import { Big } from 'big.js';

const LARGE_PART = 500;
const LEAST_OF_LARGE = 50;
const SMALL_PART = 50;

/**
 * How many devices of a part are upgraded last: the percentage, but at least 50 of a part of 500 and a tenth of one of
 * 50; none of a smaller part, and none at 0 %.
 */
export function heldOutOf(devices: number, percent: number): number {
  if (percent === 0 || devices < SMALL_PART) return 0;
  const least = devices >= LARGE_PART ? LEAST_OF_LARGE : Math.floor(devices / 10);
  const share = new Big(percent).times(devices).div(100).round(0, Big.roundDown).toNumber();
  return Math.max(least, share);
}
