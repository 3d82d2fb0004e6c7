import { BLOCK, type IdBlocks } from '../../../platform/values/id-blocks.js';
import { isWhole, type Scope } from '../../../access/domain/access.js';
import { deviceScope } from '../../../inventory/stores/device-store.js';
import {
  boundariesByCreation,
  boundariesById,
  countedUpgrades,
  startAt,
  type CountedUpgrades,
  type TableStart,
} from '../../domain/upgrade-blocks.js';
import type { UpgradeModels } from '../../models/models.js';

type Models = Pick<UpgradeModels, 'upgradeCounts' | 'upgrades'>;

/** How many upgrades a caller may see, and where the counts are that make the number and locate deep pages. */
export interface UpgradeTotal {
  readonly total: number;
  /** Null for a caller that does not see all of the organisation: the counts are not divided by networks. */
  readonly counted: CountedUpgrades | null;
  /** How many upgrades are in no counted block: those of the last hour. */
  readonly others: number;
}

/** Up to this offset, passing over upgrades takes no longer than finding where to begin. */
export const NEAR = 2 * BLOCK;
/** Of so many uncounted upgrades, the oldest is looked for. */
const MAX_OTHERS = 4 * BLOCK;
const INDEX = 'organisation_id';
const NONE: CountedUpgrades = { countedTo: 0, counts: {} };
const BEGINNING = (offset: number): TableStart => ({ after: null, skip: offset });

/** Adds up the counted blocks, and counts the rest in the index. */
export async function readTotal({ upgradeCounts, upgrades }: Models, scope: Scope): Promise<UpgradeTotal> {
  if (!isWhole(scope)) {
    const total = await upgrades.countDocuments(deviceScope(scope), { hint: INDEX });
    return { total, counted: null, others: total };
  }
  const { organisationId } = scope;
  const record = await upgradeCounts
    .findOne({ _id: organisationId, organisationId }, { countedTo: 1, counts: 1 })
    .lean();
  const counted = record ? { ...record, counts: countedOnly(record) } : NONE;
  const others = await upgrades.countDocuments(uncounted(organisationId, counted), { hint: INDEX });
  return { total: countedUpgrades(counted) + others, counted, others };
}

/**
 * Where to begin reading for the upgrade at an offset. Passing over upgrades reads each of them, so a far position in order
 * of id or creation is found by the counts of blocks. In other orders, and without counts, it is the beginning.
 */
export async function seekUpgrade(
  { upgradeCounts, upgrades }: Models,
  { organisationId }: Scope,
  { field, descending }: { readonly field: string; readonly descending: boolean },
  offset: number,
  { total, counted, others }: UpgradeTotal,
): Promise<TableStart> {
  if (counted === null || counted.countedTo === 0) return BEGINNING(offset);
  const at = { total, offset, descending };
  if (field === '_id') return startAt(boundariesById(counted), at);
  if (field !== 'createdAt' || others > MAX_OTHERS) return BEGINNING(offset);
  const [record, [first]] = await Promise.all([
    upgradeCounts.findOne({ _id: organisationId, organisationId }, { spans: 1 }).lean(),
    upgrades.aggregate<{ oldest: Date }>(
      [
        { $match: uncounted(organisationId, counted) },
        { $group: { _id: null, oldest: { $min: '$createdAt' } } },
      ],
      { hint: INDEX },
    ),
  ]);
  return startAt(boundariesByCreation(counted, record?.spans ?? {}, first?.oldest ?? null), at);
}

function uncounted(organisationId: number, { countedTo }: CountedUpgrades) {
  return { organisationId, _id: { $gte: countedTo * BLOCK } };
}

/** Without the entries of blocks that are not counted. */
function countedOnly({ countedTo, counts }: CountedUpgrades): IdBlocks {
  return Object.fromEntries(Object.entries(counts).filter(([block]) => Number(block) < countedTo));
}
