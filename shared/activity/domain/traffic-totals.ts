import type { DeviceTallyRecord } from '../models/device-tally.js';

export type TrafficTotals = Required<Pick<DeviceTallyRecord, 'rxTotal' | 'txTotal' | 'trafficAt'>>;

/** Traffic of a longer time without a count is not made up. */
const MAX_GAP_S = 300;

/** The bytes counted up to a time, of devices that have had these rates since the last count. */
export function totalsAfter(
  before: Partial<TrafficTotals> | undefined,
  { rxRate = null, txRate = null }: Pick<DeviceTallyRecord, 'rxRate' | 'txRate'>,
  at: Date,
): TrafficTotals {
  const { rxTotal = null, txTotal = null, trafficAt = null } = before ?? {};
  const passed = trafficAt ? (at.getTime() - trafficAt.getTime()) / 1000 : 0;
  const seconds = Math.min(Math.max(passed, 0), MAX_GAP_S);
  const after = (total: number | null, rate: number | null): number | null =>
    rate === null ? total : Math.round((total ?? 0) + rate * seconds);
  return { rxTotal: after(rxTotal, rxRate), txTotal: after(txTotal, txRate), trafficAt: at };
}
