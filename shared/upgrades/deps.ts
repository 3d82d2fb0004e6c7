import type { ConfigurationReport, ConfigurationState } from '../inventory/domain/device-configuration.js';
import type { KnownDeafness } from '../deaf-periods/operations/read-deafness.js';
import type { BaseDeps } from '../platform/deps.js';
import type { KnownDevice } from '../status/stores/heartbeat-store.js';
import type { UpgradeStores } from './stores/stores.js';
import type { JobQueue } from './jobs/job-queue.js';

/** The dependencies of operations on upgrades. */
export interface UpgradeDeps extends BaseDeps {
  readonly stores: UpgradeStores;
}

/** A heartbeat that reports a configuration, after it was stored. */
export interface ManagedBeat {
  readonly organisationId: number;
  readonly device: KnownDevice;
  /** With the report of the heartbeat. */
  readonly state: ConfigurationState;
  readonly at: Date;
  /** Whether the device has an upgrade that has not ended. */
  readonly hasUpgrade: boolean;
  /** Whether an upgrade is offered to the device or reported by it, which goes first. */
  readonly isBusy: boolean;
}

/** What heartbeats have to do with the configuration of devices. */
export interface HeartbeatConfiguration {
  /**
   * The fields of the stored state that a report changes; null when none. A null report: the device sends none. Does no
   * I/O.
   */
  judge(
    stored: ConfigurationState | undefined,
    report: ConfigurationReport | null,
    at: Date,
  ): Partial<ConfigurationState> | null;
  /** Advances the tests of changes by stored heartbeats. @returns the devices that should fetch their documents */
  advance(beats: readonly ManagedBeat[]): Promise<ReadonlySet<number>>;
}

/** The dependencies of heartbeats. */
export interface HeartbeatDeps extends UpgradeDeps {
  /** The rollouts that run, as of the last second: only these offer their upgrades. */
  readonly runningRollouts: () => Promise<ReadonlySet<number>>;
  readonly configuration: HeartbeatConfiguration;
  /** When the service did not hear devices, as of the last second. */
  readonly deafness: () => Promise<KnownDeafness>;
}

/** The dependencies of operations that enqueue jobs. */
export interface SchedulingDeps extends UpgradeDeps {
  readonly jobs: JobQueue;
}
