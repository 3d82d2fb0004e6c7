import { expect } from 'chai';
import mongoose from 'mongoose';
import { describeGateway } from './describe-gateway.js';
import { gatewayUri } from './gateway-uri.js';
import { openDatabase, type TestDatabase } from './open-database.js';

describeGateway('sizes', () => {
  let database: TestDatabase;

  before(async () => {
    database = await openDatabase('sizes');
  });
  after(() => database.close());

  it('stores and returns a document of 10 MB', async () => {
    const documents = database.db.collection<{ _id: number; text: string }>('large');
    const text = 'é'.repeat(5_000_000);
    await documents.insertOne({ _id: 1, text });
    expect((await documents.findOne({ _id: 1 }))?.text === text).to.equal(true);
  });

  it('preserves every BSON type and every byte of text', async () => {
    const { Binary, Decimal128, Double, Int32, Long, ObjectId, Timestamp, UUID } = mongoose.mongo;
    const document = {
      _id: new ObjectId(),
      text: 'a\u0000b ✓ 🛰',
      empty: {},
      list: [1, 'two', null, [3]],
      bytes: new Binary(Buffer.from([0, 255, 128])),
      uuid: new UUID(),
      big: Long.MAX_VALUE,
      small: new Int32(-1),
      double: new Double(0.1),
      decimal: Decimal128.fromString('1.5'),
      at: new Date(0),
      stamp: new Timestamp({ t: 1, i: 2 }),
      pattern: /^a.b/i,
      yes: true,
    };
    const documents = database.db.collection('types');
    await documents.insertOne(document);
    const options = { promoteValues: false };
    expect(await documents.findOne({ _id: document._id }, options)).to.deep.include({
      bytes: document.bytes,
      big: document.big,
      small: document.small,
      double: document.double,
      stamp: document.stamp,
    });
    const found = await documents.findOne({ _id: document._id });
    expect(found).to.deep.include({
      text: document.text,
      empty: {},
      list: document.list,
      at: document.at,
      yes: true,
    });
  });

  it('writes and reads batches of 10,000', async () => {
    const documents = database.db.collection<{ _id: number; n: number }>('batch');
    const result = await documents.insertMany(Array.from({ length: 10_000 }, (_, i) => ({ _id: i, n: i })));
    expect(result.insertedCount).to.equal(10_000);
    const updates = Array.from({ length: 10_000 }, (_, i) => ({
      updateOne: { filter: { _id: i }, update: { $inc: { n: 1 } } },
    }));
    expect((await documents.bulkWrite(updates, { ordered: false })).modifiedCount).to.equal(10_000);
    expect(await documents.find({}, { batchSize: 10_000 }).toArray()).to.have.length(10_000);
  });

  it('serves 200 connections at once and closes them', async () => {
    const client = await mongoose.mongo.MongoClient.connect(gatewayUri(), {
      minPoolSize: 200,
      maxPoolSize: 200,
    });
    const documents = client.db(database.db.databaseName).collection<{ _id: number; n: number }>('crowd');
    await Promise.all(
      Array.from({ length: 400 }, (_, i) =>
        documents.updateOne({ _id: i % 10 }, { $inc: { n: 1 } }, { upsert: true }),
      ),
    );
    expect(await documents.countDocuments({ n: 40 })).to.equal(10);
    await client.close();
    expect(await database.db.command({ ping: 1 })).to.include({ ok: 1 });
  });
});
