import type { UpgradeStatus } from './upgrade-status.js';

/** The statuses in which a device restarts or is expected to be away for a while (docs/rollouts.md#maintenance). */
export const MAINTENANCE_STATUSES = ['Installing', 'Verifying'] as const satisfies readonly UpgradeStatus[];

/** An upgrade that is Installing or Verifying. */
export interface Maintenance {
  readonly upgradeId: number;
  /** Null for a plain upgrade. */
  readonly rolloutId: number | null;
  /** The deadline of the step. */
  readonly until: Date;
  readonly status: (typeof MAINTENANCE_STATUSES)[number];
  readonly macId: string;
  readonly deviceName: string;
  readonly networkId: number | null;
  /** Whether its device is a switch, behind which the whole network may be away. */
  readonly isSwitch: boolean;
}

/** The one of several that lasts longest; null when there is none. */
export function longest(found: readonly Maintenance[]): Maintenance | null {
  return found.reduce<Maintenance | null>(
    (last, next) => (last === null || next.until > last.until ? next : last),
    null,
  );
}
