import { expect } from 'chai';
import type mongoose from 'mongoose';
import { describeGateway } from './describe-gateway.js';
import { eventually } from '../../../test/fixtures/eventually.js';
import { openDatabase, rejection, type TestDatabase } from './open-database.js';
import { message, RawClient } from './raw-client.js';

type Document = mongoose.mongo.BSON.Document;

const SHORT_S = 3;
/** No test waits for its end. */
const LONG_S = 600;

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

  const abort = (client: RawClient, session: string, txnNumber: number): Promise<Document> => {
    const lsid = { id: `${session}-${process.pid}` };
    client.socket.write(message({ abortTransaction: 1, lsid, txnNumber, autocommit: false, $db: 'admin' }));
    return client.answer();
  };

  before(async () => {
    database = await openDatabase('locks');
    usual = await setLifetime(SHORT_S);
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
    await setLifetime(LONG_S);
    const [first, second] = await Promise.all([RawClient.open(), RawClient.open()]);
    expect(await increment(first, 'first')).to.include({ nModified: 1 });
    const conflict = await increment(second, 'second');
    expect(conflict).to.include({ code: 112, codeName: 'WriteConflict' });
    expect(conflict['errorLabels']).to.deep.equal(['TransientTransactionError']);
    expect(await abort(first, 'first', number - 1), 'it holds its lock').to.include({ ok: 1 });
    for (const client of [first, second]) client.socket.destroy();
  });

  it('keeps the locks of a disconnected client until the lifetime of its transaction ends', async () => {
    await setLifetime(LONG_S);
    const client = await RawClient.open();
    expect(await increment(client, 'vanished')).to.include({ nModified: 1 });
    client.socket.destroy();
    const rows = database.db.collection('rows');
    const limited = await rejection(rows.updateOne({}, { $inc: { n: 10 } }, { maxTimeMS: 1000 }));
    expect(limited).to.include({ code: 50, codeName: 'MaxTimeMSExpired' });
    const other = await RawClient.open();
    expect(await abort(other, 'vanished', number)).to.include({ ok: 1 });
    other.socket.destroy();
    await setLifetime(SHORT_S);
    const next = await RawClient.open();
    expect(await increment(next, 'vanished again')).to.include({ nModified: 1 });
    next.socket.destroy();
    await rows.updateOne({}, { $inc: { n: 10 } });
    expect(await rows.findOne({})).to.include({ n: 10 });
  });

  it('ends a transaction at its lifetime although a command is running in it', async () => {
    await setLifetime(SHORT_S);
    const client = await RawClient.open();
    await increment(client, 'used');
    const use = { lsid: { id: `used-${process.pid}` }, txnNumber: number, autocommit: false };
    const $db = database.db.databaseName;
    const answer = await eventually('a command is refused', async () => {
      client.socket.write(message({ find: 'rows', ...use, $db }));
      const found = await client.answer();
      return found['ok'] !== 1 && found;
    });
    expect(answer).to.include({ ok: 0, code: 251 });
    expect(answer['errorLabels']).to.deep.equal(['TransientTransactionError']);
    client.socket.destroy();
  });
});
