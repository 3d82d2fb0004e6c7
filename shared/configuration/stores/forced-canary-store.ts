import type { ClientSession } from 'mongoose';
import { holdNetwork } from '../../inventory/stores/network-store.js';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import { ConflictError } from '../../platform/mongo/transaction.js';
import { forceCanaries } from '../records/domain/change-network-configuration.js';
import type { CanaryDefault } from '../records/domain/network-configuration.js';
import type { NetworkRef } from '../records/stores/network-ref.js';
import type { ConfigurationModels } from '../models/models.js';

/** Canaries of networks with devices that do not restore anything by themselves. */
export function createForcedCanaryStore(models: ConfigurationModels, env: CanaryDefault) {
  const { networkConfigurations } = models;
  return {
    /** Turns the canaries of a network on, if they are not. @throws ConflictError; AppError networkNotFound when it was deleted */
    async force(network: NetworkRef, at: Date, session: ClientSession): Promise<void> {
      const { organisationId, networkId: _id } = network;
      const stored = await networkConfigurations.findOne({ _id, organisationId }, null, { session }).lean();
      const fields = forceCanaries(stored ?? undefined, at, env);
      if (!fields) return;
      if (!stored) await holdNetwork(models, session, network);
      try {
        const written = await networkConfigurations.updateOne(
          { _id, organisationId, changedAt: stored?.changedAt ?? null },
          { $set: fields },
          { session, upsert: stored === null },
        );
        if (written.matchedCount + written.upsertedCount === 0) throw new ConflictError();
      } catch (error) {
        if (isDuplicateKey(error)) throw new ConflictError();
        throw error;
      }
    },
  };
}
