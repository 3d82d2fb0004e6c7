import type { ClientSession } from 'mongoose';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import { BATCH, isDuplicateKey, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { canaryKey, type CanaryChange } from '../domain/judge-canary.js';
import type { BulkCanaryRecord } from '../models/bulk-canary.js';
import type { BulkModels } from '../models/models.js';
import { BatchStopped, type BulkRef } from './bulk-operation-store.js';

/** What a judgement changes of a canary. */
export interface JudgedChange {
  readonly canary: BulkCanaryRecord;
  readonly change: CanaryChange;
}

export function createBulkCanaryStore({ bulkCanaries, devices: deviceModel }: BulkModels) {
  const canaryId = ({ _id }: BulkRef, key: string): string => `${_id}:${key}`;

  return {
    /**
     * Adds the canaries of an operation, in the transaction that changes them.
     * @throws BatchStopped when another worker has changed another canary
     */
    async add(
      operation: BulkRef,
      devices: readonly DeviceListing[],
      at: Date,
      session: ClientSession,
    ): Promise<void> {
      const { organisationId, _id: operationId } = operation;
      const changed = await deviceModel
        .find(
          { organisationId, _id: { $in: devices.map(({ _id }) => _id) } },
          { configurationSeq: 1 },
          { session, batchSize: ONE_ANSWER },
        )
        .lean();
      const sequences = new Map(changed.map(({ _id, configurationSeq = 0 }) => [_id, configurationSeq]));
      const records = devices.map((device): BulkCanaryRecord => ({
        _id: canaryId(operation, canaryKey(device)),
        organisationId,
        operationId,
        networkId: device.locationNetworkId ?? 0,
        partNumber: device.partNumber,
        deviceId: device._id,
        macId: device.macId,
        seq: sequences.get(device._id) ?? 0,
        state: 'waiting',
        code: null,
        since: at,
        waitingUntil: null,
        appliedAt: null,
        createdAt: at,
      }));
      try {
        await bulkCanaries.insertMany(records, { session, lean: true });
      } catch (error) {
        if (isDuplicateKey(error)) throw new BatchStopped();
        throw error;
      }
    },
    /** Those of at most 1,000 keys that have a canary. */
    async taken(operation: BulkRef, keys: readonly string[]): Promise<Set<string>> {
      const { organisationId } = operation;
      const ids = new Map(keys.map((key) => [canaryId(operation, key), key]));
      const found = await bulkCanaries
        .find({ organisationId, _id: { $in: [...ids.keys()] } }, { _id: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Set(found.map(({ _id }) => ids.get(_id) ?? ''));
    },
    /** The next canaries that have not ended, by id, at most 1,000. */
    async waiting({ organisationId, _id }: BulkRef, after: string): Promise<BulkCanaryRecord[]> {
      return bulkCanaries
        .find({ organisationId, operationId: _id, state: 'waiting', _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean();
    },
    /** The canaries in some networks that have refused the change or were lost. */
    async failed(
      { organisationId, _id }: BulkRef,
      networkIds: readonly number[],
    ): Promise<BulkCanaryRecord[]> {
      return bulkCanaries
        .find({
          organisationId,
          operationId: _id,
          state: { $in: ['refused', 'lost'] },
          networkId: { $in: [...networkIds] },
        })
        .batchSize(ONE_ANSWER)
        .lean();
    },
    /**
     * Writes what has become of canaries that have not ended, of one or more.
     * @throws BatchStopped when another worker has judged one of them
     */
    async write(changes: readonly JudgedChange[], session: ClientSession): Promise<void> {
      const { matchedCount } = await bulkCanaries.bulkWrite(
        changes.map(({ canary: { _id, organisationId }, change }) => ({
          updateOne: { filter: { _id, organisationId, state: 'waiting' }, update: { $set: change } },
        })),
        { session, ordered: false },
      );
      if (matchedCount !== changes.length) throw new BatchStopped();
    },
  };
}
