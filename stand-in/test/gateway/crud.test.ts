import { expect } from 'chai';
import mongoose from 'mongoose';
import { describeGateway } from './describe-gateway.js';
import { gatewayUri } from './gateway-uri.js';
import { openDatabase, rejection, type TestDatabase } from './open-database.js';

interface Device {
  _id: number;
  name: string;
  beats?: number;
  tags?: string[];
}

describeGateway('reads and writes', () => {
  let database: TestDatabase;
  let devices: mongoose.mongo.Collection<Device>;

  before(async () => {
    database = await openDatabase('crud');
  });
  beforeEach(async () => {
    devices = database.db.collection<Device>('devices');
    await devices.deleteMany({});
    await devices.insertMany([
      { _id: 1, name: 'a', tags: ['x'] },
      { _id: 2, name: 'b', tags: ['x', 'y'] },
      { _id: 3, name: 'c' },
    ]);
  });
  after(() => database.close());

  it('finds with filter, projection, sort, skip and limit', async () => {
    const found = await devices
      .find({ _id: { $gte: 1 } }, { projection: { name: 1, _id: 0 } })
      .sort({ name: -1 })
      .skip(1)
      .limit(1)
      .toArray();
    expect(found).to.deep.equal([{ name: 'b' }]);
  });

  it('updates one and many documents and counts those matched and changed', async () => {
    expect(await devices.updateOne({ _id: 1 }, { $inc: { beats: 2 } })).to.include({
      matchedCount: 1,
      modifiedCount: 1,
    });
    expect(await devices.updateMany({}, { $set: { name: 'a' } })).to.include({
      matchedCount: 3,
      modifiedCount: 2,
    });
    expect(await devices.findOne({ _id: 1 })).to.deep.equal({ _id: 1, name: 'a', tags: ['x'], beats: 2 });
  });

  it('updates by a pipeline and by array filters', async () => {
    await devices.updateOne({ _id: 1 }, [{ $set: { name: { $concat: ['$name', '!'] } } }]);
    await devices.updateOne({ _id: 2 }, { $set: { 'tags.$[tag]': 'z' } }, { arrayFilters: [{ tag: 'y' }] });
    expect((await devices.findOne({ _id: 1 }))?.name).to.equal('a!');
    expect((await devices.findOne({ _id: 2 }))?.tags).to.deep.equal(['x', 'z']);
  });

  it('upserts and returns the new id', async () => {
    const result = await devices.updateOne({ _id: 9 }, { $set: { name: 'new' } }, { upsert: true });
    expect(result).to.include({ matchedCount: 0, upsertedCount: 1, upsertedId: 9 });
  });

  it('deletes one and many', async () => {
    expect((await devices.deleteOne({ tags: 'x' })).deletedCount).to.equal(1);
    expect((await devices.deleteMany({})).deletedCount).to.equal(2);
  });

  it('returns the document before a change, after it, or as it was deleted', async () => {
    const before = await devices.findOneAndUpdate({ _id: 1 }, { $set: { name: 'new' } });
    const after = await devices.findOneAndUpdate(
      { _id: 1 },
      { $inc: { beats: 1 } },
      { returnDocument: 'after', projection: { tags: 0 } },
    );
    expect(before?.name).to.equal('a');
    expect(after).to.deep.equal({ _id: 1, name: 'new', beats: 1 });
    expect(await devices.findOneAndDelete({ _id: 1 })).to.include({ name: 'new' });
    expect(await devices.findOneAndUpdate({ _id: 1 }, { $inc: { beats: 1 } })).to.equal(null);
  });

  it('counts and lists distinct values', async () => {
    expect(await devices.countDocuments({ tags: 'x' })).to.equal(2);
    expect(await devices.distinct('tags')).to.have.members(['x', 'y']);
    expect((await database.db.command({ count: 'devices', query: { _id: 1 } }))['n']).to.equal(1);
  });

  it('accepts unacknowledged writes and keeps using the connection', async () => {
    const client = await mongoose.mongo.MongoClient.connect(gatewayUri(), {
      maxPoolSize: 1,
    });
    const same = client.db(database.db.databaseName).collection<Device>('devices');
    await same.insertOne({ _id: 50, name: 'silent' }, { writeConcern: { w: 0 } });
    await same.updateOne({ _id: 50 }, { $inc: { beats: 1 } }, { writeConcern: { w: 0 } });
    expect(await same.findOne({ _id: 50 })).to.deep.equal({ _id: 50, name: 'silent', beats: 1 });
    await client.close();
  });

  it('refuses invalid commands with the codes of MongoDB', async () => {
    expect(await rejection(devices.find({ $nope: 1 } as never).toArray())).to.include({ code: 2 });
    expect(await rejection(devices.updateOne({ _id: 1 }, { $set: { _id: 5 } }))).to.include({
      code: 66,
    });
  });

  it('stops a command at its maxTimeMS', async () => {
    await devices.insertMany(Array.from({ length: 3_000 }, (_, i) => ({ _id: 100 + i, name: 'n' })));
    const pairs = [
      { $lookup: { from: 'devices', pipeline: [], as: 'all' } },
      { $unwind: '$all' },
      { $group: { _id: '$all.name', n: { $sum: '$all._id' } } },
    ];
    const error = await rejection(devices.aggregate(pairs, { maxTimeMS: 50 }).toArray());
    expect(error).to.include({ code: 50, codeName: 'MaxTimeMSExpired' });
    expect(await devices.countDocuments({})).to.equal(3_003);
  });
});
