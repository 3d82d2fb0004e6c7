import { expect } from 'chai';
import mongoose from 'mongoose';
import { bindModels } from '../../../shared/composition/models.js';
import { everyModel } from '../../../shared/platform/migrations/inspect-indexes.js';
import { documentedIndexes } from '../documented-indexes.js';

describe('docs/indexes.md', () => {
  const declared = everyModel(bindModels(mongoose.createConnection())).flatMap(({ collection, schema }) =>
    schema.indexes().map(([key, options]) => ({
      name: `${collection.collectionName}.${options.name ?? ''}`,
      fields: Object.entries(key).map(([field, direction]) => (direction === 1 ? field : `-${field}`)),
      byDefinition: options.unique ? 'unique' : 'expireAfterSeconds' in options ? 'expiry' : null,
    })),
  );

  it('has a row for every index, with its fields, and no other row', async () => {
    const rows = await documentedIndexes();
    expect(rows.map(({ name, fields }) => ({ name, fields }))).to.have.deep.members(
      declared.map(({ name, fields }) => ({ name, fields })),
    );
  });

  it('checks every index by a plan or by its definition, except a few', async () => {
    const rows = await documentedIndexes();
    const definitions = new Map(declared.map(({ name, byDefinition }) => [name, byDefinition]));
    for (const { name, check, needs } of rows) {
      expect(check, name).to.equal(definitions.get(name) ?? (check === '' ? '' : 'plan'));
      expect(needs, name).not.to.equal('');
    }
    expect(rows.filter(({ check }) => check === '').map(({ name }) => name)).to.have.length.at.most(
      UNCHECKED,
    );
  });
});

const UNCHECKED = 24;
