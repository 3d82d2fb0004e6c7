import type { ClientSession } from 'mongoose';
import { newEntry } from '../../../audit/domain/audit-entry.js';
import { authorOf, inScope, writeScope, type Caller } from '../../../access/domain/access.js';
import { shownDevice } from '../../../inventory/operations/update-device.js';
import type { TagReference } from '../../../inventory/models/device.js';
import type { DeviceListing } from '../../../inventory/stores/device-store.js';
import { ConflictError } from '../../../platform/mongo/transaction.js';
import type { BulkDeps } from '../../deps.js';
import type { IdentifiedRow } from '../../domain/import-row.js';
import type { RowChange } from '../../domain/judge-row.js';
import type { BulkOperationRecord } from '../../models/bulk-operation.js';
import { entryOf } from '../change-devices.js';
import { factsOf, type ListFacts } from './row-facts.js';

/** A row with its position in the request. */
export interface PlacedRow {
  readonly at: number;
  readonly row: IdentifiedRow;
}

/**
 * Makes the change of a row in one transaction, which also counts it.
 * @returns false, with nothing changed, when the device is no longer as it was judged, or is installing firmware
 * @throws AppError when a record that it needs is gone; BatchStopped when the operation is no longer running
 */
export async function changeRow(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  caller: Caller,
  placed: PlacedRow,
  change: RowChange,
  facts: ListFacts,
): Promise<boolean> {
  const { stores, now } = deps;
  const { row, at: position } = placed;
  const { organisationId } = caller;
  const at = now();
  const { device, tags, identity } = factsOf(row, facts, caller, NOTHING_NEW);
  const entry = entryOf(operation, caller, 'import_devices', at);
  const record = (session: ClientSession): Promise<void> =>
    stores.bulkOperations.recordChanged(operation, [position], session, [
      { at: position, action: change.action },
    ]);
  if (!device) {
    const built = facts.built.get(row.macId ?? '');
    if (!built) return false;
    const joining = { organisationId, network: change.network, tags, at, entry };
    const activation = {
      ...joining,
      ...(row.name === '' ? {} : { name: row.name }),
      ...(row.notes === '' ? {} : { notes: row.notes }),
      ...(row.asIdentity === 'certificate' && identity === null ? { identity: row.asIdentity } : {}),
      accompany: (_ids: readonly number[], session: ClientSession) => record(session),
    };
    return (await stores.provisioning.activate(activation, [built])) !== null;
  }
  const edit = async (session: ClientSession): Promise<boolean> => {
    const read = await stores.deviceEdits.read(organisationId, device._id, session);
    if (!read || !inScope(writeScope(caller), read.locationNetworkId)) return false;
    await editDevice(deps, operation, caller, { placed, read, tags, at }, session);
    await record(session);
    return true;
  };
  const { network } = change;
  if (!network || network._id === device.locationNetworkId) return stores.transact(organisationId, edit);
  const assigned = await stores.networkAssignment.assign(writeScope(caller), [device._id], {
    network,
    at,
    entry,
    accompany: async (_ids, session) => {
      if (!(await edit(session))) throw new ConflictError();
    },
  });
  return assigned.length > 0;
}

const NOTHING_NEW = { createNetworks: false, createTags: false } as const;

interface Edit {
  readonly placed: PlacedRow;
  readonly read: DeviceListing;
  /** Which the device gets. */
  readonly tags: readonly TagReference[];
  readonly at: Date;
}

/** Writes the name, the notes and the tags of a row, unless the device has them. @throws ConflictError */
async function editDevice(
  { stores }: BulkDeps,
  { _id: operationId }: BulkOperationRecord,
  caller: Caller,
  { placed: { row, at: position }, read, tags: wanted, at }: Edit,
  session: ClientSession,
): Promise<void> {
  const isNamed = row.name === '' || row.name === read.name.normalize('NFC');
  const name = isNamed ? read.name : row.name;
  const notes = row.notes === '' ? read.notes : row.notes;
  const missing = wanted.filter(({ id }) => !read.tagIds.includes(id));
  if (name === read.name && notes === read.notes && missing.length === 0) return;
  const tags = [...read.tags, ...missing];
  const { organisationId } = caller;
  const subject = `device:${read._id}`;
  const entry = newEntry(
    {
      organisationId,
      at,
      action: 'device.updated',
      subject,
      before: shownDevice(read),
      after: { ...shownDevice({ name, tags, notes }), bulk_operation_id: operationId },
    },
    authorOf(caller),
  );
  const own = { ...entry, id: `bulk_operation_${operationId}_row_${position}` };
  const edited = await stores.deviceEdits.write(read, { name, tags, notes, at }, own, session);
  if (!edited) throw new ConflictError();
  if (name !== read.name) await stores.upgrades.rename([edited], at, session);
}
