import type { ConfigurationStatus } from '../../inventory/domain/device-configuration.js';
import type { CanaryDefault } from '../../inventory/domain/network-configuration.js';

/** Finds devices by the state of their configuration. */
export interface ConfigurationStates {
  /**
   * Which of at most 1,000 devices of an organisation are in the state now.
   * @param defaults for networks that do not say whether their changes have canaries
   */
  among(
    organisationId: number,
    state: ConfigurationStatus,
    ids: readonly number[],
    defaults: CanaryDefault,
  ): Promise<ReadonlySet<number>>;
  /** The devices of an organisation that may be failed, rolled_back or drifted, by id, at most 2,001. */
  problemIds(organisationId: number, most: number): Promise<number[]>;
}
