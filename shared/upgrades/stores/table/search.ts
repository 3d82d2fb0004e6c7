import type { QueryFilter } from 'mongoose';
import { escapeRegExp } from '../../../platform/values/escape-regexp.js';
import type { Scope } from '../../../access/domain/access.js';
import { fold } from '../../../inventory/domain/device-search.js';
import { deviceScope } from '../../../inventory/stores/device-store.js';
import { storedStatus, UPGRADE_STATUSES, type StoredStatus } from '../../domain/upgrade-status.js';
import type { UpgradeModels } from '../../models/models.js';
import type { TextOwner } from '../../models/upgrade-text.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import { BLOCK } from '../../../platform/values/id-blocks.js';

export type UpgradeFilter = QueryFilter<UpgradeRecord>;

/** The statuses that a search finds by their names, as stored. */
function statusesOf(folded: string): StoredStatus[] {
  return UPGRADE_STATUSES.filter((status) => fold(status).includes(folded)).map(storedStatus);
}

/** Case-insensitive substring of any searched field; the status is matched as shown. An empty search finds all upgrades. */
export function hitFilter(scope: Scope, search: string): UpgradeFilter {
  if (search === '') return deviceScope(scope);
  const folded = fold(search);
  // No field has a line break, which separates the fields in the text.
  if (folded.includes('\n')) return { ...deviceScope(scope), _id: { $in: [] } };
  const statuses = statusesOf(folded);
  const inText = { searchText: { $regex: escapeRegExp(folded) } };
  return {
    ...deviceScope(scope),
    $or: statuses.length === 0 ? [inText] : [inText, { status: { $in: statuses } }],
  };
}

/** Devices or requests with texts that a search finds. */
export interface FoundOwners {
  /** All upgrades of these are hits: each of their texts has the search. */
  readonly entirely: readonly number[];
  /** Some upgrades of these may be hits. */
  readonly partly: readonly number[];
}

/** Where the hits of a search are: among the upgrades of these devices, requests and statuses, and among the latest ones. */
export interface FoundTexts {
  readonly devices: FoundOwners;
  readonly requests: FoundOwners;
  readonly statuses: readonly StoredStatus[];
  /** The texts of upgrades from this id on are not recorded. */
  readonly latestFrom: number;
}

/** More are not worth a query: the search finds much of the fleet. */
const MAX_FOUND = 5000;
const INDEX = 'organisation_owner';
const NONE: FoundOwners = { entirely: [], partly: [] };

/** Searches the texts of devices and requests. Null when they are not recorded, and when too many of them have the search. */
export async function findTexts(
  { upgradeCounts, upgradeTexts }: Pick<UpgradeModels, 'upgradeCounts' | 'upgradeTexts'>,
  organisationId: number,
  search: string,
): Promise<FoundTexts | null> {
  const folded = fold(search);
  const record = await upgradeCounts.findOne({ _id: organisationId, organisationId }, { textsTo: 1 }).lean();
  const { textsTo = 0 } = record ?? {};
  if (textsTo === 0 || folded.includes('\n')) return null;
  const found = await upgradeTexts
    .find({ organisationId, text: { $regex: escapeRegExp(folded) } }, { owner: 1, ownerId: 1 })
    .hint(INDEX)
    .limit(MAX_FOUND + 1)
    .batchSize(MAX_FOUND + 2)
    .lean();
  if (found.length > MAX_FOUND) return null;

  /** Separates the owners whose texts all have the search from the others. */
  async function ownersOf(owner: TextOwner): Promise<FoundOwners | null> {
    const ids = [...new Set(found.flatMap((text) => (text.owner === owner ? text.ownerId : [])))];
    if (ids.length === 0) return NONE;
    const texts = await upgradeTexts
      .find({ organisationId, owner, ownerId: { $in: ids } }, { ownerId: 1, text: 1 })
      .hint(INDEX)
      .limit(2 * MAX_FOUND)
      .batchSize(2 * MAX_FOUND + 1)
      .lean();
    if (texts.length === 2 * MAX_FOUND) return null;
    const other = new Set(texts.flatMap(({ ownerId, text }) => (text.includes(folded) ? [] : ownerId)));
    return { entirely: ids.filter((id) => !other.has(id)), partly: ids.filter((id) => other.has(id)) };
  }
  const [devices, requests] = await Promise.all([ownersOf('device'), ownersOf('request')]);
  if (devices === null || requests === null) return null;
  return { devices, requests, statuses: statusesOf(folded), latestFrom: textsTo * BLOCK };
}
