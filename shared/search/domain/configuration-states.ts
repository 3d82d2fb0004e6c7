import type {
  ConfigurationFilter,
  ConfigurationProblem,
} from '../../inventory/domain/device-configuration.js';
import type { CanaryDefault } from '../../inventory/domain/network-configuration.js';

/** Finds devices by their configuration. */
export interface ConfigurationStates {
  /**
   * Which of at most 1,000 devices of an organisation meet the filter now.
   * @param defaults for networks that do not say whether their changes have canaries
   */
  among(
    organisationId: number,
    filter: ConfigurationFilter,
    ids: readonly number[],
    defaults: CanaryDefault,
  ): Promise<ReadonlySet<number>>;
  /** The devices of an organisation that may meet the filter, by id, at most 2,001. */
  candidateIds(
    organisationId: number,
    filter: ConfigurationProblem | 'left_out',
    most: number,
  ): Promise<number[]>;
}
