import type { ClientSession } from 'mongoose';
import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, mayChange, requireAdministrator, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany, AccompanyDeletion } from '../../platform/mongo/transaction.js';
import type { SortedPage, SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { InventoryDeps } from '../deps.js';
import type { TagRecord } from '../models/tag.js';
import { refreshFewDevices } from './refresh-devices.js';

/** One page of the organisation's tags. */
export function listTags(
  { stores }: InventoryDeps,
  { organisationId }: Caller,
  page: SortedPageRequest,
): Promise<SortedPage<TagRecord>> {
  return stores.tags.list(organisationId, page);
}

/** Creates a tag, which no device has. @throws AppError forbidden, settingsInvalid for the name of another tag */
export async function createTag(
  { stores, now }: InventoryDeps,
  caller: Caller,
  name: string,
  accompany: Accompany<TagRecord>,
): Promise<TagRecord> {
  if (!mayChange(caller)) throw new AppError('forbidden');
  const { organisationId } = caller;
  const tag = { _id: await stores.ids.reserve('tags'), organisationId, name };
  const entry = tagEntry(caller, 'created', now(), null, tag);
  await stores.transact(organisationId, async (session) => {
    await requireFreeName(stores, tag, session);
    await stores.tags.create(tag, session);
    await stores.audit.write([entry], session);
    await accompany(tag, session);
  });
  return tag;
}

/**
 * Renames a tag. Its devices get the name with the change where they are few, otherwise by the worker.
 * @throws AppError tagNotFound, forbidden, settingsInvalid for the name of another tag
 */
export async function renameTag(
  deps: InventoryDeps,
  caller: Caller,
  { id, name }: { readonly id: number; readonly name: string },
  accompany: Accompany<TagRecord>,
): Promise<TagRecord> {
  const { stores, now } = deps;
  const tag = await findTagToChange(deps, caller, id);
  if (tag.name === name) return tag;
  const { organisationId } = caller;
  const at = now();
  const renamed = { ...tag, name };
  const entry = tagEntry(caller, 'renamed', at, tag, renamed);
  const refreshed = { organisationId, kind: 'tag', recordId: id } as const;
  await stores.transact(organisationId, async (session) => {
    await requireFreeName(stores, renamed, session);
    if (!(await stores.tags.rename(tag, name, session)))
      throw new AppError('tagNotFound', { details: { id } });
    await stores.deviceRefreshes.request(refreshed, at, session);
    await stores.audit.write([entry], session);
    await accompany(renamed, session);
  });
  await refreshFewDevices(deps, refreshed);
  return renamed;
}

/** Deletes a tag, and takes it from its devices as a new name reaches them. @throws AppError tagNotFound, forbidden */
export async function deleteTag(
  deps: InventoryDeps,
  caller: Caller,
  id: number,
  accompany: AccompanyDeletion,
): Promise<void> {
  const { stores, now } = deps;
  const tag = await findTagToChange(deps, caller, id);
  const { organisationId } = caller;
  const at = now();
  const entry = tagEntry(caller, 'deleted', at, tag, null);
  const refreshed = { organisationId, kind: 'tag', recordId: id } as const;
  await stores.transact(organisationId, async (session) => {
    if (!(await stores.tags.remove(tag, session))) throw new AppError('tagNotFound', { details: { id } });
    await stores.deviceRefreshes.request(refreshed, at, session);
    await stores.audit.write([entry], session);
    await accompany(session);
  });
  await refreshFewDevices(deps, refreshed);
}

/**
 * A tag that the caller may change. Renaming and deleting a tag changes devices of every network.
 * @throws AppError tagNotFound, forbidden
 */
export async function findTagToChange(
  { stores }: Pick<InventoryDeps, 'stores'>,
  caller: Caller,
  id: number,
): Promise<TagRecord> {
  const tag = await stores.tags.find(caller.organisationId, id);
  if (!tag) throw new AppError('tagNotFound', { details: { id } });
  requireAdministrator(caller);
  return tag;
}

/** @throws AppError settingsInvalid when another tag of the organisation has the name */
async function requireFreeName(
  { tags }: InventoryDeps['stores'],
  { _id, organisationId, name }: TagRecord,
  session: ClientSession,
): Promise<void> {
  if (!(await tags.isTaken(organisationId, name, _id, session))) return;
  throw new AppError('settingsInvalid', {
    details: { errors: [{ path: 'name', msg: 'is the name of another tag' }] },
  });
}

function tagEntry(
  caller: Caller,
  what: 'created' | 'renamed' | 'deleted',
  at: Date,
  before: TagRecord | null,
  after: TagRecord | null,
) {
  const fields = (tag: TagRecord | null) => tag && { name: tag.name };
  const { organisationId } = caller;
  const change = { organisationId, at, action: `tag.${what}`, subject: `tag:${(after ?? before)?._id}` };
  return newEntry({ ...change, before: fields(before), after: fields(after) }, authorOf(caller));
}
