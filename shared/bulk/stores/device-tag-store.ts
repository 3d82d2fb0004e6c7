import type { ClientSession } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { addToBulkEntry } from '../../audit/stores/write-entries.js';
import { deriveDevice } from '../../inventory/domain/device-search.js';
import { hasRoomForTags } from '../../inventory/domain/device-tags.js';
import type { TagReference } from '../../inventory/models/device.js';
import { OWN_CHANGE } from '../../configuration/records/stores/configuration-sequences.js';
import { deviceScope, LISTED, type DeviceListing } from '../../inventory/stores/device-store.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { splitOnConflict } from '../../platform/mongo/split-on-conflict.js';
import { ConflictError, type Accompany, type Transact } from '../../platform/mongo/transaction.js';
import type { BulkModels } from '../models/models.js';

/** Tags that devices get and lose. */
export interface TagChange {
  readonly add: readonly TagReference[];
  readonly remove: readonly number[];
  readonly at: Date;
  /** The entry of the audit log that the transaction adds to. */
  readonly entry: AuditEntry;
  /** Takes the ids of the devices in each transaction. */
  readonly accompany: Accompany<readonly number[]>;
}

export function createDeviceTagStore(models: BulkModels, transact: Transact) {
  async function changePart(
    session: ClientSession,
    scope: Scope,
    ids: readonly number[],
    change: TagChange,
  ): Promise<number[]> {
    const read = await models.devices
      .find({ ...deviceScope(scope), _id: { $in: [...ids] } }, LISTED, { session, batchSize: ONE_ANSWER })
      .lean<DeviceListing[]>();
    const added = change.add.map(({ id }) => id);
    const found = read.filter((device) => hasRoomForTags(device, added));
    const writes = found.flatMap((device) => updateOf(device, change) ?? []);
    if (writes.length > 0) {
      const written = await models.devices.bulkWrite(writes, { session, ordered: false });
      if (written.modifiedCount !== writes.length) throw new ConflictError();
      await models.organisations.updateOne(
        { _id: scope.organisationId },
        { $inc: { inventoryRevision: 1 } },
        { session },
      );
    }
    const share = { count: found.length, names: found.map(({ macId }) => macId) };
    await addToBulkEntry(models, change.entry, share, session);
    const changed = found.map(({ _id }) => _id);
    if (changed.length > 0) await change.accompany(changed, session);
    return changed;
  }

  return {
    /**
     * Changes the tags of up to 1,000 devices in scope. One transaction; if it keeps conflicting, one for each half.
     * @returns the ids of the devices that have the wanted tags afterwards
     */
    change: (scope: Scope, deviceIds: readonly number[], change: TagChange): Promise<number[]> =>
      splitOnConflict(deviceIds, (part, maxAttempts) =>
        transact(scope.organisationId, (session) => changePart(session, scope, part, change), maxAttempts),
      ),
  };
}

/** Null for a device that has the wanted tags. */
function updateOf(device: DeviceListing, { add, remove, at }: TagChange) {
  const missing = add.filter(({ id }) => !device.tagIds.includes(id));
  if (missing.length === 0 && !remove.some((id) => device.tagIds.includes(id))) return null;
  const tags = [...device.tags.filter(({ id }) => !remove.includes(id)), ...missing];
  const { _id, organisationId, revision } = device;
  const derived = deriveDevice({ ...device, id: _id, tagNames: tags.map(({ name }) => name) });
  return {
    updateOne: {
      filter: { _id, organisationId, revision },
      update: {
        $set: {
          tags,
          tagIds: tags.map(({ id }) => id),
          ...(missing.length > 0 ? { tagsSince: at } : {}),
          ...derived,
        },
        $inc: { revision: 1, ...OWN_CHANGE },
      },
    },
  };
}
