import { expect } from 'chai';
import { BLOCK } from '../../../shared/platform/values/id-blocks.js';
import { createStores } from '../../../shared/composition/deps.js';
import { readEnv } from '../../../shared/platform/env/env.js';
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';
import { scratchDatabase, type ScratchDatabase } from '../../fixtures/scratch-database.js';

const ORG = 7;
const DEVICES = 5000;
/** The ids of two organisations alternate. */
const APART = 7;
const LIMIT = 20;
const ORDER = { column: 'id', descending: false } as const;
const EVERYTHING = { organisationId: ORG, networkIds: 'all', unassigned: true } as const;

describe('deep pages of list_inventory', () => {
  let database: ScratchDatabase;
  const ids = Array.from({ length: DEVICES }, (_, index) => 3 + index * APART);

  const page = async (offset: number) => {
    const { models } = database.mongo;
    const run = () =>
      createStores(models, readEnv()).deviceSearch.page(
        EVERYTHING,
        { words: [], order: ORDER },
        { offset },
        LIMIT,
      );
    const { result, commands } = await countRoundTrips(database, run);
    return { ids: result.map(({ device }) => device._id), commands };
  };

  async function countBlocks(): Promise<void> {
    const deviceBlocks: Record<string, number> = {};
    for (const id of ids)
      deviceBlocks[Math.floor(id / BLOCK)] = (deviceBlocks[Math.floor(id / BLOCK)] ?? 0) + 1;
    await database.mongo.models.organisations.updateOne({ _id: ORG }, { $set: { deviceBlocks } });
  }

  before(async () => {
    database = await scratchDatabase();
    const { organisations, devices } = database.mongo.models;
    await organisations.create({ _id: ORG, name: 'Large', noOfAps: DEVICES, deviceCount: DEVICES });
    const records = ids.flatMap((_id) => [
      { _id, organisationId: ORG, macId: `A${_id}`, sort: {} },
      { _id: _id + 1, organisationId: ORG + 1, macId: `B${_id}`, sort: {} },
    ]);
    await devices.collection.insertMany(records as never[]);
    await devices.collection.createIndexes([{ key: { organisationId: 1, _id: 1 }, name: 'organisation_id' }]);
  });
  after(async () => {
    await database.drop();
  });

  const offsets = [0, 4095, 4096, 4711, DEVICES - 7, DEVICES, 90_000];

  it('equal a plain list without counts of id blocks', async () => {
    for (const offset of offsets)
      expect((await page(offset)).ids, String(offset)).to.deep.equal(ids.slice(offset, offset + LIMIT));
  });

  it('equal a plain list with counts of id blocks, in two round trips', async () => {
    await countBlocks();
    for (const offset of offsets) {
      const { ids: found, commands } = await page(offset);
      expect(found, String(offset)).to.deep.equal(ids.slice(offset, offset + LIMIT));
      const far = offset > 4095 ? ['find organisations'] : [];
      expect(commands).to.deep.equal([...far, 'find devices']);
    }
  });

  it('equal a plain list when the block counts are wrong', async () => {
    const { organisations } = database.mongo.models;
    await organisations.updateOne({ _id: ORG }, { $inc: { 'deviceBlocks.1': 5 } });
    expect((await page(4711)).ids).to.deep.equal(ids.slice(4711, 4711 + LIMIT));
    await countBlocks();
    expect((await page(4711)).ids).to.deep.equal(ids.slice(4711, 4711 + LIMIT));
  });
});
