import { keepPreviousData } from '@tanstack/react-query';

const IDLE_MS = 10_000;
const RUNNING_MS = 2000;

/** Data that is older has missed two refreshes. */
export const STALE_AFTER_MS = 2 * IDLE_MS + RUNNING_MS;

/** The option of a query that reads again every 10 s, and every 2 s while something runs; never in a hidden tab. */
export function pollWhile<Data>(isRunning: (data: Data) => boolean) {
  return ({ state: { data } }: { state: { data: Data | undefined } }): number =>
    data !== undefined && isRunning(data) ? RUNNING_MS : IDLE_MS;
}

/** The same for what changes slowly. */
export const poll = { refetchInterval: IDLE_MS } as const;

/** Options of the query of a list: the old rows stay while others are read. */
export const pollList = { ...poll, placeholderData: keepPreviousData } as const;
