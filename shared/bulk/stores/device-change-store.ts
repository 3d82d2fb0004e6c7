import type { ClientSession } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { addToBulkEntry } from '../../audit/stores/write-entries.js';
import type { RadioSettings } from '../../configuration/records/domain/radio-settings.js';
import { deriveDevice } from '../../inventory/domain/device-search.js';
import { hasRoomForTags } from '../../inventory/domain/device-tags.js';
import type { TagReference } from '../../inventory/models/device.js';
import { OWN_CHANGE } from '../../configuration/records/stores/configuration-sequences.js';
import { deviceScope, LISTED, type DeviceListing } from '../../inventory/stores/device-store.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { splitOnConflict } from '../../platform/mongo/split-on-conflict.js';
import { ConflictError, type Accompany, type Transact } from '../../platform/mongo/transaction.js';
import type { BulkModels } from '../models/models.js';

/** What accompanies a change of devices. */
interface Accompanied {
  /** The entry of the audit log that the transaction adds to. */
  readonly entry: AuditEntry;
  /** Takes the ids of the devices in each transaction. */
  readonly accompany: Accompany<readonly number[]>;
}

/** Tags that devices get and lose. */
export interface TagChange extends Accompanied {
  readonly add: readonly TagReference[];
  readonly remove: readonly number[];
  readonly at: Date;
}

/** Radio settings that devices get. */
export interface RadioChange extends Accompanied {
  /** The settings of a device afterwards; undefined when it has them, null to refuse it. */
  readonly radioOf: (device: DeviceListing) => { readonly radio: RadioSettings | null } | undefined | null;
}

/** The fields that a device gets; undefined when it is as wanted, null when it is not to be changed. */
type FieldsOf = (device: DeviceListing) => object | undefined | null;

/** Changes of the fields of many devices. */
export function createDeviceChangeStore(models: BulkModels, transact: Transact) {
  async function changePart(
    session: ClientSession,
    scope: Scope,
    ids: readonly number[],
    { fieldsOf, entry, accompany }: Accompanied & { readonly fieldsOf: FieldsOf },
  ): Promise<number[]> {
    const read = await models.devices
      .find({ ...deviceScope(scope), _id: { $in: [...ids] } }, LISTED, { session, batchSize: ONE_ANSWER })
      .lean<DeviceListing[]>();
    const judged = read.map((device) => ({ device, fields: fieldsOf(device) }));
    const found = judged.flatMap(({ device, fields }) => (fields === null ? [] : [device]));
    const writes = judged.flatMap(({ device, fields }) => (fields ? [updateOf(device, fields)] : []));
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
    await addToBulkEntry(models, entry, share, session);
    const changed = found.map(({ _id }) => _id);
    if (changed.length > 0) await accompany(changed, session);
    return changed;
  }

  /** One transaction; if it keeps conflicting, one for each half. */
  const change = (
    scope: Scope,
    deviceIds: readonly number[],
    made: Accompanied & { readonly fieldsOf: FieldsOf },
  ): Promise<number[]> =>
    splitOnConflict(deviceIds, (part, maxAttempts) =>
      transact(scope.organisationId, (session) => changePart(session, scope, part, made), maxAttempts),
    );

  return {
    /**
     * Changes the tags of up to 1,000 devices in scope.
     * @returns the ids of the devices that have the wanted tags afterwards
     */
    tags: (scope: Scope, deviceIds: readonly number[], tags: TagChange): Promise<number[]> =>
      change(scope, deviceIds, { ...tags, fieldsOf: (device) => taggedFields(device, tags) }),
    /**
     * Changes the radio settings of up to 1,000 devices in scope.
     * @returns the ids of the devices that have the wanted settings afterwards
     */
    radios: (scope: Scope, deviceIds: readonly number[], radios: RadioChange): Promise<number[]> =>
      change(scope, deviceIds, { ...radios, fieldsOf: radios.radioOf }),
  };
}

function taggedFields(device: DeviceListing, { add, remove, at }: TagChange): object | undefined | null {
  const added = add.map(({ id }) => id);
  if (!hasRoomForTags(device, added)) return null;
  const missing = add.filter(({ id }) => !device.tagIds.includes(id));
  if (missing.length === 0 && !remove.some((id) => device.tagIds.includes(id))) return undefined;
  const tags = [...device.tags.filter(({ id }) => !remove.includes(id)), ...missing];
  return {
    tags,
    tagIds: tags.map(({ id }) => id),
    ...(missing.length > 0 ? { tagsSince: at } : {}),
    ...deriveDevice({ ...device, id: device._id, tagNames: tags.map(({ name }) => name) }),
  };
}

function updateOf({ _id, organisationId, revision }: DeviceListing, fields: object) {
  return {
    updateOne: {
      filter: { _id, organisationId, revision },
      update: { $set: fields, $inc: { revision: 1, ...OWN_CHANGE } },
    },
  };
}
