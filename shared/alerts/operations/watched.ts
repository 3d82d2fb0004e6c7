import type { Deafness } from '../../deaf-periods/domain/deafness.js';
import { timeSortKey, valueOf } from '../../inventory/domain/device-search.js';
import type { AlertSettings } from '../domain/alert-settings.js';
import type { SilenceCursors } from '../stores/alert-settings-store.js';

/** An organisation in a pass over alerts. */
export interface Watched {
  readonly organisationId: number;
  readonly settings: AlertSettings;
  readonly deafness: Deafness;
  readonly cursors: SilenceCursors;
  readonly now: Date;
  /** When the pass goes on with another organisation, by performance.now(). */
  readonly until: number;
}

const DAY_MS = 86_400_000;

/**
 * Where the silence begins that is looked at: at a cursor, or a day ago. Devices that have been silent for longer when an
 * organisation is first looked at open nothing.
 */
export function beginningOf(cursor: string | undefined, now: Date): string {
  return cursor ?? timeSortKey(new Date(now.getTime() - DAY_MS), 0);
}

/** The last heartbeat of a sort key. */
export function heardAtOf(sortKey: string): Date {
  return new Date(valueOf(sortKey).toUpperCase());
}

/** A sort key after those of all devices that were last heard at a time. */
export function endOf(heardAt: Date): string {
  return timeSortKey(heardAt, Number.MAX_SAFE_INTEGER);
}
