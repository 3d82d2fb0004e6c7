import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type mongoose from 'mongoose';
import { describeGateway } from './describe-gateway.js';
import { openDatabase, type TestDatabase } from './open-database.js';
import { message, RawClient } from './raw-client.js';

type Document = mongoose.mongo.BSON.Document;

const LIFETIME_S = 3;
/** A busy machine ends a transaction late. */
const MAX_LATE_MS = 15_000;

describeGateway('locks and lifetime of transactions', () => {
  let database: TestDatabase;
  let usual: number;
  let number = 0;

  const setLifetime = async (seconds: number): Promise<number> => {
    const set = { setParameter: 1, transactionLifetimeLimitSeconds: seconds };
    return Number((await database.client.db('admin').command(set))['was']);
  };
  const increment = (client: RawClient, session: string, more: Document = {}): Promise<Document> => {
    const lsid = { id: `${session}-${process.pid}` };
    const updates = [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }];
    const transaction = { lsid, txnNumber: ++number, startTransaction: true, autocommit: false };
    client.socket.write(
      message({ update: 'rows', updates, ...transaction, $db: database.db.databaseName, ...more }),
    );
    return client.answer();
  };

  before(async () => {
    database = await openDatabase('locks');
    usual = await setLifetime(LIFETIME_S);
  });
  beforeEach(async () => {
    await database.db.collection('rows').deleteMany({});
    await database.db.collection<{ _id: number; n: number }>('rows').insertOne({ _id: 1, n: 0 });
  });
  after(async () => {
    await setLifetime(usual);
    await database.close();
  });

  it('answers a write conflict at once for a document that another transaction has locked', async () => {
    const [first, second] = await Promise.all([RawClient.open(), RawClient.open()]);
    expect(await increment(first, 'first')).to.include({ nModified: 1 });
    const began = performance.now();
    const conflict = await increment(second, 'second');
    expect(performance.now() - began, 'less than the lifetime of the lock').to.be.below(LIFETIME_S * 800);
    expect(conflict).to.include({ code: 112, codeName: 'WriteConflict' });
    expect(conflict['errorLabels']).to.deep.equal(['TransientTransactionError']);
    for (const client of [first, second]) client.socket.destroy();
  });

  it('keeps the locks of a disconnected client until the lifetime of its transaction ends', async () => {
    const client = await RawClient.open();
    const began = performance.now();
    expect(await increment(client, 'vanished')).to.include({ nModified: 1 });
    client.socket.destroy();
    await database.db.collection('rows').updateOne({}, { $inc: { n: 10 } });
    const waited = performance.now() - began;
    expect(waited).to.be.within(LIFETIME_S * 1_000 - 100, LIFETIME_S * 1_000 + MAX_LATE_MS);
    expect(await database.db.collection('rows').findOne({})).to.include({ n: 10 });
  });

  it('ends a transaction at its lifetime although a command is running in it', async () => {
    const client = await RawClient.open();
    await increment(client, 'used');
    const use = { lsid: { id: `used-${process.pid}` }, txnNumber: number, autocommit: false };
    const $db = database.db.databaseName;
    const deadline = performance.now() + LIFETIME_S * 1_000 + MAX_LATE_MS;
    let answer: Document = { ok: 1 };
    while (answer['ok'] === 1 && performance.now() < deadline) {
      await wait(200);
      client.socket.write(message({ find: 'rows', ...use, $db }));
      answer = await client.answer();
    }
    expect(answer).to.include({ ok: 0, code: 251 });
    expect(answer['errorLabels']).to.deep.equal(['TransientTransactionError']);
    client.socket.destroy();
  });
});
