import { isDeepStrictEqual } from 'node:util';
import type { Model, mongo } from 'mongoose';
import type { PlatformModels } from '../models/models.js';

/** The parts of a model that describe its collection and indexes. */
export type AnyModel = Pick<Model<unknown>, 'collection' | 'createCollection' | 'modelName' | 'schema'>;

export function everyModel(models: PlatformModels): AnyModel[] {
  return Object.values(models) as AnyModel[];
}

export type IndexDescription = mongo.IndexDescription & { readonly name: string };

/** The differences between the declared and the existing indexes of a collection. */
export interface IndexInspection {
  readonly collection: string;
  readonly exists: boolean;
  readonly missing: readonly IndexDescription[];
  /** Existing indexes whose definition differs from the declared one. */
  readonly different: readonly string[];
  /** Existing indexes that are not declared. */
  readonly unknown: readonly string[];
}

/** The name of the indexes of searches, which an import into an empty installation builds at its end. */
export const SEARCH_INDEX = 'organisation_trigrams';

/** The models that have an index of searches. */
export function searchedModels(models: PlatformModels): AnyModel[] {
  return everyModel(models).filter((model) =>
    declaredIndexes(model).some(({ name }) => name === SEARCH_INDEX),
  );
}

/** Compares the declared indexes with the existing ones, of all models or of some; changes nothing. */
export async function inspectIndexes(
  models: PlatformModels,
  some: readonly AnyModel[] = everyModel(models),
): Promise<IndexInspection[]> {
  const listed = await models.counters.db.listCollections();
  const names = new Set(listed.map(({ name }) => name));
  return Promise.all(some.map((model) => inspect(model, names)));
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
    unknown: undeclared,
  };
}

/** The index of ids, and the one that sharding by hashed ids creates (docs/scaling.md). */
const MADE_BY_SERVER = new Set(['_id_', '_id_hashed']);

/** Declared indexes must have names, which distinguish a changed index from a new one. */
function declaredIndexes(model: AnyModel): IndexDescription[] {
  return model.schema.indexes().map(([key, options]) => {
    if (typeof options.name !== 'string') throw new Error(`An index of ${model.modelName} has no name`);
    return { ...options, key, name: options.name } as IndexDescription;
  });
}

/** The properties that define an index; servers list further ones. */
function definition(index: mongo.IndexDescription): unknown {
  const { key, unique, sparse, expireAfterSeconds, partialFilterExpression, collation } = index;
  return {
    // The order of the fields matters; object comparison ignores it.
    key: key instanceof Map ? [...key] : Object.entries(key),
    unique: unique ?? false,
    sparse: sparse ?? false,
    expireAfterSeconds: expireAfterSeconds ?? null,
    partialFilterExpression: partialFilterExpression ?? null,
    collation: collation ?? null,
  };
}
