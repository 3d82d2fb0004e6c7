import { isDeepStrictEqual } from 'node:util';
import type { Model, mongo } from 'mongoose';
import type { PlatformModels } from '../models/models.js';

/** A model of which only the collection and the declared indexes matter. */
export type AnyModel = Pick<Model<unknown>, 'collection' | 'createCollection' | 'modelName' | 'schema'>;

export function everyModel(models: PlatformModels): AnyModel[] {
  return Object.values(models) as AnyModel[];
}

export type IndexDescription = mongo.IndexDescription & { readonly name: string };

/** How a collection's indexes compare with the declared ones. */
export interface IndexInspection {
  readonly collection: string;
  readonly exists: boolean;
  readonly missing: readonly IndexDescription[];
  /** Names of indexes that exist with another definition than the declared one. */
  readonly different: readonly string[];
  /** Names of indexes that nothing declares. */
  readonly unknown: readonly string[];
  /** Names of indexes that only older versions of the program use. */
  readonly retired: readonly string[];
}

/** Left in place while processes of an older version may still name them in a hint. */
const RETIRED: ReadonlySet<string> = new Set(['upgrades.sort_version']);

/**
 * Compares every declared index with what the database has. One round trip and one more for each collection that
 * exists; changes nothing.
 */
export async function inspectIndexes(models: PlatformModels): Promise<IndexInspection[]> {
  const listed = await models.counters.db.listCollections();
  const names = new Set(listed.map(({ name }) => name));
  return Promise.all(everyModel(models).map((model) => inspect(model, names)));
}

async function inspect(model: AnyModel, collections: ReadonlySet<string>): Promise<IndexInspection> {
  const collection = model.collection.collectionName;
  const exists = collections.has(collection);
  const found = exists ? await model.collection.indexes() : [];
  const byName = new Map(found.map((index) => [index.name, index]));
  const declared = declaredIndexes(model);
  const undeclared = found
    .map(({ name }) => name ?? '')
    .filter((name) => !MADE_BY_SERVER.has(name) && !declared.some((index) => index.name === name));
  const isRetired = (name: string): boolean => RETIRED.has(`${collection}.${name}`);
  return {
    collection,
    exists,
    missing: declared.filter(({ name }) => !byName.has(name)),
    different: declared
      .filter((index) => {
        const other = byName.get(index.name);
        return other !== undefined && !isDeepStrictEqual(definition(index), definition(other));
      })
      .map(({ name }) => name),
    unknown: undeclared.filter((name) => !isRetired(name)),
    retired: undeclared.filter(isRetired),
  };
}

/** The index of ids, and the one that sharding a collection by hashed ids makes (docs/scaling.md). */
const MADE_BY_SERVER = new Set(['_id_', '_id_hashed']);

/** Every index is declared with a name: a name is how a difference is told from an addition. */
function declaredIndexes(model: AnyModel): IndexDescription[] {
  return model.schema.indexes().map(([key, options]) => {
    if (typeof options.name !== 'string') throw new Error(`An index of ${model.modelName} has no name`);
    return { ...options, key, name: options.name } as IndexDescription;
  });
}

/** What makes two indexes the same; servers add facts of their own to what they list. */
function definition(index: mongo.IndexDescription): unknown {
  const { key, unique, sparse, expireAfterSeconds, partialFilterExpression, collation } = index;
  return {
    // The order of the fields counts, which objects do not compare.
    key: key instanceof Map ? [...key] : Object.entries(key),
    unique: unique ?? false,
    sparse: sparse ?? false,
    expireAfterSeconds: expireAfterSeconds ?? null,
    partialFilterExpression: partialFilterExpression ?? null,
    collation: collation ?? null,
  };
}
