import type { ConfigurationKey } from '../../inventory/domain/device-configuration.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import type { ConfigurationModels } from '../models/models.js';

/** A device that has refused the document that it fetched last. */
export interface Refusal extends DeviceRef {
  readonly key: ConfigurationKey;
  readonly at: Date;
}

export interface RefusalStore {
  /** At most so many refusals of the installation after a time, the oldest first. */
  since(at: Date, most: number): Promise<Refusal[]>;
}

export function createRefusalStore({ deviceStates }: ConfigurationModels): RefusalStore {
  return {
    async since(at, most) {
      const found = await deviceStates
        .find(
          { 'configuration.refused.at': { $gt: at } },
          { organisationId: 1, 'configuration.refused': 1, 'configuration.rendered': 1 },
        )
        .sort({ 'configuration.refused.at': 1 })
        .hint('refused')
        .limit(most)
        .batchSize(most + 1)
        .lean<Pick<DeviceStateRecord, '_id' | 'organisationId' | 'configuration'>[]>();
      return found.flatMap(({ _id: deviceId, organisationId, configuration = {} }): Refusal[] => {
        const { refused, rendered } = configuration;
        if (!refused || !rendered) return [];
        const key = refused.revision === rendered.revision ? rendered.key : ([0, 0, 0, 0] as const);
        return [{ organisationId, deviceId, key, at: refused.at }];
      });
    },
  };
}
