import type { Models } from './models.js';
import { createLockStore, type HeldLock } from '../platform/mongo/lock-store.js';
import { DATA_MIGRATIONS, type DataMigration, type MigrationEnv } from './data-migration.js';
import { createIndexes } from '../platform/migrations/create-indexes.js';
import {
  everyModel,
  inspectIndexes,
  SEARCH_INDEX,
  type IndexInspection,
} from '../platform/migrations/inspect-indexes.js';

const WAIT_MS = 10 * 60_000;

export interface MigrateOptions {
  /** Leaves the indexes of searches as they are, for the import that builds them at its end. */
  readonly withoutSearch?: boolean;
  readonly dataMigrations?: readonly DataMigration[];
}

/**
 * Creates missing collections, applies pending data migrations, then creates missing indexes: a unique index may need
 * its data corrected first. It can be repeated after an interruption and run by several processes at once; a lock
 * serialises them and the later ones find nothing to do. Existing indexes are never dropped or changed: a difference
 * is reported for an operator to decide.
 * @param report takes one line for each change or difference
 * @returns the differences, one line each; empty when the database matches the models
 * @throws LockHeld when another process has held the lock for ten minutes
 */
export async function migrate(
  models: Models,
  env: MigrationEnv,
  report: (line: string) => void,
  { withoutSearch = false, dataMigrations = DATA_MIGRATIONS }: MigrateOptions = {},
): Promise<string[]> {
  return createLockStore(models).hold('migrate', WAIT_MS, async (lock) => {
    await createCollections(models, report);
    await applyDataMigrations(models, env, dataMigrations, report, lock);
    const inspections = await inspectIndexes(models);
    await lock.check();
    await createIndexes(models, withoutSearch ? inspections.map(exceptSearch) : inspections, report);
    const differences = inspections.flatMap(describeDifferences);
    differences.forEach(report);
    return differences;
  });
}

async function createCollections(models: Models, report: (line: string) => void): Promise<void> {
  const listed = await models.counters.db.listCollections();
  const existing = new Set(listed.map(({ name }) => name));
  for (const model of everyModel(models)) {
    const name = model.collection.collectionName;
    if (existing.has(name)) continue;
    await model.createCollection();
    report(`created collection ${name}`);
  }
}

async function applyDataMigrations(
  models: Models,
  env: MigrationEnv,
  dataMigrations: readonly DataMigration[],
  report: (line: string) => void,
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
    await migration.run(models, env);
    await models.migrations.create({ _id: name, appliedAt: new Date() });
    report(`applied ${name}`);
  }
}

function exceptSearch(inspection: IndexInspection): IndexInspection {
  return { ...inspection, missing: inspection.missing.filter(({ name }) => name !== SEARCH_INDEX) };
}

function describeDifferences({ collection, different, unknown }: IndexInspection): string[] {
  return [
    ...different.map((name) => `index ${collection}.${name} is defined differently from what is declared`),
    ...unknown.map((name) => `index ${collection}.${name} is not declared`),
  ];
}
