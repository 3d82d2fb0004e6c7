import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { NetworkConfigurationRecord } from '../records/models/network-configuration.js';
import type { StoredCanary } from '../domain/network-canary.js';
import type { ConfigurationModels } from '../models/models.js';
import type { NetworkRef } from '../records/stores/network-ref.js';

/** What every API knows of a network. */
export type NetworkSequence = StoredCanary & { readonly _id: number };

const KNOWN = { seq: 1, settings: 1, 'base.seq': 1, parts: 1, held: 1 } as const;

/** The sequences and canaries of all networks, which every API knows. */
export function createNetworkSequenceStore({ networkConfigurations }: ConfigurationModels) {
  return {
    /** Null for a network whose settings have never changed. */
    async find({ organisationId, networkId: _id }: NetworkRef): Promise<NetworkConfigurationRecord | null> {
      return networkConfigurations.findOne({ _id, organisationId }).lean();
    },
    /** At most 1,000 networks of the installation after an id, by id. */
    async after(afterId: number): Promise<NetworkSequence[]> {
      return networkConfigurations
        .find({ _id: { $gt: afterId } }, KNOWN)
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<NetworkSequence[]>();
    },
    /** The networks of the installation that have changed since, at most 1,000, the latest first. */
    async changedSince(at: Date): Promise<NetworkSequence[]> {
      return networkConfigurations
        .find({ changedAt: { $gte: at } }, KNOWN)
        .sort({ changedAt: -1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<NetworkSequence[]>();
    },
  };
}
