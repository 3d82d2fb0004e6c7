import { expect } from 'chai';
import type { Scope } from '../../shared/access/domain/access.js';
import type { DeviceOrder } from '../../shared/search/domain/device-order.js';
import { createStores } from '../../shared/composition/deps.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { migratedDatabase } from '../fixtures/migrated-database.js';
import { planOf } from '../fixtures/queries/query-plan.js';
import { queriesDuring, type Query } from '../fixtures/queries/query-shapes.js';
import type { ScratchDatabase } from '../fixtures/scratch-database.js';

const DEVICES = 3000;
const NETWORKS = 10;
const LIMIT = 10;
/** Every network has as many devices; these have 600 in all. */
const SOME: Scope = { organisationId: 1, networkIds: [3, 7], unassigned: false };

describe('lists of devices of some networks', () => {
  let database: ScratchDatabase;
  before(async () => {
    database = await migratedDatabase();
    const { models } = database.mongo;
    await models.organisations.collection.insertOne({ _id: 1, deviceCount: DEVICES } as never);
    await models.devices.collection.insertMany(Array.from({ length: DEVICES }, device) as never[]);
    await models.devices.db.db?.command({ analyze: 'devices' });
  });
  after(() => database.drop());

  /** The queries that read devices, apart from those of the sample by which the first list is planned. */
  async function queriesOf(list: () => Promise<unknown>): Promise<Query[]> {
    await list();
    const queries = await queriesDuring(database.mongo, list);
    return queries.filter(({ collection }) => collection === 'devices');
  }

  for (const column of ['id', 'name'] as const)
    it(`by ${column} read few others than the page has`, async () => {
      const { mongo } = database;
      const { deviceSearch } = createStores(mongo.models, readEnv());
      const order: DeviceOrder = { column, descending: false };
      const search = { words: ['l'], order };
      const queries = await queriesOf(() => deviceSearch.page(SOME, search, { offset: 0 }, LIMIT));
      expect(queries).not.to.deep.equal([]);
      for (const query of queries) {
        const { examined, sorted } = await planOf(mongo.connection, query);
        expect(examined, JSON.stringify(query.command)).to.be.at.most(2 * LIMIT);
        expect(sorted, JSON.stringify(query.command)).to.equal(0);
      }
    });

  it('compare no more devices for a total than they may', async () => {
    const { mongo } = database;
    const { deviceSearch } = createStores(mongo.models, readEnv());
    const match = { partNumber: 'A' };
    const bounds = { counted: 200, compared: 100 };
    const count = () => deviceSearch.countWithin(SOME, { words: [], match }, bounds);
    for (const query of await queriesOf(count)) {
      const { examined } = await planOf(mongo.connection, query);
      expect(examined, JSON.stringify(query.command)).to.be.at.most(101);
    }
    const { count: found, isExact } = await count();
    expect(found).to.be.within(20, 80);
    expect(isExact).to.equal(false);
  });
});

/** Every second device of a network is of part A. All have the same text. */
function device(_: unknown, index: number) {
  return {
    _id: index + 1,
    organisationId: 1,
    macId: String(index),
    locationNetworkId: 1 + (index % NETWORKS),
    partNumber: Math.floor(index / NETWORKS) % 2 === 0 ? 'A' : 'C',
    searchText: 'lobby',
    tagIds: [],
    sort: { name: String((index * 7919) % DEVICES).padStart(6, '0') },
  };
}
