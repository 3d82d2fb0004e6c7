import { expect } from 'chai';
import mongoose from 'mongoose';
import { eventually } from '../../../test/fixtures/eventually.js';
import { describeGateway } from './describe-gateway.js';
import { openDatabase, rejection, type TestDatabase } from './open-database.js';

describeGateway('fail points', () => {
  let database: TestDatabase;
  let items: mongoose.mongo.Collection<{ _id: number; n?: number }>;
  const started: mongoose.mongo.CommandStartedEvent[] = [];
  const admin = (): mongoose.mongo.Db => database.client.db('admin');
  const arm = (mode: unknown, data: object): Promise<mongoose.mongo.BSON.Document> =>
    admin().command({ configureFailPoint: 'failCommand', mode, data: { appName: 'fail-points', ...data } });
  const sent = (name: string): number => started.filter(({ commandName }) => commandName === name).length;

  before(async () => {
    database = await openDatabase('fail_points', { appName: 'fail-points', monitorCommands: true });
    database.client.on('commandStarted', (event) => started.push(event));
    items = database.db.collection('items');
  });
  beforeEach(async () => {
    await items.deleteMany({});
    await items.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    started.length = 0;
  });
  afterEach(() => admin().command({ configureFailPoint: 'failCommand', mode: 'off' }));
  after(() => database.close());

  it('answers the error code and does not run the command', async () => {
    await arm('alwaysOn', { failCommands: ['delete'], errorCode: 8 });
    expect(await rejection(items.deleteOne({ _id: 1 }))).to.include({ code: 8, ok: 0 });
    expect(await items.countDocuments()).to.equal(3);
  });

  it('fires as often as the mode says, and counts it', async () => {
    await arm({ times: 2 }, { failCommands: ['count'], errorCode: 8 });
    for (let time = 0; time < 2; time++) {
      expect(await rejection(items.estimatedDocumentCount())).to.include({ code: 8 });
    }
    expect(await items.estimatedDocumentCount()).to.be.a('number');
    expect(await arm('off', { failCommands: ['count'] })).to.include({ count: 2 });
  });

  it('skips as many commands as the mode says', async () => {
    await arm({ skip: 1 }, { failCommands: ['distinct'], errorCode: 8 });
    expect(await items.distinct('_id')).to.have.length(3);
    expect(await rejection(items.distinct('_id'))).to.include({ code: 8 });
    expect(await rejection(items.distinct('_id'))).to.include({ code: 8 });
  });

  it('closes the connection without an answer, after which the driver retries a retryable write', async () => {
    await arm({ times: 1 }, { failCommands: ['update'], closeConnection: true });
    const changed = await items.updateOne({ _id: 1 }, { $inc: { n: 1 } });
    expect(changed.modifiedCount).to.equal(1);
    expect(sent('update')).to.equal(2);
    expect(await items.findOne({ _id: 1 })).to.include({ n: 1 });
  });

  it('delays a command by blockTimeMS, then runs it', async () => {
    const other = await openDatabase('fail_points', { appName: 'another' });
    const update = (n: number): Promise<unknown> =>
      other.db.collection<{ _id: number }>('items').updateOne({ _id: 1 }, { $set: { n } });
    // An update comes while the command is delayed, so that the command finds it: on a slow machine after a longer delay.
    const found: unknown[] = [];
    for (const blockTimeMS of [200, 2000, 20_000]) {
      await update(0);
      await arm({ times: 1 }, { failCommands: ['find'], blockConnection: true, blockTimeMS });
      const before = sent('find');
      const finding = items.findOne({ _id: 1 });
      await eventually('the command is sent', () => sent('find') > before);
      await update(1);
      found.push(await finding);
      if ((await finding)?.n === 1) break;
    }
    expect(found.at(-1)).to.deep.equal({ _id: 1, n: 1 });
    await other.client.close();
  });

  it('labels a retriable error so that the driver retries the write', async () => {
    await arm({ times: 1 }, { failCommands: ['insert'], errorCode: 11_600 });
    await items.insertOne({ _id: 4 });
    expect(sent('insert')).to.equal(2);
  });

  it('replaces the labels of the server by the given ones', async () => {
    await arm('alwaysOn', { failCommands: ['insert'], errorCode: 11_600, errorLabels: [] });
    const unlabelled = await rejection(items.insertOne({ _id: 4 }));
    expect(unlabelled.hasErrorLabel('RetryableWriteError')).to.equal(false);
    expect(sent('insert')).to.equal(1);
    await arm('alwaysOn', { failCommands: ['insert'], errorCode: 8, errorLabels: ['Foo'] });
    expect((await rejection(items.insertOne({ _id: 4 }))).hasErrorLabel('Foo')).to.equal(true);
  });

  it('adds a write concern error to the answer of a write that took effect', async () => {
    const writeConcernError = { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg: 'not enough' };
    await arm({ times: 1 }, { failCommands: ['insert'], writeConcernError });
    const error = await items.insertOne({ _id: 4 }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(mongoose.mongo.MongoWriteConcernError).with.property('code', 100);
    expect(await items.countDocuments()).to.equal(4);
  });

  it('applies only to the named application and the named collection', async () => {
    const other = await openDatabase('fail_points', { appName: 'another' });
    const namespace = `${database.db.databaseName}.items`;
    await arm('alwaysOn', { failCommands: ['find', 'getMore'], namespace, errorCode: 8 });
    expect(await other.db.collection('items').find({}).toArray()).to.have.length(3);
    expect(await database.db.collection('others').find({}).toArray()).to.deep.equal([]);
    expect(await rejection(items.find({}).toArray())).to.include({ code: 8 });
    await other.client.close();
  });

  it('drops the answer of a retryable write, or fails the write before it runs', async () => {
    const onWrite = (mode: unknown, data: object): Promise<unknown> =>
      admin().command({ configureFailPoint: 'onPrimaryTransactionalWrite', mode, data });
    await onWrite({ times: 1 }, {});
    await items.updateOne({ _id: 2 }, { $inc: { n: 1 } });
    expect(sent('update')).to.equal(2);
    expect(await items.findOne({ _id: 2 })).to.include({ n: 1 });
    await onWrite({ times: 1 }, { failBeforeCommitExceptionCode: 1, closeConnection: false });
    expect(await rejection(items.updateOne({ _id: 3 }, { $inc: { n: 1 } }))).to.include({ code: 1 });
    expect(await items.findOne({ _id: 3 })).to.deep.equal({ _id: 3 });
    await onWrite('off', {});
  });

  it('drops the answer of each write once, not that of its retry', async () => {
    await admin().command({ configureFailPoint: 'onPrimaryTransactionalWrite', mode: { times: 2 } });
    await items.updateOne({ _id: 1 }, { $inc: { n: 1 } });
    await items.updateOne({ _id: 2 }, { $inc: { n: 1 } });
    expect(sent('update')).to.equal(4);
    expect(await items.countDocuments({ n: 1 })).to.equal(2);
  });

  it('executes a batch of several retryable writes once although its answer is lost', async () => {
    const lose = { configureFailPoint: 'onPrimaryTransactionalWrite', mode: { times: 1 } };
    await admin().command(lose);
    await items.insertMany([{ _id: 4 }, { _id: 5 }]);
    expect(sent('insert')).to.equal(2);
    expect(await items.countDocuments()).to.equal(5);
    await admin().command(lose);
    const increment = (_id: number): object => ({
      updateOne: { filter: { _id }, update: { $inc: { n: 1 } } },
    });
    await items.bulkWrite([increment(4), increment(5)] as mongoose.mongo.AnyBulkWriteOperation<{
      _id: number;
    }>[]);
    expect(await items.countDocuments({ n: 1 })).to.equal(2);
  });

  it('refuses an unknown fail point, an unknown mode and invalid data', async () => {
    const configure = (document: object): Promise<unknown> => rejection(admin().command(document));
    expect(await configure({ configureFailPoint: 'none', mode: 'off' })).to.include({ code: 266 });
    expect(await configure({ configureFailPoint: 'failCommand', mode: 'maybe' })).to.include({ code: 2 });
    expect(await configure({ configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {} })).to.include({
      code: 2,
    });
    const notAdmin = database.db.command({ configureFailPoint: 'failCommand', mode: 'off' });
    expect(await rejection(notAdmin)).to.include({ code: 13 });
  });
});
