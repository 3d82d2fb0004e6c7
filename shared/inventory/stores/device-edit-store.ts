import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import type { Accompany, Transact } from '../../platform/mongo/transaction.js';
import { deriveDevice } from '../domain/device-search.js';
import type { RadioSettings } from '../../configuration/records/domain/radio-settings.js';
import type { TagReference } from '../models/device.js';
import type { InventoryModels } from '../models/models.js';
import { LISTED, type DeviceListing } from './device-store.js';
import { OWN_CHANGE } from '../../configuration/records/stores/configuration-sequences.js';
import { writeCounts } from './inventory-counts.js';

/** What an edit changes of a device; an absent `radio`, and absent `notes`, stay as they are. */
export interface DeviceEdit {
  readonly name: string;
  readonly tags: readonly TagReference[];
  readonly radio?: RadioSettings | null;
  readonly notes?: string | undefined;
  readonly at: Date;
}

/** Names, tags, notes and radio settings of single devices. */
export function createDeviceEditStore(models: InventoryModels, transact: Transact) {
  async function write(
    device: DeviceListing,
    { name, tags, radio, notes, at }: DeviceEdit,
    entry: AuditEntry,
    session: ClientSession,
  ): Promise<DeviceListing | null> {
    const tagIds = tags.map(({ id }) => id);
    const tagsSince = isSame(device.tagIds, tagIds) ? device.tagsSince : at;
    const revision = device.revision + 1;
    const set = { ...(radio === undefined ? {} : { radio }), ...(notes === undefined ? {} : { notes }) };
    const edited = { ...device, name, tagIds, tags: [...tags], tagsSince, revision, ...set };
    const { _id, organisationId } = device;
    const tagNames = tags.map((tag) => tag.name);
    const derived = deriveDevice({ ...edited, id: _id, tagNames });
    const fields = { name, tagIds, tags: edited.tags, tagsSince, revision, ...set, ...derived };
    const written = await models.devices.updateOne(
      { _id, organisationId, revision: device.revision },
      { $set: fields, $inc: OWN_CHANGE },
      { session },
    );
    if (written.modifiedCount === 0) return null;
    // Changes the revision of the inventory, by which totals of searches are kept.
    await writeCounts(models, session, organisationId, { before: [], after: [] });
    await writeEntries(models, [entry], session);
    return edited;
  }

  return {
    /** A device as a transaction sees it. */
    read: (organisationId: number, _id: number, session: ClientSession): Promise<DeviceListing | null> =>
      models.devices.findOne({ _id, organisationId }, LISTED, { session }).lean().exec(),
    /** Writes the edit with its entry in a transaction unless the device has changed since it was read; null then. */
    write,
    /** The same in a transaction of its own. */
    edit: (
      device: DeviceListing,
      edit: DeviceEdit,
      entry: AuditEntry,
      accompany: Accompany<DeviceListing>,
    ): Promise<DeviceListing | null> =>
      transact(device.organisationId, async (session) => {
        const edited = await write(device, edit, entry, session);
        if (edited) await accompany(edited, session);
        return edited;
      }),
  };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
