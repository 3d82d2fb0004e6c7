import type { ClientSession } from 'mongoose';
import type { NetworkConfigurationRecord } from '../records/models/network-configuration.js';
import type { ConfigurationModels } from '../models/models.js';

/** A network with holds, or ends of holds, that are not announced. */
export type AnnouncingNetwork = Pick<
  NetworkConfigurationRecord,
  '_id' | 'organisationId' | 'announcements'
> & {
  /** Absent when the network is gone. */
  readonly networkName?: string;
};

export function createAnnouncementStore(models: ConfigurationModels) {
  const { networkConfigurations, networks } = models;
  return {
    /** At most so many networks of the installation. */
    async waiting(most: number): Promise<AnnouncingNetwork[]> {
      const found = await networkConfigurations
        .find({ isAnnouncing: true }, { organisationId: 1, announcements: 1 })
        .sort({ changedAt: 1 })
        .hint('announcing')
        .limit(most)
        .batchSize(most + 1)
        .lean<AnnouncingNetwork[]>();
      if (found.length === 0) return [];
      const named = await networks
        .find(
          {
            organisationId: { $in: [...new Set(found.map(({ organisationId }) => organisationId))] },
            _id: { $in: found.map(({ _id }) => _id) },
          },
          { networkName: 1 },
        )
        .batchSize(most + 1)
        .lean();
      const names = new Map(named.map(({ _id, networkName }) => [_id, networkName]));
      return found.map((network): AnnouncingNetwork => {
        const networkName = names.get(network._id);
        return networkName === undefined ? network : { ...network, networkName };
      });
    },
    /** Removes the announcements that were read; false when another worker has, in the transaction that makes them. */
    async remove(
      { _id, organisationId, announcements = [] }: AnnouncingNetwork,
      session: ClientSession,
    ): Promise<boolean> {
      // One that has come since they were read leaves the flag to the next pass.
      const asRead = { _id, organisationId, announcements: { $size: announcements.length } };
      const removed = await networkConfigurations.collection.updateOne(
        { ...asRead, 'announcements.0.id': announcements[0]?.id } as never,
        { $set: { announcements: [], isAnnouncing: false } },
        { session },
      );
      return removed.modifiedCount === 1;
    },
  };
}
