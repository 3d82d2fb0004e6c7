import { upgradeTableKeys } from '../upgrades/domain/upgrade-search.js';
import type { Models } from './models.js';
import type { UpgradeRecord } from '../upgrades/models/upgrade.js';
import type { DataMigration } from './data-migration.js';

const BATCH = 1000;

/**
 * Adds the sort key of versions and the search text that finds "at once" to upgrades. Reads batches of 1,000 by
 * id; each upgrade is written only if unchanged since it was read, otherwise read again. Upgrades written later by
 * an older version have no key and sort first.
 */
export const keyUpgradeTables: DataMigration = {
  name: 'key-upgrade-tables',
  async run({ upgrades }) {
    let last = -Infinity;
    for (;;) {
      const batch = await read(upgrades, { $gt: last });
      if (batch.length === 0) return;
      last = batch.at(-1)?._id ?? last;
      let open = batch.filter(hasNoKey);
      while (open.length > 0) {
        await write(upgrades, open);
        const again = await read(upgrades, { $in: open.map(({ _id }) => _id) });
        open = again.filter(hasNoKey);
      }
    }
  },
};

type Read = Pick<
  UpgradeRecord,
  | '_id'
  | 'organisationId'
  | 'version'
  | 'routerInventoryId'
  | 'scheduleType'
  | 'dueAt'
  | 'timeZone'
  | 'createdAt'
  | 'macId'
  | 'deviceName'
  | 'searchText'
> & { readonly versionOrder?: string };

const READ = {
  organisationId: 1,
  version: 1,
  routerInventoryId: 1,
  scheduleType: 1,
  dueAt: 1,
  timeZone: 1,
  createdAt: 1,
  macId: 1,
  deviceName: 1,
  searchText: 1,
  versionOrder: 1,
} as const;

function hasNoKey({ versionOrder }: Read): boolean {
  return (versionOrder ?? '') === '';
}

async function read(upgrades: Models['upgrades'], _id: { $gt: number } | { $in: number[] }): Promise<Read[]> {
  return upgrades
    .find({ _id }, READ)
    .sort({ _id: 1 })
    .limit(BATCH)
    .batchSize(BATCH + 1)
    .lean<Read[]>();
}

async function write(upgrades: Models['upgrades'], open: readonly Read[]): Promise<void> {
  await upgrades.bulkWrite(
    open.map((upgrade) => {
      const { _id, organisationId, version, searchText } = upgrade;
      const filter = { _id, organisationId, version, searchText };
      return { updateOne: { filter, update: { $set: upgradeTableKeys(upgrade) } } };
    }),
    { ordered: false },
  );
}
