import type { DeafPeriodDeps } from '../deps.js';

/** What a watch asks of other families. */
export interface WatchDeps extends DeafPeriodDeps {
  /** How many devices of each organisation were up when they were last counted. */
  readonly devicesUp: () => Promise<ReadonlyMap<number, number>>;
  /** How many devices of an organisation were offered an upgrade in a range, at most so many. */
  readonly countOffered: (
    organisationId: number,
    range: { readonly from: Date; readonly to: Date },
    most: number,
  ) => Promise<number>;
}

/** What a process remembers between two passes; a new process begins with nothing. */
export interface WatchMemory {
  up: ReadonlyMap<number, number>;
  upReadAt: number;
  lossLookedAt: number;
  /** The last pass that found losses. */
  lostAt: Date | null;
  readonly organisations: OrganisationLooks;
}

export function newMemory(): WatchMemory {
  const [upReadAt, lossLookedAt] = [-Infinity, -Infinity];
  return { up: new Map(), upReadAt, lossLookedAt, lostAt: null, organisations: new Map() };
}

/** When an organisation is looked at next, and since when it is silent for a reason of its own. */
export type OrganisationLooks = Map<number, { nextAt: number; dismissed: number | null }>;

export function sumOf(up: ReadonlyMap<number, number>): number {
  return [...up.values()].reduce((sum, count) => sum + count, 0);
}

export function secondsBefore(at: Date, seconds: number): Date {
  return new Date(at.getTime() - seconds * 1000);
}
