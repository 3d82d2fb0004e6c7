import { expect } from 'chai';
import type mongoose from 'mongoose';
import { describeGateway } from './describe-gateway.js';
import { openDatabase, rejection, type TestDatabase } from './open-database.js';

interface Item {
  _id: number;
  group: number;
  pad?: string;
}

describeGateway('cursors', () => {
  let database: TestDatabase;
  let items: mongoose.mongo.Collection<Item>;

  before(async () => {
    database = await openDatabase('cursors');
    items = database.db.collection<Item>('items');
    await items.insertMany(Array.from({ length: 5_000 }, (_, i) => ({ _id: i, group: i % 7 })));
  });
  after(() => database.close());

  for (const [title, sort] of [
    ['in the order of storage', undefined],
    ['sorted without an index', { group: -1, _id: 1 }],
  ] as const) {
    it(`reads every document once by getMore, ${title}`, async () => {
      const cursor = items.find({}, { batchSize: 700 });
      const ids = (await (sort ? cursor.sort(sort) : cursor).toArray()).map(({ _id }) => _id);
      expect(ids).to.have.length(5_000);
      expect(new Set(ids).size).to.equal(5_000);
    });
  }

  it('reads an aggregation by getMore', async () => {
    const groups = await items
      .aggregate([{ $group: { _id: '$_id' } }, { $sort: { _id: 1 } }], { batchSize: 999 })
      .toArray();
    expect(groups.at(-1)).to.deep.equal({ _id: 4_999 });
    expect(groups).to.have.length(5_000);
  });

  it('returns a single page with limit and with a negative batch size', async () => {
    expect(await items.find({}).limit(3).toArray()).to.have.length(3);
    const reply = await database.db.command({ find: 'items', batchSize: 10, singleBatch: true });
    expect((reply['cursor'] as { id: unknown }).id?.toString()).to.equal('0');
  });

  it('splits a large result into pages below the maximum message size', async () => {
    const large = database.db.collection<Item>('large');
    const pad = 'x'.repeat(1_000_000);
    for (let i = 0; i < 40; i += 10) {
      await large.insertMany(Array.from({ length: 10 }, (_, k) => ({ _id: i + k, group: 1, pad })));
    }
    const found = await large.find({}, { batchSize: 10_000 }).toArray();
    expect(found.map(({ _id }) => _id)).to.have.members(Array.from({ length: 40 }, (_, i) => i));
  });

  it('closes a killed cursor', async () => {
    const page = await database.db.command({ find: 'items', batchSize: 10, sort: { group: 1 } });
    const { id } = page['cursor'] as { id: number };
    const killed = await database.db.command({ killCursors: 'items', cursors: [id] });
    expect(killed).to.include({ ok: 1 });
    expect(killed['cursorsKilled']).to.have.length(1);
    const error = await rejection(database.db.command({ getMore: id, collection: 'items' }));
    expect(error).to.include({ code: 43, codeName: 'CursorNotFound' });
  });

  it('keeps reading a cursor while documents are changed, added and removed', async () => {
    const moving = database.db.collection<Item>('moving');
    await moving.insertMany(Array.from({ length: 1_000 }, (_, i) => ({ _id: i, group: 0 })));
    const seen = new Set<number>();
    for await (const { _id } of moving.find({}, { batchSize: 100 })) {
      seen.add(_id);
      await moving.updateOne({ _id }, { $inc: { group: 1 } });
      if (_id === 500) await moving.deleteOne({ _id: 999 });
    }
    expect(seen.size).to.be.within(999, 1_000);
    expect(await moving.countDocuments({ group: 1 })).to.equal(seen.has(999) ? 999 : seen.size);
  });
});
