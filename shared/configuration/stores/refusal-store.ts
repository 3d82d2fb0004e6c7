import type { ConfigurationKey } from '../records/domain/device-configuration.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import { HAS_PROBLEM } from '../records/stores/configuration-state.js';
import type { ConfigurationModels } from '../models/models.js';

/** A device that has refused the document that it fetched last. */
export interface Refusal extends DeviceRef {
  readonly key: ConfigurationKey;
  readonly at: Date;
}

/** The key of no network: the refused document is not the one that was fetched last. */
const NO_KEY: ConfigurationKey = [0, 0, 0, 0];

export function createRefusalStore({ deviceStates }: ConfigurationModels) {
  return {
    /** At most so many devices of an organisation that have refused a document since a time. */
    async ofOrganisation(organisationId: number, since: Date, most: number): Promise<number[]> {
      const found = await deviceStates
        .find({ organisationId, ...HAS_PROBLEM, 'configuration.refused.at': { $gte: since } }, { _id: 1 })
        .hint('organisation_problem')
        .limit(most)
        .batchSize(most + 1)
        .lean();
      return found.map(({ _id }) => _id);
    },
    /** At most so many refusals of the installation after a time, the oldest first; fewer when there are no more. */
    async since(at: Date, most: number): Promise<Refusal[]> {
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
      // None is left out: the caller goes on after the last one, and knows by their number whether there are more.
      return found.map(({ _id: deviceId, organisationId, configuration = {} }): Refusal => {
        const { refused, rendered } = configuration;
        const isOwn = rendered !== undefined && refused?.revision === rendered.revision;
        return { organisationId, deviceId, key: isOwn ? rendered.key : NO_KEY, at: refused?.at ?? at };
      });
    },
  };
}
