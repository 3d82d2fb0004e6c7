import type { ClientSession } from 'mongoose';
import { isDuplicateKey, ONE_ANSWER } from '../../../platform/mongo/batches.js';
import { ConflictError } from '../../../platform/mongo/transaction.js';
import {
  changeNetworkConfiguration,
  type EditBefore,
  type RecordChange,
} from '../domain/change-network-configuration.js';
import type { CanaryDefault } from '../domain/network-configuration.js';
import type { ConfigurationRecordModels } from '../models/models.js';
import { amongNetworks, type NetworkRef } from './network-ref.js';

/** A network whose settings a transaction changes. */
export interface EditedNetwork {
  readonly organisationId: number;
  readonly networkId: number;
  readonly at: Date;
  /** What the transaction changes, as it was before. */
  readonly before: EditBefore;
  /** When the import began that writes, if it is one. */
  readonly importedAt?: Date;
}

/**
 * Part of the update of a device whose name, network, tags, radio settings, uplinks or switch ports change: its
 * configuration is rendered again.
 */
export const OWN_CHANGE = { configurationSeq: 1 } as const;

/** A change of the record of a network by a caller. */
export type NetworkChange = RecordChange & NetworkRef;

export type NetworkSequences = ReturnType<typeof createNetworkSequences>;

/**
 * Changes the records of networks, each in the transaction that changes what they are about; adds those that are missing.
 * @param env the default of `canary` for networks that do not set it
 */
export function createNetworkSequences(
  { networkConfigurations }: ConfigurationRecordModels,
  env: CanaryDefault,
) {
  /**
   * Changes the records of at most 1,000 different networks.
   * @returns how many records are new
   * @throws ConflictError when another transaction has changed or added one of them
   */
  async function change(changes: readonly NetworkChange[], session: ClientSession): Promise<number> {
    if (changes.length === 0) return 0;
    const stored = await networkConfigurations
      .find(amongNetworks(changes), null, { session, batchSize: ONE_ANSWER })
      .lean();
    const records = new Map(stored.map((record) => [record._id, record]));
    try {
      const written = await networkConfigurations.bulkWrite(
        changes.map(({ organisationId, networkId: _id, ...change }) => {
          const record = records.get(_id);
          return {
            updateOne: {
              filter: { _id, organisationId, changedAt: record?.changedAt ?? null },
              update: { $set: changeNetworkConfiguration(record, change, env) },
              upsert: record === undefined,
            },
          };
        }),
        { session, ordered: false },
      );
      if (written.matchedCount + written.upsertedCount < changes.length) throw new ConflictError();
      return written.upsertedCount;
    } catch (error) {
      if (isDuplicateKey(error)) throw new ConflictError();
      throw error;
    }
  }

  return {
    /**
     * Raises the sequence of at most 1,000 networks in the transaction that changes their SSIDs, radio settings or time zones, so that
     * their devices fetch their configuration again: one of each part before the others, which keep the last settings that
     * passed such a test.
     * @returns how many records are new
     * @throws ConflictError when another transaction adds the record of one of them
     */
    raise(networks: readonly EditedNetwork[], session: ClientSession): Promise<number> {
      const changes = networks.map(({ before: edit, ...network }) => {
        return { ...network, edit, liftedBy: 'edit' as const };
      });
      return change(changes, session);
    },
    /**
     * Raises the sequence of a network in the transaction of a retry: what its devices have refused before does not count
     * any more.
     * @returns how many records are new, 0 or 1
     * @throws ConflictError when another transaction adds the record
     */
    retry: (network: Omit<EditedNetwork, 'before'>, session: ClientSession): Promise<number> =>
      change([{ ...network, edit: {}, liftedBy: 'retry' }], session),
    change,
  };
}
