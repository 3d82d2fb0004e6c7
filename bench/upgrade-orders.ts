import type { mongo } from 'mongoose';
import { batchesOf } from '../shared/platform/mongo/batches.js';
import { alternate, measureMs } from './alternate.js';
import { rounded } from './benchmark.js';
import type { OneNetwork } from './fleet/bench-upgrades.js';

/** Orders of the upgrade table that only it reads. */
const ORDERS = {
  mac_id: { field: 'macId', index: 'sort_mac' },
  version: { field: 'versionOrder', index: 'sort_version_order' },
  schedule_at: { field: 'dueAt', index: 'sort_due' },
} as const;
/** An index that the table needs in any case. */
const OTHER = 'organisation_id';
const PAGE = 10;

type Print = (result: object) => void;

/** Compares pages in these orders with pages sorted in memory, and the writes of upgrades with and without their indexes. */
export async function measureOrders(fleet: OneNetwork, print: Print, rounds: number): Promise<void> {
  const { upgrades } = fleet.mongo.models;
  const organisationId = fleet.whole.id;
  const count = await upgrades.countDocuments({ organisationId });
  for (const [name, { field, index }] of Object.entries(ORDERS)) {
    const page = (hint: string) => () =>
      measureMs(() =>
        upgrades
          .find({ organisationId })
          .sort({ [field]: 1, _id: 1 })
          .hint(hint)
          .limit(PAGE)
          .lean(),
      );
    const ms = await alternate({ indexed: page(index), sorted: page(OTHER) }, rounds);
    const ratio = rounded(ms.sorted / ms.indexed);
    print({ case: `sorted by ${name} in memory`, upgrades: count, ms, ratio });
  }
  await measureWrites(fleet, print, rounds);
}

async function measureWrites({ mongo: { models, connection } }: OneNetwork, print: Print, rounds: number) {
  const records = await models.upgrades.collection.find({}).limit(10_000).toArray();
  const left = new Set<string>(Object.values(ORDERS).map(({ index }) => index));
  const all = (await models.upgrades.collection.indexes()).filter(({ name }) => name !== '_id_');
  const copies = {
    all: connection.collection('bench_upgrades_all'),
    fewer: connection.collection('bench_upgrades_fewer'),
  };
  const without = all.filter(({ name }) => !left.has(name ?? ''));
  try {
    for (const [copy, indexes] of [
      [copies.all, all],
      [copies.fewer, without],
    ] as const) {
      await copy.drop();
      await copy.createIndexes(indexes.map(({ v: _version, ...index }) => index));
    }
    const insert = (copy: typeof copies.all) => async () => {
      await copy.deleteMany({});
      return measureMs(() => insertAll(copy, records));
    };
    const inserts = await alternate({ all: insert(copies.all), fewer: insert(copies.fewer) }, rounds);
    print({
      case: 'inserts without these indexes',
      upgrades: records.length,
      ms: inserts,
      ratio: rounded(inserts.fewer / inserts.all),
    });
    const dispatch = (copy: typeof copies.all) => async () => {
      await insert(copy)();
      return measureMs(() => dispatchAll(copy, records));
    };
    const updates = await alternate({ all: dispatch(copies.all), fewer: dispatch(copies.fewer) }, rounds);
    print({
      case: 'dispatch without these indexes',
      upgrades: records.length,
      ms: updates,
      ratio: rounded(updates.fewer / updates.all),
    });
  } finally {
    for (const copy of Object.values(copies)) await copy.drop();
  }
}

async function insertAll(copy: mongo.Collection, records: readonly mongo.Document[]): Promise<void> {
  for (const batch of batchesOf(records)) await copy.insertMany([...batch], { ordered: false });
}

/** Changes the fields that a dispatch changes. */
async function dispatchAll(copy: mongo.Collection, records: readonly mongo.Document[]): Promise<void> {
  const at = new Date();
  const $set = { status: 'Queued', inFlight: true, statusSince: at, updatedAt: at, deadlineAt: at };
  for (const batch of batchesOf(records))
    await copy.updateMany({ _id: { $in: batch.map(({ _id }) => _id as mongo.BSON.ObjectId) } }, { $set });
}
