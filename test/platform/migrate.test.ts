import { expect } from 'chai';
import { missingIndexes } from '../../shared/platform/migrations/check-indexes.js';
import { everyModel } from '../../shared/platform/migrations/inspect-indexes.js';
import { migrate } from '../../shared/composition/migrate.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { scratchDatabase, type ScratchDatabase } from '../fixtures/scratch-database.js';

describe('migrate', () => {
  let database: ScratchDatabase;
  beforeEach(async () => {
    database = await scratchDatabase();
  });
  afterEach(() => database.drop());

  async function run(): Promise<{ lines: string[]; differences: string[] }> {
    const lines: string[] = [];
    const differences = await migrate(database.mongo.models, readEnv(), (line) => lines.push(line));
    return { lines, differences };
  }

  it('creates every collection and every declared index of an empty database, and reports each', async () => {
    const { models, connection } = database.mongo;
    const before = await missingIndexes(models);
    expect(before).to.include('devices.organisation_mac').and.include('upgrades.one_pending_per_device');

    const { lines, differences } = await run();

    expect(differences).to.deep.equal([]);
    expect(await missingIndexes(models)).to.deep.equal([]);
    const collections = (await connection.listCollections()).map(({ name }) => name);
    expect(collections).to.include.members(
      everyModel(models).map((model) => model.collection.collectionName),
    );
    for (const index of before) expect(lines).to.include(`created index ${index}`);
  });

  it('changes nothing when it runs again', async () => {
    await run();
    expect(await run()).to.deep.equal({ lines: [], differences: [] });
  });

  it('creates only what is missing', async () => {
    await run();
    await database.mongo.models.devices.collection.dropIndex('organisation_mac');
    const { lines } = await run();
    expect(lines).to.deep.equal(['created index devices.organisation_mac']);
  });

  it('ignores the index that sharding by hashed ids creates', async () => {
    await run();
    await database.mongo.models.masterInventory.collection.createIndex(
      { _id: 'hashed' },
      { name: '_id_hashed' },
      {},
    );
    expect((await run()).differences).to.deep.equal([]);
  });

  it('reports an index that is defined differently or not declared, and changes neither', async () => {
    await run();
    const { collection } = database.mongo.models.tags;
    await collection.dropIndex('organisation');
    await collection.createIndex({ organisationId: 1 }, { name: 'organisation' }, {});
    await collection.createIndex({ name: 1 }, { name: 'by_hand' }, {});

    const { differences } = await run();

    expect(differences).to.deep.equal([
      'index tags.organisation is defined differently from what is declared',
      'index tags.by_hand is not declared',
    ]);
    expect(await missingIndexes(database.mongo.models)).to.deep.equal([
      'tags.organisation (defined differently)',
    ]);
    expect((await collection.indexes()).map(({ name }) => name)).to.include.members([
      'organisation',
      'by_hand',
    ]);
  });

  it('succeeds when several processes run it concurrently', async () => {
    const all = await Promise.all([run(), run(), run()]);
    const created = all.flatMap(({ lines }) => lines);
    expect(new Set(created).size).to.equal(created.length);
    expect(await missingIndexes(database.mongo.models)).to.deep.equal([]);
  });

  it('applies each data migration once, and an interrupted one again', async () => {
    const { models } = database.mongo;
    const ran: string[] = [];
    let fails = true;
    const migrations = [
      { name: 'first', run: () => Promise.resolve(void ran.push('first')) },
      {
        name: 'second',
        run: () => {
          ran.push('second');
          return fails ? Promise.reject(new Error('cut off')) : Promise.resolve();
        },
      },
    ];
    const attempt = () =>
      migrate(models, readEnv(), () => undefined, { dataMigrations: migrations }).then(
        () => 'done',
        (error: unknown) => String(error),
      );

    expect(await attempt()).to.equal('Error: cut off');
    fails = false;
    expect(await attempt()).to.equal('done');
    expect(await attempt()).to.equal('done');
    expect(ran).to.deep.equal(['first', 'second', 'second']);
  });
});
