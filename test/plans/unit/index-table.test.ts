import { expect } from 'chai';
import mongoose from 'mongoose';
import { bindModels } from '../../../shared/composition/models.js';
import { everyModel } from '../../../shared/platform/migrations/inspect-indexes.js';
import { readSharding } from '../../fixtures/queries/shard-keys.js';
import { documentedIndexes } from '../documented-indexes.js';

describe('docs/indexes.md', () => {
  const declared = everyModel(bindModels(mongoose.createConnection())).flatMap(({ collection, schema }) =>
    schema.indexes().map(([key, options]) => ({
      name: `${collection.collectionName}.${options.name ?? ''}`,
      fields: Object.entries(key).map(([field, direction]) => (direction === 1 ? field : `-${field}`)),
      isWhole: !('partialFilterExpression' in options) && options.sparse !== true,
      byDefinition: options.unique ? 'unique' : 'expireAfterSeconds' in options ? 'expiry' : null,
    })),
  );

  it('has a row for every index, with its fields, and no other row', async () => {
    const rows = await documentedIndexes();
    expect(rows.map(({ name, fields }) => ({ name, fields }))).to.have.deep.members(
      declared.map(({ name, fields }) => ({ name, fields })),
    );
  });

  it('checks every index by a plan, by its definition, or as the only one for its fields or the shard key', async () => {
    const { keys } = await readSharding();
    const rows = await documentedIndexes();
    for (const { name, check, needs } of rows) {
      const [collection = ''] = name.split('.');
      const { byDefinition = null } = declared.find((index) => index.name === name) ?? {};
      expect(needs, name).not.to.equal('');
      if (check === 'shard') expect(forShardKey(collection, keys), name).to.deep.equal([name]);
      else if (check === 'fields') expect(forFirstFields(name), name).to.deep.equal([name]);
      else expect(check, name).to.equal(byDefinition ?? 'plan');
    }
  });

  it('has an index for the shard key of every collection that is sharded by another field than its id', async () => {
    const { keys } = await readSharding();
    for (const [collection, key] of keys)
      if (key !== '_id') expect(forShardKey(collection, keys), collection).not.to.deep.equal([]);
  });

  /** The indexes of a collection that begin with the same two fields. */
  function forFirstFields(of: string): string[] {
    const [collection = ''] = of.split('.');
    const firstOf = (name: string) =>
      declared
        .find((index) => index.name === name)
        ?.fields.slice(0, 2)
        .join();
    return declared
      .filter(({ name }) => name.startsWith(`${collection}.`) && firstOf(name) === firstOf(of))
      .map(({ name }) => name);
  }

  /** The indexes of a collection that have its shard key first and hold all of its documents. */
  function forShardKey(collection: string, keys: ReadonlyMap<string, string>): string[] {
    return declared
      .filter(({ name, fields, isWhole }) => {
        return name.startsWith(`${collection}.`) && isWhole && fields[0] === keys.get(collection);
      })
      .map(({ name }) => name);
  }
});
