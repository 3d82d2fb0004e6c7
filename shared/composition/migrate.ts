import type { Models } from './models.js';
import { createLockStore, type HeldLock } from '../platform/mongo/lock-store.js';
import type { DataMigration } from './data-migration.js';
import { DATA_MIGRATIONS } from './data-migrations.js';
import { everyModel, inspectIndexes, type IndexInspection } from '../platform/migrations/inspect-indexes.js';

const WAIT_MS = 10 * 60_000;

/**
 * Brings the database to what this version of the program needs: collections, changes of data that were not
 * applied yet, then indexes (a unique one may need its data put right first). May be run at any time, again after
 * it was cut off, and by several processes at once: they take turns, and the later ones find nothing to do.
 * Never drops or changes an index that exists: that is told as a difference and left to a person.
 * @param tell takes one line for each thing that was done or differs
 * @returns the differences, one line each; none when the database is as declared
 * @throws LockHeld when another process has been at it for ten minutes
 */
export async function migrate(
  models: Models,
  tell: (line: string) => void,
  dataMigrations: readonly DataMigration[] = DATA_MIGRATIONS,
): Promise<string[]> {
  return createLockStore(models).hold('migrate', WAIT_MS, async (lock) => {
    await createCollections(models, tell);
    await applyDataMigrations(models, dataMigrations, tell, lock);
    const inspections = await inspectIndexes(models);
    await lock.check();
    await createIndexes(models, inspections, tell);
    for (const { collection, retired } of inspections) {
      for (const name of retired) tell(`index ${collection}.${name} is unused: drop it after the update`);
    }
    const differences = inspections.flatMap(describeDifferences);
    differences.forEach(tell);
    return differences;
  });
}

async function createCollections(models: Models, tell: (line: string) => void): Promise<void> {
  const listed = await models.counters.db.listCollections();
  const existing = new Set(listed.map(({ name }) => name));
  for (const model of everyModel(models)) {
    const name = model.collection.collectionName;
    if (existing.has(name)) continue;
    await model.createCollection();
    tell(`created collection ${name}`);
  }
}

async function applyDataMigrations(
  models: Models,
  dataMigrations: readonly DataMigration[],
  tell: (line: string) => void,
  lock: HeldLock,
): Promise<void> {
  const records = await models.migrations
    .find({ _id: { $in: dataMigrations.map(({ name }) => name) } })
    .lean();
  const applied = new Set(records.map(({ _id }) => _id));
  for (const migration of dataMigrations) {
    const { name } = migration;
    if (applied.has(name)) continue;
    await lock.check();
    await migration.run(models);
    await models.migrations.create({ _id: name, appliedAt: new Date() });
    tell(`applied ${name}`);
  }
}

async function createIndexes(
  models: Models,
  inspections: readonly IndexInspection[],
  tell: (line: string) => void,
): Promise<void> {
  for (const { collection, missing } of inspections) {
    if (missing.length === 0) continue;
    await models.counters.db.collection(collection).createIndexes([...missing]);
    for (const { name } of missing) tell(`created index ${collection}.${name}`);
  }
}

function describeDifferences({ collection, different, unknown }: IndexInspection): string[] {
  return [
    ...different.map((name) => `index ${collection}.${name} is defined differently from what is declared`),
    ...unknown.map((name) => `index ${collection}.${name} is not declared`),
  ];
}
