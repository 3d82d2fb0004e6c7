import type { Hold } from '../records/domain/network-configuration.js';
import type { NetworkCanary } from './network-canary.js';

/** So many refusals are recorded where none of them holds the network: the highest `stop_after`. */
const MAX_REFUSALS = 1000;

export interface JudgedFailures {
  /** All devices that have refused the live settings, up to `stop_after`. */
  readonly refusals: readonly number[];
  readonly hold: Hold | null;
}

/**
 * Judges the devices that have refused the live settings of a network (docs/configuration.md#canary-failures); null when
 * there is nothing to write.
 * @param known those that the record has
 * @param found those that have been found, some of them again
 */
export function judgeFailures(
  { held, baseSeq, settings: { stopAfter } }: NetworkCanary,
  known: readonly number[],
  found: readonly number[],
  at: Date,
): JudgedFailures | null {
  if (held || baseSeq === null) return null;
  const refusals = [...new Set([...known, ...found])].slice(0, stopAfter ?? MAX_REFUSALS);
  if (stopAfter === null || refusals.length < stopAfter)
    return refusals.length === known.length ? null : { refusals, hold: null };
  return { refusals, hold: { reason: 'failures', part: null, deviceId: null, code: null, at } };
}
