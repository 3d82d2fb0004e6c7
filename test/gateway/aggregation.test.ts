import { expect } from 'chai';
import { openDatabase, type TestDatabase } from './open-database.js';

describe('gateway: aggregation', () => {
  let database: TestDatabase;

  before(async () => {
    database = await openDatabase('aggregation');
    await database.db.collection<{ _id: number; name: string }>('networks').insertMany([
      { _id: 1, name: 'north' },
      { _id: 2, name: 'south' },
    ]);
    await database.db
      .collection('devices')
      .insertMany(Array.from({ length: 10 }, (_, i) => ({ net: 1 + (i % 2), beats: i })));
  });
  after(() => database.close());

  it('joins with $lookup', async () => {
    const joined = await database.db
      .collection('networks')
      .aggregate([
        { $lookup: { from: 'devices', localField: '_id', foreignField: 'net', as: 'devices' } },
        { $project: { name: 1, devices: { $size: '$devices' } } },
        { $sort: { _id: 1 } },
      ])
      .toArray();
    expect(joined).to.deep.equal([
      { _id: 1, name: 'north', devices: 5 },
      { _id: 2, name: 'south', devices: 5 },
    ]);
  });

  it('answers several pipelines at once with $facet', async () => {
    const [facets] = await database.db
      .collection('devices')
      .aggregate([
        {
          $facet: {
            total: [{ $count: 'n' }],
            perNetwork: [{ $group: { _id: '$net', beats: { $sum: '$beats' } } }, { $sort: { _id: 1 } }],
          },
        },
      ])
      .toArray();
    expect(facets).to.deep.equal({
      total: [{ n: 10 }],
      perNetwork: [
        { _id: 1, beats: 20 },
        { _id: 2, beats: 25 },
      ],
    });
  });

  it('writes its result with $merge', async () => {
    await database.db
      .collection('devices')
      .aggregate([{ $group: { _id: '$net', n: { $sum: 1 } } }, { $merge: { into: 'totals' } }])
      .toArray();
    expect(await database.db.collection('totals').countDocuments({ n: 5 })).to.equal(2);
  });
});
