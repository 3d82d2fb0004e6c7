import { expect } from 'chai';
import type mongoose from 'mongoose';
import { describeGateway } from './describe-gateway.js';
import { openDatabase, rejection, type TestDatabase } from './open-database.js';

interface Account {
  _id: string;
  balance: number;
}

describeGateway('transactions', () => {
  let database: TestDatabase;
  let accounts: mongoose.mongo.Collection<Account>;

  beforeEach(async () => {
    database = await openDatabase('transactions');
    accounts = database.db.collection<Account>('accounts');
    await accounts.insertMany([
      { _id: 'a', balance: 10 },
      { _id: 'b', balance: 0 },
    ]);
  });
  afterEach(() => database.close());

  const balances = async (): Promise<number[]> =>
    (await accounts.find({}).sort({ _id: 1 }).toArray()).map(({ balance }) => balance);

  it('makes several writes visible at the commit and not before', async () => {
    await database.client.withSession(async (session) => {
      session.startTransaction();
      await accounts.updateOne({ _id: 'a' }, { $inc: { balance: -4 } }, { session });
      await accounts.updateOne({ _id: 'b' }, { $inc: { balance: 4 } }, { session });
      expect(await accounts.findOne({ _id: 'b' }, { session })).to.include({ balance: 4 });
      expect(await balances()).to.deep.equal([10, 0]);
      await session.commitTransaction();
      expect(await balances()).to.deep.equal([6, 4]);
    });
  });

  it('discards the writes of an aborted transaction', async () => {
    await database.client.withSession(async (session) => {
      session.startTransaction();
      await accounts.updateOne({ _id: 'a' }, { $inc: { balance: -4 } }, { session });
      await accounts.insertOne({ _id: 'c', balance: 1 }, { session });
      await session.abortTransaction();
    });
    expect(await balances()).to.deep.equal([10, 0]);
  });

  it('creates a collection inside a transaction', async () => {
    await database.client.withSession((session) =>
      session.withTransaction(() => database.db.collection('fresh').insertOne({ a: 1 }, { session })),
    );
    expect(await database.db.collection('fresh').countDocuments({})).to.equal(1);
  });

  it('begins with an insert into a collection that another client creates at the same moment', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `created${index}`);
    await Promise.all(
      names.map(async (name) => {
        const created = database.db.createCollection(name);
        await database.client.withSession((session) =>
          session.withTransaction(() => database.db.collection(name).insertOne({ a: 1 }, { session })),
        );
        await created.catch(() => undefined);
        expect(await database.db.collection(name).countDocuments({}), name).to.equal(1);
      }),
    );
  });

  it('answers write conflicts that the driver retries, so that no update is lost', async () => {
    const transfer = (): Promise<void> =>
      database.client.withSession((session) =>
        session.withTransaction(async () => {
          const account = await accounts.findOne({ _id: 'a' }, { session });
          await accounts.updateOne(
            { _id: 'a' },
            { $set: { balance: (account?.balance ?? 0) + 1 } },
            { session },
          );
        }),
      );
    await Promise.all(Array.from({ length: 6 }, transfer));
    expect(await balances()).to.deep.equal([16, 0]);
  });

  it('answers a conflict with its code and its label', async () => {
    await database.client.withSession(async (session) => {
      session.startTransaction();
      await accounts.findOne({ _id: 'b' }, { session });
      await accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } });
      const error = await rejection(accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session }));
      expect(error).to.include({ code: 112 });
      expect(error.hasErrorLabel('TransientTransactionError')).to.equal(true);
    });
  });

  it('answers a write conflict for an upsert that lost a race, then a duplicate key if it remains', async () => {
    await accounts.createIndex({ balance: 1 }, { unique: true }, {});
    let runs = 0;
    const upsert = (filter: object, balance: number): Promise<unknown> =>
      database.client.withSession((session) =>
        session.withTransaction(async () => {
          runs += 1;
          await accounts.findOne({}, { session });
          if (runs === 1) await accounts.insertOne({ _id: 'rival', balance: 50 });
          await accounts.updateOne(filter, { $set: { balance } }, { upsert: true, session });
        }),
      );
    await upsert({ balance: 50 }, 50);
    expect(runs).to.equal(2);
    expect(await accounts.countDocuments({ balance: 50 })).to.equal(1);
    expect(await rejection(upsert({ _id: 'z' }, 50))).to.include({ code: 11000 });
  });

  it('ends a transaction at its first error, and answers later commands with a transient error', async () => {
    await database.client.withSession(async (session) => {
      session.startTransaction();
      await accounts.updateOne({ _id: 'b' }, { $inc: { balance: 1 } }, { session });
      expect(await rejection(accounts.insertOne({ _id: 'a', balance: 1 }, { session }))).to.include({
        code: 11000,
      });
      const error = await rejection(accounts.findOne({ _id: 'a' }, { session }));
      expect(error).to.include({ code: 251, codeName: 'NoSuchTransaction' });
      expect(error.hasErrorLabel('TransientTransactionError')).to.equal(true);
      await session.abortTransaction();
    });
    expect(await balances()).to.deep.equal([10, 0]);
  });

  it('reads a large result in a transaction by getMore', async () => {
    await accounts.insertMany(Array.from({ length: 2_000 }, (_, i) => ({ _id: `n${i}`, balance: i })));
    await database.client.withSession(async (session) => {
      session.startTransaction();
      expect(
        await accounts.find({}, { session, batchSize: 300 }).sort({ balance: 1 }).toArray(),
      ).to.have.length(2_002);
      await session.commitTransaction();
    });
  });
});
