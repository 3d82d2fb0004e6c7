import type { ClientSession } from 'mongoose';
import type { ConfigurationState } from '../records/domain/device-configuration.js';
import {
  OWN_CHANGE,
  type EditedNetwork,
  type NetworkSequences,
} from '../records/stores/configuration-sequences.js';
import {
  asConfigurationRead,
  configurationFields,
  HAS_PROBLEM,
} from '../records/stores/configuration-state.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import { holdNetwork } from '../../inventory/stores/network-store.js';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { ConflictError } from '../../platform/mongo/transaction.js';
import type { RetryChange } from '../domain/retries.js';
import type { ConfigurationModels } from '../models/models.js';
import type { NetworkRef } from '../records/stores/network-ref.js';

/** A retry of a device in a network; null: in none. */
export interface DeviceRetry extends DeviceRef {
  readonly networkId: number | null;
  /** The state that the change was judged by. */
  readonly read: ConfigurationState;
  readonly change: RetryChange;
}

const MAX_BATCHES = 5;

export function createRetryStore(models: ConfigurationModels, sequences: NetworkSequences) {
  const { devices, deviceStates, networkConfigurations } = models;
  return {
    /** Writes a retry; false when its state has changed since it was read. @throws ConflictError when it has moved */
    async retryDevice(
      { organisationId, deviceId: _id, networkId: locationNetworkId, read, change }: DeviceRetry,
      session: ClientSession,
    ): Promise<boolean> {
      const asRead = { _id, organisationId, ...asConfigurationRead(read) };
      const written = await deviceStates.updateOne(
        asRead,
        { $set: configurationFields(change) },
        { session },
      );
      // A device that only leaves something out has no field that changes.
      if (written.matchedCount === 0) return false;
      const raised = await devices.updateOne(
        { _id, organisationId, locationNetworkId },
        { $inc: OWN_CHANGE },
        { session },
      );
      if (raised.modifiedCount === 0) throw new ConflictError('The device has moved');
      return true;
    },

    /**
     * Whether the network is held, or a device of it has a problem. Examines at most 5,000 devices with problems of the
     * organisation; with more, a network counts as having one.
     */
    async canRetryNetwork({ organisationId, networkId }: NetworkRef): Promise<boolean> {
      if (await networkConfigurations.exists({ _id: networkId, organisationId, isHeld: true })) return true;
      let last = 0;
      for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
        const found = await deviceStates
          .find({ organisationId, ...HAS_PROBLEM, _id: { $gt: last } }, { _id: 1 })
          .sort({ _id: 1 })
          .hint('organisation_problem')
          .limit(BATCH)
          .batchSize(ONE_ANSWER)
          .lean();
        const ids = found.map(({ _id }) => _id);
        if (ids.length === 0) return false;
        const there = { organisationId, _id: { $in: ids }, locationNetworkId: networkId };
        if (await devices.exists(there)) return true;
        last = ids.at(-1) ?? last;
        if (ids.length < BATCH) return false;
      }
      return true;
    },

    /** Raises the sequence of a network. @throws AppError networkNotFound when it was deleted */
    async retryNetwork(network: Omit<EditedNetwork, 'before'>, session: ClientSession): Promise<void> {
      const added = await sequences.retry(network, session);
      if (added > 0) await holdNetwork(models, session, network);
    },
  };
}
