import { expect } from 'chai';
import { migrate } from '../../shared/composition/migrate.js';
import { openEntries } from '../../shared/inventory/domain/uplink-secrets.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { placeIn } from '../fixtures/records/rollout-fixture.js';
import { migratedDatabase, type MigratedDatabase } from '../fixtures/migrated-database.js';

describe('data migrations', () => {
  let database: MigratedDatabase;
  beforeEach(async () => {
    database = await migratedDatabase();
    await database.mongo.models.migrations.deleteMany({});
  });
  afterEach(() => database.drop());

  async function run(): Promise<{ lines: string[] }> {
    const lines: string[] = [];
    await migrate(database.mongo.models, readEnv(), (line) => lines.push(line));
    return { lines };
  }

  it('adds the search and sort keys of the table to upgrades of an older version', async () => {
    const { upgrades } = database.mongo.models;
    const old = (_id: number, version: string) => ({
      _id,
      organisationId: 1,
      routerInventoryId: _id,
      scheduleId: _id,
      macId: '02:00:5E:10:00:01',
      deviceName: 'Lobby',
      version,
      status: 'Success',
      released: false,
      scheduleType: 'now',
      timeZone: null,
      dueAt: new Date(),
      createdAt: new Date(),
      searchText: 'as an older version wrote it',
    });
    const records = Array.from({ length: 1200 }, (_, index) => old(index + 1, `1.${1200 - index}.0`));
    await upgrades.collection.insertMany(records as never[]);

    const { lines } = await run();

    expect(lines).to.include('applied key-upgrade-tables');
    const sorted = await upgrades.find({ organisationId: 1 }).sort({ versionOrder: 1 }).lean();
    expect(sorted.map(({ version }) => version)).to.deep.equal(
      Array.from({ length: 1200 }, (_, index) => `1.${index + 1}.0`),
    );
    expect(sorted.filter(({ searchText }) => searchText.includes('at once'))).to.have.length(1200);
  });

  it('makes the SSIDs of an older version searchable by name', async () => {
    const { networkSsids } = database.mongo.models;
    const at = new Date();
    const old = { organisationId: 1, settings: {}, wpaKey: null, revision: 0, createdAt: at, updatedAt: at };
    const records = Array.from({ length: 1200 }, (_, index) => ({
      _id: index + 1,
      ...old,
      networkId: index,
      slot: 0,
      ssidName: `Lobby ${index}`,
    }));
    await networkSsids.collection.insertMany(records as never[]);

    const { lines } = await run();

    expect(lines).to.include('applied index-ssid-names');
    expect(await networkSsids.countDocuments({ organisationId: 1, trigrams: 'lob' })).to.equal(1200);
    expect((await networkSsids.findById(1200).lean())?.searchText).to.equal('lobby 1199');
  });

  it('numbers the settings of networks with SSIDs, unless they are numbered', async () => {
    const { networkSsids, networkConfigurations } = database.mongo.models;
    const records = Array.from({ length: 1200 }, (_, index) => ({
      _id: index + 1,
      organisationId: 1,
      networkId: index >> 1,
      slot: index % 2,
      ssidName: `Lobby ${index % 2}`,
    }));
    await networkSsids.collection.insertMany(records as never[]);
    const known = { _id: 599, organisationId: 1, seq: 7, changedAt: new Date() };
    await networkConfigurations.collection.insertOne(known as never);

    const { lines } = await run();

    expect(lines).to.include('applied number-network-settings');
    expect(await networkConfigurations.countDocuments({ organisationId: 1, seq: 1 })).to.equal(599);
    expect((await networkConfigurations.findById(599).lean())?.seq).to.equal(7);
  });

  it('takes the time of the last sign-in from the newest token of each user', async () => {
    const { accessTokens, users } = database.mongo.models;
    const rights = { organisationId: 1, passwordHash: null, role: 'viewer' };
    await users.collection.insertMany(
      [1, 2].map((_id) => ({ _id, email: `${_id}@example.test`, ...rights })) as never[],
    );
    const [older, newer] = [new Date('2026-01-01'), new Date('2026-02-01')];
    const token = { userId: 1, organisationId: 1, kind: 'token', expiresAt: new Date('2099-01-01') };
    await accessTokens.collection.insertMany([
      { _id: 'a', createdAt: newer, ...token },
      { _id: 'b', createdAt: older, ...token },
    ] as never[]);

    const { lines } = await run();

    expect(lines).to.include('applied note-last-sign-ins');
    const times = (await users.find().sort({ _id: 1 }).lean()).map(({ lastSignInAt }) => lastSignInAt);
    expect(times).to.deep.equal([newer, undefined]);
  });

  it('sets the deletion time of uplinks that an older version flagged as deleted', async () => {
    const { uplinks } = database.mongo.models;
    const records = Array.from({ length: 1200 }, (_, index) => ({
      _id: index + 1,
      organisationId: 1 + (index % 3),
      deviceId: index,
      uplinkType: '1',
      details: {},
      isDeleted: index % 10 !== 0,
      createdAt: new Date(),
    }));
    await uplinks.collection.insertMany(records as never[]);

    const { lines } = await run();

    expect(lines).to.include('applied date-deleted-uplinks');
    expect(await uplinks.countDocuments({ isDeleted: true, deletedAt: { $type: 'date' } })).to.equal(1080);
    expect(await uplinks.countDocuments({ deletedAt: null })).to.equal(120);
  });

  it('encrypts the secrets of uplinks and init templates that an older version stored', async () => {
    const { uplinks, initTemplates } = database.mongo.models;
    const password = 'modem-password';
    const details = { uplink_type: '1', username: 'hotel', password };
    const record = {
      organisationId: 1,
      deviceId: 1,
      uplinkType: '1',
      isDeleted: false,
      createdAt: new Date(),
    };
    const records = Array.from({ length: 1200 }, (_, index) => ({ _id: index + 1, ...record, details }));
    await uplinks.collection.insertMany(records as never[]);
    const template = { _id: 1, organisationId: 1, name: 'cable', details: [{ uplink_type: '4' }, details] };
    await initTemplates.collection.insertOne(template as never);

    const { lines } = await run();

    expect(lines).to.include('applied seal-uplink-secrets');
    expect(await uplinks.countDocuments({ 'details.password': { $exists: true } })).to.equal(0);
    const keys = readEnv().encryptionKeys;
    const { _id, details: entry, secrets = null } = await uplinks.findById(1200).orFail().lean();
    expect(openEntries(keys, 'uplinks', _id, { entries: [entry], secrets })).to.deep.equal([details]);
    const sealed = await initTemplates.findById(1).orFail().lean();
    expect(JSON.stringify(sealed)).not.to.contain(password);
    const stored = { entries: sealed.details, secrets: sealed.secrets ?? null };
    expect(openEntries(keys, 'init_templates', 1, stored)).to.deep.equal(template.details);
  });

  it('gives upgrades of rollouts the keys of their indexes, and others none', async () => {
    const { upgrades } = database.mongo.models;
    const verifyingAt = new Date('2026-01-01T00:00:00Z');
    const records = Array.from({ length: 2400 }, (_, index) => ({
      _id: index + 1,
      organisationId: 1,
      routerInventoryId: index,
      scheduleId: 1,
      version: '1',
      status: index % 4 === 0 ? 'Verifying' : '',
      versionOrder: '1',
      ...(index % 2 === 0
        ? {
            inRollout: true,
            rollout: {
              ...placeIn(7, { stage: 2, order: String(index).padStart(16, '0') }),
              ...(index % 4 === 0 ? { verifyingAt } : {}),
            },
          }
        : {}),
    }));
    await upgrades.collection.insertMany(records as never[]);

    const { lines } = await run();

    expect(lines).to.include('applied key-rollout-upgrades');
    const keyed = await upgrades.find({ inRollout: true, rolloutId: 7, rolloutStage: 2 }).lean();
    expect(keyed).to.have.length(1200);
    for (const { _id, rolloutOrder, rollout, verifyingAt: at } of keyed)
      expect([rolloutOrder, at]).to.deep.equal([rollout?.order, _id % 4 === 1 ? verifyingAt : undefined]);
    expect(await upgrades.countDocuments({ rolloutId: null })).to.equal(1200);
  });

  it('flags the devices of an older version whose configurations leave something out', async () => {
    const { deviceStates } = database.mongo.models;
    const report = { revision: 'a'.repeat(64), state: null, attempted: null, attempt: 1, error: null };
    const stateOf = (leftOut: readonly object[], rendered: number) => ({
      report: { ...report, drifted: false, agent: null, leftOut },
      rendered: { revision: report.revision, key: [1, 1, 0, 1], at: new Date(), leftOut: rendered },
    });
    const states = [stateOf([], 0), stateOf([{ ssid_id: 1, feature: 'wpa3' }], 0), stateOf([], 2), undefined];
    const records = Array.from({ length: 1200 }, (_, index) => ({
      _id: index + 1,
      organisationId: 1,
      sortKey: '',
      configuration: states[index % 4],
    }));
    await deviceStates.collection.insertMany(records as never[]);

    const { lines } = await run();

    expect(lines).to.include('applied flag-left-out');
    const flagged = await deviceStates.find({ 'configuration.leavesOut': true }, { _id: 1 }).lean();
    const places = flagged.map(({ _id }) => (_id - 1) % 4);
    expect([places.length, new Set(places)]).to.deep.equal([600, new Set([1, 2])]);
  });

  it('sorts devices and upgrades of an older version by version', async () => {
    const { devices, upgrades } = database.mongo.models;
    const versions = ['1.9', '1.10-rc1', '1.10~rc2', '1.10'];
    const ofVersion = (index: number) => versions[3 - Math.floor(index / 300)] ?? '';
    const indexes = Array.from({ length: 1200 }, (_, index) => index);
    await devices.collection.insertMany(
      indexes.map((index) => ({
        _id: index + 1,
        organisationId: 1,
        macId: String(index),
        firmwareVersion: ofVersion(index),
        sort: { firmwareVersion: ofVersion(index) },
      })) as never[],
    );
    await upgrades.collection.insertMany(
      indexes.map((index) => ({
        _id: index + 1,
        organisationId: 1,
        routerInventoryId: index,
        scheduleId: 1,
        status: 'Success',
        version: ofVersion(index),
        versionOrder: ofVersion(index),
      })) as never[],
    );

    const { lines } = await run();

    expect(lines).to.include('applied order-versions');
    const expected = indexes.map((index) => ofVersion(1199 - index));
    const sorted = await devices.find({ organisationId: 1 }).sort({ 'sort.firmwareVersion': 1 }).lean();
    expect(sorted.map(({ firmwareVersion }) => firmwareVersion)).to.deep.equal(expected);
    const table = await upgrades.find({ organisationId: 1 }).sort({ versionOrder: 1 }).lean();
    expect(table.map(({ version }) => version)).to.deep.equal(expected);
  });
});
