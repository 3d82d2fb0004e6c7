import { expect } from 'chai';
import { migrate } from '../../shared/composition/migrate.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { startTestApi, type TestApi } from '../fixtures/api.js';
import { eventually } from '../fixtures/eventually.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { scratchDatabase, type ScratchDatabase } from '../fixtures/scratch-database.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

const LIST = '/v1/access_points/list_inventory';

describe('an API during the rollout of a newer version', () => {
  let database: ScratchDatabase;
  let api: TestApi;
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    database = await scratchDatabase();
    await migrate(database.mongo.models, readEnv(), () => undefined);
    api = await startTestApi({ env: { MONGODB_URI: database.uri } });
    await api.deps.indexesReady();
    fixture = await upgradeFixture(api);
  });
  afterEach(async () => {
    await api.close();
    await database.drop();
  });

  it('answers while migrations run, also after one is interrupted and resumed', async () => {
    await fixture.device();
    let cut = true;
    let entered = 0;
    let letGo = (): void => undefined;
    const step = {
      name: 'newer',
      run: async () => {
        entered += 1;
        await new Promise<void>((resolve) => {
          letGo = resolve;
        });
        if (cut) throw new Error('cut off');
      },
    };
    for (const outcome of ['Error: cut off', 'done']) {
      const before = entered;
      const run = migrate(database.mongo.models, readEnv(), () => undefined, { dataMigrations: [step] }).then(
        () => 'done',
        (error: unknown) => String(error),
      );
      await eventually('the migration is under way', () => entered > before);
      expect((await fixture.call('GET', LIST)).status).to.equal(200);
      await eventually('ready', async () => (await api.call('GET', '/readyz')).status === 200);
      letGo();
      expect(await run).to.equal(outcome);
      cut = false;
    }
  });

  it('accepts fields and values that the newer version adds, and keeps them', async () => {
    const { models } = database.mongo;
    const [device, network] = [await fixture.device(), await makeNetwork(api.deps, fixture.org)];
    await models.devices.collection.createIndex({ organisationId: 1, newer: 1 }, { name: 'newer' }, {});
    await models.devices.collection.updateOne({ _id: device._id as never }, { $set: { newer: 'kept' } });

    expect((await api.call('GET', '/readyz')).status).to.equal(200);
    const body = { devices: [device.macId], existing_network_id: network._id };
    const moved = await fixture.call('PUT', '/v1/access_points/move_devices', { body });
    expect(moved.status, moved.text).to.equal(200);
    await fixture.post({ aps: [`AP:${device._id}`] });
    const stored = await models.devices.collection.findOne({ _id: device._id as never });
    expect(stored).to.include({ newer: 'kept', locationNetworkId: network._id });
  });
});
