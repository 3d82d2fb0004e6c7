import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, readScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { requireRevision } from '../../platform/values/revision.js';
import { presentRadio, type RadioPatch } from '../../configuration/records/domain/radio-settings.js';
import type { InventoryDeps } from '../deps.js';
import type { TagReference } from '../models/device.js';
import type { DeviceListing } from '../stores/device-store.js';
import { changedDeviceRadio } from './changed-radio.js';
import { requireWritable } from './device-change.js';

/** What to change; an absent field stays as it is. */
export interface DevicePatch {
  readonly name?: string | undefined;
  readonly tagIds?: readonly number[] | undefined;
  readonly notes?: string | undefined;
  readonly radio?: RadioPatch | undefined;
}

/** An edit fails when a heartbeat or another caller writes the device in between. */
const MAX_TRIES = 5;

/** @throws AppError deviceNotFound */
export async function findDeviceById(
  { stores }: Pick<InventoryDeps, 'stores'>,
  caller: Caller,
  id: number,
): Promise<DeviceListing> {
  const [device] = await stores.devices.findByIds(readScope(caller), [id]);
  if (!device) throw new AppError('deviceNotFound', { details: { id } });
  return device;
}

/** A device that the caller may change. @throws AppError deviceNotFound, forbidden */
export async function findDeviceToChange(
  deps: Pick<InventoryDeps, 'stores'>,
  caller: Caller,
  id: number,
): Promise<DeviceListing> {
  const device = await findDeviceById(deps, caller, id);
  requireWritable(caller, [device]);
  return device;
}

/**
 * Renames a device, replaces its tags and its notes and sets its radios (docs/console-api.md#update_device).
 * @param revisions that the caller expects; null when every revision is accepted
 * @throws AppError deviceNotFound, forbidden, revisionChanged; settingsInvalid for unknown tags and for radio settings of a
 *   switch, and for those that contradict each other; overloaded when the device keeps changing
 */
export async function updateDevice(
  deps: InventoryDeps,
  caller: Caller,
  id: number,
  { patch, revisions }: { patch: DevicePatch; revisions: readonly number[] | null },
  accompany: Accompany<DeviceListing>,
): Promise<DeviceListing> {
  const { stores, now } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const device = await findDeviceToChange(deps, caller, id);
    requireRevision(device, revisions);
    const tags = patch.tagIds ? await findTags(deps, caller, patch.tagIds) : device.tags;
    const name = patch.name ?? device.name;
    const radio = changedDeviceRadio(caller, device, patch.radio);
    const notes = patch.notes === (device.notes ?? '') ? undefined : patch.notes;
    const before = shownDevice(device);
    const after = shownDevice({ name, tags, notes: notes ?? device.notes });
    if (radio === undefined && JSON.stringify(before) === JSON.stringify(after)) return device;
    const at = now();
    const { organisationId } = caller;
    const change = { organisationId, at, action: 'device.updated', subject: `device:${id}` };
    const shownRadio = (radios: typeof radio) => (radio === undefined ? {} : { radio: presentRadio(radios) });
    const entry = newEntry(
      {
        ...change,
        before: { ...before, ...shownRadio(device.radio) },
        after: { ...after, ...shownRadio(radio) },
      },
      authorOf(caller),
    );
    const edit = { name, tags, notes, ...(radio === undefined ? {} : { radio }), at };
    const edited = await stores.deviceEdits.edit(device, edit, entry, accompany);
    if (edited) return edited;
  }
  throw new AppError('overloaded');
}

/** A device as entries about its edits show it. */
export function shownDevice({
  name,
  tags,
  notes = '',
}: {
  readonly name: string;
  readonly tags: readonly { readonly id: number }[];
  readonly notes?: string | undefined;
}) {
  return { name, tag_ids: tags.map(({ id }) => id).sort((a, b) => a - b), notes };
}

/** Tags of the caller's organisation, by id. @throws AppError settingsInvalid for unknown ones */
export async function findTags(
  { stores }: Pick<InventoryDeps, 'stores'>,
  { organisationId }: Caller,
  ids: readonly number[],
): Promise<TagReference[]> {
  const found = await stores.tags.byIds(organisationId, ids);
  const errors = ids.flatMap((id, index) =>
    found.has(id) ? [] : [{ path: `tag_ids[${index}]`, msg: 'is no tag of the organisation' }],
  );
  if (errors.length > 0) throw new AppError('settingsInvalid', { details: { errors } });
  const tags = [...found.values()].map(({ _id: id, name }) => ({ id, name }));
  return tags.sort((one, other) => one.id - other.id);
}
