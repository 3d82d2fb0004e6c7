import { expect } from 'chai';
import mongoose from 'mongoose';
import { describeGateway } from './describe-gateway.js';
import { openDatabase, rejection, type TestDatabase } from './open-database.js';

interface Stage {
  stage: string;
  indexName?: string;
  inputStage?: Stage;
}

function stages(stage: Stage | undefined): string[] {
  if (!stage) return [];
  return [
    `${stage.stage}${stage.indexName === undefined ? '' : ` ${stage.indexName}`}`,
    ...stages(stage.inputStage),
  ];
}

describeGateway('indexes', () => {
  let database: TestDatabase;
  let devices: mongoose.mongo.Collection;

  beforeEach(async () => {
    database = await openDatabase('indexes');
    devices = database.db.collection('devices');
  });
  afterEach(() => database.close());

  const explained = async (
    filter: mongoose.mongo.Filter<mongoose.mongo.Document>,
    sort: mongoose.mongo.Sort = {},
  ): Promise<string[]> => {
    const plan = await devices.find(filter).sort(sort).limit(20).explain('queryPlanner');
    return stages((plan['queryPlanner'] as { winningPlan: Stage }).winningPlan);
  };

  it('creates, lists and drops indexes', async () => {
    await devices.createIndexes([
      { key: { org: 1, mac: 1 }, unique: true, partialFilterExpression: { live: true } },
      { key: { org: 1, name: -1 }, name: 'by_name' },
      { key: { at: 1 }, expireAfterSeconds: 60 },
    ]);
    const indexes = await devices.indexes();
    expect(indexes.map(({ name }) => name)).to.deep.equal(['_id_', 'org_1_mac_1', 'by_name', 'at_1']);
    expect(indexes[1]).to.deep.include({ unique: true, partialFilterExpression: { live: true } });
    expect(indexes[2]).to.deep.include({ key: { org: 1, name: -1 } });
    expect(indexes[3]).to.include({ expireAfterSeconds: 60 });
    await devices.dropIndex('by_name');
    expect(await devices.indexExists('by_name')).to.equal(false);
    expect(await rejection(devices.dropIndex('by_name'))).to.include({ code: 27 });
  });

  it('accepts an existing index and refuses a different one of the same name', async () => {
    await devices.createIndex({ a: 1 }, { name: 'one' }, {});
    await devices.createIndex({ a: 1 }, { name: 'one' }, {});
    const error = await rejection(devices.createIndex({ b: 1 }, { name: 'one' }, {}));
    expect(error.code).to.be.oneOf([85, 86]);
  });

  it('refuses to build a unique index over duplicates', async () => {
    await devices.insertMany([{ mac: 'a' }, { mac: 'a' }]);
    const error = await rejection(devices.createIndex({ mac: 1 }, { unique: true }, {}));
    expect(error).to.include({ code: 11000 });
    expect(error.message).to.match(/E11000 duplicate key error collection: .*devices/);
  });

  it('names the violated index and key on insert, update, upsert and findAndModify', async () => {
    await devices.createIndex({ org: 1, mac: 1 }, { unique: true }, {});
    await devices.insertMany([
      { org: 1, mac: 'a' },
      { org: 1, mac: 'b' },
    ]);
    const violations = await Promise.all([
      rejection(devices.insertOne({ org: 1, mac: 'a' })),
      rejection(devices.updateOne({ org: 1, mac: 'b' }, { $set: { mac: 'a' } })),
      rejection(devices.updateOne({ org: 1, mac: 'c' }, { $set: { mac: 'a' } }, { upsert: true })),
      rejection(devices.findOneAndUpdate({ org: 1, mac: 'b' }, { $set: { mac: 'a' } })),
    ]);
    for (const error of violations) {
      expect(error).to.include({ code: 11000 });
      expect(error.message).to.include('index: org_1_mac_1 dup key: { org: 1, mac: "a" }');
      expect(error['keyPattern']).to.deep.equal({ org: 1, mac: 1 });
      expect(error['keyValue']).to.deep.equal({ org: 1, mac: 'a' });
    }
  });

  it('enforces a partial unique index only for documents that match its filter', async () => {
    await devices.createIndex({ mac: 1 }, { unique: true, partialFilterExpression: { live: true } }, {});
    await devices.insertMany([
      { mac: 'a', live: false },
      { mac: 'a', live: false },
      { mac: 'a', live: true },
    ]);
    expect(await rejection(devices.insertOne({ mac: 'a', live: true }))).to.include({ code: 11000 });
    expect(await rejection(devices.updateOne({ live: false }, { $set: { live: true } }))).to.include({
      code: 11000,
    });
  });

  it('explains which index is scanned and whether it sorts', async () => {
    await devices.insertMany(
      Array.from({ length: 3_000 }, (_, i) => ({ org: i % 3, name: `n${i}`, free: i })),
    );
    await devices.createIndex({ org: 1, name: 1 }, {}, {});
    await database.db.command({ analyze: 'devices' });
    expect(await explained({ org: 1 }, { name: 1 })).to.deep.equal(['LIMIT', 'IXSCAN org_1_name_1']);
    expect(await explained({ free: 7 })).to.deep.equal(['LIMIT', 'COLLSCAN']);
    expect(await explained({ org: 1 }, { free: 1 })).to.include('SORT');
    expect(await explained({ _id: new mongoose.mongo.ObjectId() })).to.include('IXSCAN _id_');
  });

  it('explains how many keys and documents a query examined', async () => {
    await devices.insertMany(Array.from({ length: 100 }, (_, i) => ({ free: i })));
    const plan = await devices.find({ free: { $lt: 10 } }).explain('executionStats');
    expect(plan['executionStats']).to.include({ nReturned: 10, totalDocsExamined: 100 });
  });

  it('manages collections', async () => {
    await database.db.createCollection('made');
    await devices.insertOne({ a: 1 });
    const names = (await database.db.listCollections().toArray()).map(({ name }) => name);
    expect(names).to.have.members(['made', 'devices']);
    expect(await database.db.command({ collStats: 'devices' })).to.include({
      ns: `${database.db.databaseName}.devices`,
    });
    expect(await database.db.command({ dbStats: 1 })).to.include({ db: database.db.databaseName });
    expect(await database.db.command({ validate: 'devices' })).to.include({ valid: true });
    expect(await database.db.dropCollection('made')).to.equal(true);
    expect((await database.db.admin().listDatabases()).databases.map(({ name }) => name)).to.include(
      database.db.databaseName,
    );
  });
});
