import type { ClientSession } from 'mongoose';
import { blockChanges, blockOf } from '../../platform/values/id-blocks.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';

type Counts = Pick<UpgradeModels, 'upgradeCounts'>;
type Deleted = Pick<UpgradeRecord, '_id' | 'organisationId'>;
type Added = Pick<UpgradeRecord, '_id' | 'organisationId' | 'createdAt'>;

/**
 * Takes deleted upgrades off the counts of their organisations, in the transaction that deletes them. Also those of blocks
 * that are not counted yet: this write makes the transaction conflict with one that counts them.
 */
export async function countDeleted(
  models: Counts,
  deleted: readonly Deleted[],
  session: ClientSession,
): Promise<void> {
  await write(models, byOrganisation(deleted), session, (upgrades) => ({
    $inc: blockChanges('counts', idsOf(upgrades), []),
  }));
}

/** Adds imported upgrades to the counts of their organisations, in the transaction that stores them. */
export async function countImported(
  models: Counts,
  added: readonly Added[],
  session: ClientSession,
): Promise<void> {
  await write(models, byOrganisation(added), session, (upgrades) => {
    const [from, to] = [new Map<string, Date>(), new Map<string, Date>()];
    for (const { _id, createdAt } of upgrades) {
      const [first, last] = [`spans.${blockOf(_id)}.from`, `spans.${blockOf(_id)}.to`];
      if (createdAt < (from.get(first) ?? new Date(8.64e15))) from.set(first, createdAt);
      if (createdAt > (to.get(last) ?? new Date(-8.64e15))) to.set(last, createdAt);
    }
    return {
      $inc: blockChanges('counts', [], idsOf(upgrades)),
      $min: Object.fromEntries(from),
      $max: Object.fromEntries(to),
    };
  });
}

/** An organisation that the worker has not looked at yet has no counts, and none are written. */
async function write<Upgrade>(
  { upgradeCounts }: Counts,
  changed: ReadonlyMap<number, readonly Upgrade[]>,
  session: ClientSession,
  updateOf: (upgrades: readonly Upgrade[]) => Readonly<Record<string, unknown>>,
): Promise<void> {
  if (changed.size === 0) return;
  // In order, so that transactions on several organisations do not wait for each other in a circle.
  const writes = [...changed]
    .sort(([one], [other]) => one - other)
    .map(([organisationId, upgrades]) => {
      const filter = { _id: organisationId, organisationId };
      return { updateOne: { filter, update: updateOf(upgrades) } };
    });
  await upgradeCounts.bulkWrite(writes, { session, ordered: true });
}

function byOrganisation<Upgrade extends Deleted>(upgrades: readonly Upgrade[]): Map<number, Upgrade[]> {
  const groups = new Map<number, Upgrade[]>();
  for (const upgrade of upgrades) {
    const group = groups.get(upgrade.organisationId) ?? [];
    groups.set(upgrade.organisationId, group);
    group.push(upgrade);
  }
  return groups;
}

function idsOf(upgrades: readonly Deleted[]): number[] {
  return upgrades.map(({ _id }) => _id);
}
