import { expect } from 'chai';
import type mongoose from 'mongoose';
import { describeGateway } from './describe-gateway.js';
import { openDatabase, rejection, type TestDatabase } from './open-database.js';
import { message, RawClient } from './raw-client.js';

type Document = Record<string, unknown>;

describeGateway('rules of MongoDB', () => {
  let database: TestDatabase;
  let client: RawClient;
  let number = 0;

  const send = async (
    body: Document,
    $db = database.db.databaseName,
  ): Promise<mongoose.mongo.BSON.Document> => {
    client.socket.write(message({ ...body, $db }));
    return client.answer();
  };
  const transaction = (starts = true): Document => ({
    lsid: { id: `rules-${process.pid}` },
    txnNumber: starts ? ++number : number,
    autocommit: false,
    ...(starts ? { startTransaction: true } : {}),
  });
  const abort = (): Promise<unknown> => send({ abortTransaction: 1, ...transaction(false) }, 'admin');

  before(async () => {
    database = await openDatabase('rules');
    await database.db.collection('items').insertOne({ n: 1 });
    client = await RawClient.open();
  });
  after(async () => {
    client.socket.destroy();
    await database.close();
  });

  const refusedInTransactions: [string, Document][] = [
    ['count', { count: 'items' }],
    ['listCollections', { listCollections: 1 }],
    ['drop', { drop: 'items' }],
    ['explain', { explain: { find: 'items' } }],
    ['a list of sessions', { aggregate: 1, pipeline: [{ $listLocalSessions: {} }], cursor: {} }],
    ['an aggregation that writes', { aggregate: 'items', pipeline: [{ $out: 'other' }], cursor: {} }],
  ];
  for (const [title, command] of refusedInTransactions) {
    it(`refuses ${title} in a transaction with 263 and no label`, async () => {
      const refusal = await send({ ...command, ...transaction() });
      expect(refusal).to.include({ code: 263, codeName: 'OperationNotSupportedInTransaction' });
      expect(refusal).not.to.have.property('errorLabels');
    });
  }

  it('refuses a new index on an older collection with 263 and ends the transaction', async () => {
    const index = { createIndexes: 'items', indexes: [{ key: { n: 1 }, name: 'n_1' }] };
    expect(await send({ find: 'items', ...transaction() })).to.include({ ok: 1 });
    expect(await send({ ...index, ...transaction(false) })).to.include({ code: 263 });
    expect(await send({ find: 'items', ...transaction(false) })).to.include({ code: 251 });
    expect(await send({ ...index, ...transaction() })).to.include({ code: 263 });
    const names = (await database.db.collection('items').indexes()).map(({ name }) => name);
    expect(names).to.deep.equal(['_id_']);
  });

  it('accepts an existing index in a transaction, and any index on a collection that it creates', async () => {
    const key = { key: { _id: 1 }, name: '_id_' };
    expect(await send({ createIndexes: 'items', indexes: [key], ...transaction() })).to.include({ ok: 1 });
    await abort();
    expect(await send({ create: 'fresh', ...transaction() })).to.include({ ok: 1 });
    const index = { createIndexes: 'fresh', indexes: [{ key: { n: 1 }, name: 'n_1' }] };
    expect(await send({ ...index, ...transaction(false) })).to.include({ ok: 1 });
    await abort();
  });

  it('refuses an update with sort with 40415 and writes nothing', async () => {
    const updates = [{ q: {}, u: { $set: { sorted: true } }, sort: { n: 1 } }];
    expect(await send({ update: 'items', updates })).to.include({ code: 40_415 });
    expect(await database.db.collection('items').countDocuments({ sorted: true })).to.equal(0);
  });

  it('refuses a transaction on a system database with 263', async () => {
    expect(await send({ find: 'items', ...transaction() }, 'admin')).to.include({ code: 263 });
  });

  it('refuses a transaction number on a command that is not retryable with 50768', async () => {
    const numbered = { lsid: { id: 'rules' }, txnNumber: 1 };
    expect(await send({ find: 'items', ...numbered })).to.include({ code: 50768 });
  });

  it('refuses a transaction with the number of an open one with 117, and with an older one with 225', async () => {
    const first = transaction();
    expect(await send({ find: 'items', ...first })).to.include({ ok: 1 });
    expect(await send({ find: 'items', ...first })).to.include({ code: 117 });
    expect(await send({ find: 'items', ...first, txnNumber: number - 1 })).to.include({ code: 225 });
    await abort();
  });

  const refusedConcerns: [string, Document, number][] = [
    ['an unknown read concern level', { find: 'items', readConcern: { level: 'some' } }, 2],
    ['an unknown field of a read concern', { find: 'items', readConcern: { lever: 1 } }, 40415],
    ['snapshot for a count', { count: 'items', readConcern: { level: 'snapshot' } }, 72],
    ['majority for a write', { insert: 'items', documents: [{}], readConcern: { level: 'majority' } }, 72],
    [
      'linearizable for an aggregation that writes',
      { aggregate: 'items', pipeline: [{ $out: 'o' }], cursor: {}, readConcern: { level: 'linearizable' } },
      72,
    ],
    ['a write concern on a read', { find: 'items', writeConcern: { w: 1 } }, 72],
    ['a negative w', { insert: 'items', documents: [{}], writeConcern: { w: -1 } }, 9],
    [
      'an unknown field of a write concern',
      { insert: 'items', documents: [{}], writeConcern: { x: 1 } },
      40415,
    ],
    ['an unknown read preference', { find: 'items', $readPreference: { mode: 'near' } }, 9],
    [
      'tags with mode primary',
      { find: 'items', $readPreference: { mode: 'primary', tags: [{ a: 'b' }] } },
      2,
    ],
  ];
  for (const [title, command, code] of refusedConcerns) {
    it(`refuses ${title} with ${code}`, async () => {
      expect(await send(command)).to.include({ code });
    });
  }

  it('refuses a write concern, a late read concern and a secondary in a transaction with 72', async () => {
    const insert = { insert: 'items', documents: [{}], writeConcern: { w: 1 } };
    expect(await send({ ...insert, ...transaction() })).to.include({ code: 72 });
    expect(await send({ find: 'items', ...transaction() })).to.include({ ok: 1 });
    const late = { find: 'items', readConcern: { level: 'local' }, ...transaction(false) };
    expect(await send(late)).to.include({ code: 72 });
    const secondary = { find: 'items', $readPreference: { mode: 'secondary' }, ...transaction(false) };
    expect(await send(secondary)).to.include({ code: 72 });
    await abort();
  });

  it('writes, and answers a write concern error, if a single node cannot acknowledge the write', async () => {
    const answer = await send({ insert: 'done', documents: [{}], writeConcern: { w: 2 } });
    expect(answer).to.include({ ok: 1, n: 1 }).and.to.have.nested.property('writeConcernError.code', 100);
    const unknown = await send({ insert: 'done', documents: [{}], writeConcern: { w: 'all' } });
    expect(unknown).to.have.nested.property('writeConcernError.code', 79);
    expect(await database.db.collection('done').countDocuments()).to.equal(2);
  });

  it('refuses a command and a document of more than 16 MB with 10334', async () => {
    const text = 'x'.repeat(16 * 1024 * 1024 + 32 * 1024);
    expect(await send({ find: 'items', filter: { text } })).to.include({ code: 10_334 });
    const $db = database.db.databaseName;
    client.socket.write(message({ insert: 'items', $db }, { documents: [{ text }] }));
    expect(await client.answer()).to.include({ code: 10_334, codeName: 'BSONObjectTooLarge' });
  });

  it('labels a retriable error only where a retry is safe', async () => {
    const admin = database.client.db('admin');
    const appName = 'labels';
    const fail = { failCommands: ['insert', 'find', 'commitTransaction'], errorCode: 11_600, appName };
    await send({ hello: 1, client: { application: { name: appName } } }, 'admin');
    await admin.command({ configureFailPoint: 'failCommand', mode: { times: 5 }, data: fail });
    const insert = { insert: 'items', documents: [{}] };
    expect(await send(insert)).not.to.have.property('errorLabels');
    expect(await send({ find: 'items' })).not.to.have.property('errorLabels');
    const retryable = await send({ ...insert, lsid: { id: 'labels' }, txnNumber: 1 });
    expect(retryable['errorLabels']).to.deep.equal(['RetryableWriteError']);
    const inside = await send({ ...insert, ...transaction() });
    expect(inside['errorLabels']).to.deep.equal(['TransientTransactionError']);
    const commit = await send({ commitTransaction: 1, ...transaction(false) }, 'admin');
    expect(commit['errorLabels']).to.deep.equal(['RetryableWriteError']);
  });

  it('labels no command error outside transactions', async () => {
    const error = await rejection(database.db.collection('items').find({ $nonsense: 1 }).toArray());
    expect(error.errorLabels).to.deep.equal([]);
  });
});
