/** When a device has started, as its states say. Times are milliseconds of the epoch. */
export interface Uptime {
  readonly startedAt: number;
  /** The uptime that was shown last: a smaller one would be a restart. */
  readonly shownS: number;
}

/** Clocks differ and states are delayed by less than this. */
const TOLERANCE_S = 5;

/** The uptime by a new state. It falls only when the device has restarted. */
export function beginUptime(before: Uptime | null, uptimeS: number, now: number): Uptime {
  const startedAt = now - uptimeS * 1000;
  const isRestart = before === null || uptimeS < before.shownS - TOLERANCE_S;
  return { startedAt, shownS: isRestart ? 0 : before.shownS };
}

/** The uptime at a time, whole seconds. */
export function uptimeAt({ startedAt, shownS }: Uptime, now: number): Uptime {
  return { startedAt, shownS: Math.max(shownS, Math.floor((now - startedAt) / 1000)) };
}
