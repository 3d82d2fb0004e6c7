import { expect } from 'chai';
import mongoose from 'mongoose';
import { describeGateway } from './describe-gateway.js';
import { openDatabase, rejection, type TestDatabase } from './open-database.js';

describeGateway('concurrent writes', () => {
  let database: TestDatabase;

  before(async () => {
    database = await openDatabase('concurrency', { maxPoolSize: 60 });
  });
  after(() => database.close());

  it('accepts one of forty concurrent inserts of a unique value', async () => {
    const devices = database.db.collection('winners');
    await devices.createIndex({ mac: 1 }, { unique: true, partialFilterExpression: { live: true } }, {});
    const inserts = Array.from({ length: 40 }, (_, i) => devices.insertOne({ mac: 'a', live: true, i }));
    const results = await Promise.allSettled(inserts);
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).to.include({ code: 11000 });
    }
  });

  it('creates one document for forty concurrent upserts of one key and counts each', async () => {
    const devices = database.db.collection('upserts');
    await devices.createIndex({ mac: 1 }, { unique: true }, {});
    const upsert = (): Promise<unknown> =>
      devices.updateOne({ mac: 'a' }, { $inc: { beats: 1 } }, { upsert: true });
    await Promise.all(Array.from({ length: 40 }, upsert));
    expect(await devices.find({}).toArray()).to.have.length(1);
    expect(await devices.findOne({ mac: 'a' })).to.include({ beats: 40 });
  });

  it('creates one document for forty concurrent findAndModify upserts of one key', async () => {
    const devices = database.db.collection('modified');
    await devices.createIndex({ mac: 1 }, { unique: true }, {});
    const upsert = (): Promise<unknown> =>
      devices.findOneAndUpdate(
        { mac: 'a' },
        { $inc: { beats: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
    await Promise.all(Array.from({ length: 40 }, upsert));
    expect(await devices.findOne({ mac: 'a' })).to.include({ beats: 40 });
  });

  it('runs forty findAndModify upserts while their collection is created', async () => {
    for (let round = 0; round < 5; round++) {
      const name = `fresh${round}`;
      const fresh = database.db.collection<{ _id: number }>(name);
      const upsert = (_id: number): Promise<unknown> =>
        fresh.findOneAndUpdate({ _id }, { $set: { n: 1 } }, { upsert: true });
      await Promise.all([
        database.db.createCollection(name).catch(() => undefined),
        ...Array.from({ length: 40 }, (_, _id) => upsert(_id)),
      ]);
      expect(await fresh.countDocuments()).to.equal(40);
    }
  });

  it('creates, indexes and drops collections while their database is dropped', async () => {
    const db = database.client.db(`${database.db.databaseName}_changes`);
    const numbers = Array.from({ length: 10 }, (_, i) => i);
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        ...numbers.map((i) => db.createCollection(`made${i}`)),
        ...numbers.map((i) => db.collection(`indexed${i}`).createIndex({ a: 1 }, { unique: true }, {})),
        ...numbers.map((i) => db.collection(`indexed${i}`).createIndex({ b: 1 }, {}, {})),
        ...numbers.map((i) => db.collection(`indexed${(i * 3) % 10}`).drop()),
        db.dropDatabase(),
        db.dropDatabase(),
      ]);
    }
    await db.collection('kept').createIndex({ a: 1 }, {}, {});
    expect(await db.collection('kept').indexExists('a_1')).to.equal(true);
    await db.dropDatabase();
    expect(await db.listCollections().toArray()).to.deep.equal([]);
  });

  it('gives each of forty concurrent findAndModify upserts of one _id a different number', async () => {
    const counters = database.db.collection<{ _id: string; last: number }>('counters');
    for (const _id of ['a', 'b', 'c', 'd', 'e']) {
      const next = (): Promise<{ last: number } | null> =>
        counters.findOneAndUpdate({ _id }, { $inc: { last: 1 } }, { upsert: true, returnDocument: 'after' });
      const given = await Promise.all(Array.from({ length: 40 }, next));
      const numbers = given.map((counter) => counter?.last ?? 0).sort((a, b) => a - b);
      expect(numbers, _id).to.deep.equal(Array.from({ length: 40 }, (_, i) => i + 1));
    }
  });

  it('deletes and counts a document that another client is changing', async () => {
    const tokens = database.db.collection<{ _id: string; used: number }>('deletions');
    const ways: Record<string, (_id: string) => Promise<number>> = {
      deleteOne: async (_id) => (await tokens.deleteOne({ _id })).deletedCount,
      findOneAndDelete: async (_id) => ((await tokens.findOneAndDelete({ _id })) ? 1 : 0),
      bulkWrite: async (_id) => {
        const deletes = ['missing', _id].map((one) => ({ deleteOne: { filter: { _id: one } } }));
        return (await tokens.bulkWrite(deletes)).deletedCount;
      },
    };
    for (const [way, remove] of Object.entries(ways)) {
      for (let round = 0; round < 30; round += 1) {
        const _id = `${way} ${round}`;
        await tokens.insertOne({ _id, used: 0 });
        const use = tokens.updateOne({ _id }, { $inc: { used: 1 } });
        const [deleted] = await Promise.all([remove(_id), use]);
        expect(deleted, _id).to.equal(1);
      }
    }
    expect(await tokens.countDocuments({})).to.equal(0);
  });

  it('runs overlapping bulk upserts without an error or a lost write', async () => {
    const devices = database.db.collection<{ _id: number; beats: number }>('bulk');
    const bulk = (offset: number): Promise<unknown> =>
      devices.bulkWrite(
        Array.from({ length: 500 }, (_, i) => ({
          updateOne: {
            filter: { _id: (i * 7 + offset) % 500 },
            update: { $inc: { beats: 1 } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    await Promise.all([0, 100, 250, 400].map(bulk));
    expect(await devices.countDocuments({ beats: 4 })).to.equal(500);
  });

  it('stops a conditional increment at its limit', async () => {
    const devices = database.db.collection<{ _id: number; used: number; limit: number }>('limits');
    await devices.insertOne({ _id: 1, used: 0, limit: 25 });
    const take = (): Promise<mongoose.mongo.UpdateResult> =>
      devices.updateOne({ _id: 1, $expr: { $lt: ['$used', '$limit'] } }, { $inc: { used: 1 } });
    const results = await Promise.all(Array.from({ length: 80 }, take));
    expect(results.filter(({ modifiedCount }) => modifiedCount === 1)).to.have.length(25);
    expect(await devices.findOne({ _id: 1 })).to.include({ used: 25 });
  });

  it('reports the position of each duplicate of an unordered bulk and writes the rest', async () => {
    const devices = database.db.collection<{ _id: number; mac: string }>('unordered');
    await devices.createIndex({ mac: 1 }, { unique: true }, {});
    await devices.insertOne({ _id: 0, mac: 'm3' });
    const upserts = Array.from({ length: 6 }, (_, i) => ({
      updateOne: { filter: { _id: i + 1 }, update: { $set: { mac: `m${i}` } }, upsert: true },
    }));
    const error = await rejection(devices.bulkWrite(upserts, { ordered: false }));
    expect(error).to.be.instanceOf(mongoose.mongo.MongoBulkWriteError);
    const { writeErrors, result } = error as unknown as mongoose.mongo.MongoBulkWriteError;
    expect([writeErrors].flat().map(({ index, code }) => ({ index, code }))).to.deep.equal([
      { index: 3, code: 11000 },
    ]);
    expect(result.upsertedCount).to.equal(5);
  });

  it('stops an ordered bulk at its first error', async () => {
    const devices = database.db.collection<{ _id: number }>('ordered');
    const error = await rejection(
      devices.insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }], { ordered: true }),
    );
    expect(error).to.include({ code: 11000 });
    expect(await devices.countDocuments({})).to.equal(1);
  });

  it('executes a retryable write once, even if it is sent again', async () => {
    const counters = database.db.collection<{ _id: number; n: number }>('retries');
    await counters.insertOne({ _id: 1, n: 0 });
    const command = {
      update: 'retries',
      updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }],
      lsid: { id: new mongoose.mongo.UUID() },
      txnNumber: mongoose.mongo.Long.fromNumber(1),
    };
    expect(await database.db.command({ ...command })).to.include({ n: 1, nModified: 1 });
    expect(await database.db.command({ ...command })).to.include({ n: 1, nModified: 1 });
    expect(await counters.findOne({ _id: 1 })).to.include({ n: 1 });
  });
});
