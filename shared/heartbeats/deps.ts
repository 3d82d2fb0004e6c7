import type { CanaryDeps } from '../configuration/operations/advance-canaries.js';
import type { ConfigurationStores } from '../configuration/deps.js';
import type { KnownDeafness } from '../deaf-periods/operations/read-deafness.js';
import type { DeviceMemory } from './domain/device-memory.js';
import type { RolloutStores } from '../rollouts/deps.js';

/** What heartbeats use of the families that they advance. */
export interface HeartbeatDeps extends CanaryDeps {
  readonly stores: ConfigurationStores & RolloutStores;
  /** The rollouts that run, as of the last second: only these offer their upgrades. */
  readonly runningRollouts: () => Promise<ReadonlySet<number>>;
  /** When the service did not hear devices, as of the last second. */
  readonly deafness: () => Promise<KnownDeafness>;
  readonly deviceMemory: DeviceMemory;
}
