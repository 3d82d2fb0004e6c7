import type { ExportValue } from '../../domain/peers/export-value.js';
import type { PeerFleet } from '../../domain/peers/peer-fleet.js';
import type { TagEntry } from '../../sections/tags.js';
import { assignIds, type Ids } from './assign-ids.js';
import type { Conversion, ConvertDeps } from './conversion.js';
import { findTags, nameKey } from './find-stored.js';

/** The tags that devices and SSIDs name. @returns their ids by name */
export async function addTags(
  deps: ConvertDeps,
  { organisationId, firstId, fleet }: Conversion,
  { devices, ssids }: PeerFleet,
): Promise<Ids> {
  const origins = new Map<string, ExportValue>();
  for (const { tags, from } of [...devices, ...ssids]) {
    for (const tag of tags) if (!origins.has(nameKey(tag))) origins.set(nameKey(tag), from);
  }
  const stored = await findTags(deps, organisationId, [...origins.keys()]);
  const ids = await assignIds(deps, 'tags', origins.keys(), stored, firstId);
  for (const [name, from] of origins) {
    const entry: TagEntry = { id: ids.get(name) ?? 0, organisation_id: organisationId, name };
    fleet.add('tags', entry, from);
  }
  return ids;
}
