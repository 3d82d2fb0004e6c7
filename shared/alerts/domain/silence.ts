import type { Deafness } from '../../deaf-periods/domain/deafness.js';

/** A network is down when at least so many of its devices are silent. */
const MIN_DEVICES = 3;
/** Devices that lose power together send their last heartbeats within this time. */
export const TOGETHER_MS = 5 * 60_000;

/** Horizons are known this exactly. */
const PRECISION_MS = 1;

/**
 * The latest last heartbeat of a device whose silence has lasted so long. Time in which the service was deaf does not
 * count, so the horizon stops while the service is deaf. The deadline of a later heartbeat is never earlier, so the horizon
 * never passes a device before its deadline.
 * @param from a horizon that was reached before, or the beginning of what is looked at
 */
export function silenceHorizon(deafness: Deafness, now: Date, afterMs: number, from: Date): Date {
  const judgedTo = deafness.judgedTo(now).getTime();
  const isPast = (heard: number): boolean =>
    deafness.silenceAfter(new Date(heard), new Date(heard + afterMs)).getTime() <= judgedTo;
  let [low, high] = [from.getTime(), now.getTime() - afterMs];
  if (high <= low || !isPast(low)) return from;
  if (isPast(high)) return new Date(high);
  while (high - low > PRECISION_MS) {
    const middle = Math.floor((low + high) / 2);
    if (isPast(middle)) low = middle;
    else high = middle;
  }
  return new Date(low);
}

/**
 * Whether a network is down: at least three devices and half of it are silent, since within five minutes of each other.
 * @param heard the last heartbeats of its silent devices, in milliseconds, in order
 */
export function isNetworkDown(heard: readonly number[], devices: number): boolean {
  return largestGroup(heard) >= enoughOf(devices);
}

/** Whether a network that was down still is: its devices do not come back at once. */
export function isStillDown(silent: number, devices: number): boolean {
  return silent >= enoughOf(devices);
}

function enoughOf(devices: number): number {
  return Math.max(MIN_DEVICES, Math.ceil(devices / 2));
}

/** The most of them within five minutes. */
function largestGroup(heard: readonly number[]): number {
  let largest = 0;
  let first = 0;
  for (const [index, at] of heard.entries()) {
    while (at - (heard[first] ?? at) > TOGETHER_MS) first += 1;
    largest = Math.max(largest, index - first + 1);
  }
  return largest;
}
