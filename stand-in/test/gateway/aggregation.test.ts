import { expect } from 'chai';
import { describeGateway } from './describe-gateway.js';
import { openDatabase, rejection, type TestDatabase } from './open-database.js';

describeGateway('aggregation', () => {
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

  it('writes $documents with $merge, and answers E11000 with the key for a document that must not exist', async () => {
    const { db } = database;
    const documents = (ids: number[]): object => ({ $documents: ids.map((_id) => ({ _id, name: 'new' })) });
    await db.collection('merged').insertOne({ n: 1 });
    const merge = { $merge: { into: 'merged', whenMatched: 'fail' } };
    expect(await db.aggregate([documents([3, 4]), merge]).toArray()).to.deep.equal([]);
    expect(await db.collection('merged').countDocuments({ name: 'new' })).to.equal(2);
    const error = await rejection(db.aggregate([documents([4, 5]), merge]).toArray());
    expect(error).to.include({ code: 11_000 });
    expect(error.message).to.include(`${db.databaseName}.merged index: _id_ dup key: { _id: 4 }`);
    expect(error.errorResponse).to.deep.include({ keyPattern: { _id: 1 }, keyValue: { _id: 4 } });
    expect(await db.collection('merged').countDocuments({ name: 'new' })).to.equal(2);
  });

  it('leaves the same target as MongoDB for $out and $merge without a source', async () => {
    const { db } = database;
    await db.collection('target').insertOne({ n: 1 });
    expect(
      await db
        .collection('absent')
        .aggregate([{ $merge: 'target' }])
        .toArray(),
    ).to.deep.equal([]);
    expect(await db.collection('target').countDocuments()).to.equal(1);
    expect(
      await db
        .collection('absent')
        .aggregate([{ $out: 'target' }])
        .toArray(),
    ).to.deep.equal([]);
    expect(await db.collection('target').countDocuments()).to.equal(0);
    await db.aggregate([{ $documents: [{ _id: 7 }] }, { $out: 'target' }]).toArray();
    expect(await db.collection('target').find().toArray()).to.deep.equal([{ _id: 7 }]);
    const names = (await db.listCollections().toArray()).map(({ name }) => name);
    expect(names.filter((name) => name === 'absent' || name.startsWith('empty_'))).to.deep.equal([]);
  });

  it('lists the own session once with $listLocalSessions', async () => {
    const session = database.client.startSession();
    const stages = [{ $listLocalSessions: {} }, { $match: { '_id.id': session.id?.['id'] } }];
    const found = await database.db.aggregate(stages, { session }).toArray();
    expect(found).to.have.length(1);
    expect(found[0]?.['lastUse']).to.be.instanceOf(Date);
    await session.endSession();
  });

  it('finds an _id of null by its value and by its type', async () => {
    const nothing = database.db.collection<{ _id: null }>('nothing');
    await database.db.command({ insert: 'nothing', documents: [{ _id: null }] });
    expect(await nothing.countDocuments({ _id: null })).to.equal(1);
    expect(await nothing.countDocuments({ _id: { $type: 'null' } })).to.equal(1);
  });

  it('counts a view by its pipeline, with and without a query', async () => {
    await database.db.createCollection('north', { viewOn: 'networks', pipeline: [{ $match: { _id: 1 } }] });
    expect(await database.db.collection('north').estimatedDocumentCount()).to.equal(1);
    expect(await database.db.collection('north').countDocuments({ name: 'south' })).to.equal(0);
  });
});
