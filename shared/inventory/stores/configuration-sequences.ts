import type { ClientSession } from 'mongoose';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import { ConflictError } from '../../platform/mongo/transaction.js';
import type { InventoryModels } from '../models/models.js';
import { changePipeline, type EditBefore, type RecordChange } from './edit-pipeline.js';

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
 * Part of the update of a device whose name, network, tags, uplinks or switch ports change: its configuration is
 * rendered again.
 */
export const OWN_CHANGE = { configurationSeq: 1 } as const;

/**
 * Raises the sequence of at most 1,000 networks in the transaction that changes their SSIDs or time zones, so that
 * their devices fetch their configuration again: one of each part before the others, which keep the last settings that
 * passed such a test.
 * @returns how many of them had no record of a sequence
 * @throws ConflictError when another transaction adds the record of one of them
 */
export function raiseNetworkSequences(
  models: Pick<InventoryModels, 'networkConfigurations'>,
  networks: readonly EditedNetwork[],
  session: ClientSession,
): Promise<number> {
  const changes = networks.map(({ before: edit, ...network }) => {
    return { ...network, edit, liftedBy: 'edit' as const };
  });
  return changeNetworks(models, changes, session);
}

/**
 * Raises the sequence of a network in the transaction of a retry: what its devices have refused before does not count any
 * more.
 * @returns how many records are new, 0 or 1
 * @throws ConflictError when another transaction adds the record
 */
export function retryNetworkSequence(
  models: Pick<InventoryModels, 'networkConfigurations'>,
  network: Omit<EditedNetwork, 'before'>,
  session: ClientSession,
): Promise<number> {
  return changeNetworks(models, [{ ...network, edit: {}, liftedBy: 'retry' }], session);
}

/** A change of the record of a network by a caller. */
export type NetworkChange = RecordChange & {
  readonly organisationId: number;
  readonly networkId: number;
};

/**
 * Changes the records of at most 1,000 networks; adds those that are missing.
 * @returns how many were added
 * @throws ConflictError when another transaction adds one of them
 */
export async function changeNetworks(
  { networkConfigurations }: Pick<InventoryModels, 'networkConfigurations'>,
  changes: readonly NetworkChange[],
  session: ClientSession,
): Promise<number> {
  if (changes.length === 0) return 0;
  try {
    // Bypasses mongoose, which refuses updates that are pipelines.
    const written = await networkConfigurations.collection.bulkWrite(
      changes.map(({ organisationId, networkId, ...change }) => ({
        updateOne: {
          filter: { _id: networkId, organisationId } as never,
          update: changePipeline(change),
          upsert: true,
        },
      })),
      { session, ordered: false },
    );
    return written.upsertedCount;
  } catch (error) {
    if (isDuplicateKey(error)) throw new ConflictError();
    throw error;
  }
}
