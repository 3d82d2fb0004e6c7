import type { NetworkHours } from '../../inventory/domain/network-hours.js';

/** Computes a value that depends on the hours of a network; once for all networks with the same hours. */
export function perHours<Value>(compute: (own: NetworkHours) => Value): (own: NetworkHours) => Value {
  const known = new Map<string, Value>();
  return ({ time_zone, windows }) => {
    const key = JSON.stringify([time_zone, windows]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute({ time_zone, windows });
    known.set(key, value);
    return value;
  };
}
