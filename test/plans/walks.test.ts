import { expect } from 'chai';
import { wholeOrganisation } from '../../shared/access/domain/access.js';
import { createStores } from '../../shared/composition/deps.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { readSettings } from '../../shared/rollouts/domain/read-settings.js';
import type { RolloutSettings } from '../../shared/rollouts/domain/settings.js';
import type { ScanPosition } from '../../shared/rollouts/models/rollout-tick.js';
import { pendingRecord } from '../../shared/upgrades/stores/pending-fields.js';
import { planOf } from '../fixtures/queries/query-plan.js';
import { queriesDuring } from '../fixtures/queries/query-shapes.js';
import { membershipIn } from '../fixtures/records/rollout-fixture.js';
import { migratedDatabase } from '../fixtures/migrated-database.js';
import type { ScratchDatabase } from '../fixtures/scratch-database.js';

const MEMBERS = 3000;
const ROLLOUT = { _id: 7, organisationId: 1, scheduleId: 3, releaseId: 1, derivedFrom: null };
const AT = new Date('2026-01-01T00:00:00Z');

/** The largest batch of a walk, and one row more. */
const BATCH = 1001;
const DEVICES = 3000;
/** So many of the devices have come to their network, and so many others have got their tag. */
const JOINERS = 5;

describe('walks of the upgrades of a rollout', () => {
  let database: ScratchDatabase;
  before(async () => {
    database = await migratedDatabase();
    const { models } = database.mongo;
    await models.upgrades.collection.insertMany(Array.from({ length: MEMBERS }, member) as never[]);
    await models.upgrades.db.db?.command({ analyze: 'upgrades' });
  });
  after(() => database.drop());

  it('read no more than a batch, and sort nothing', async () => {
    const { mongo } = database;
    const { rolloutUpgrades, rolloutMembers, rolloutHealth, rolloutDevices, rolloutNetworks } = createStores(
      mongo.models,
      readEnv(),
    );
    const after: ScanPosition = {
      order: order(10),
      id: 10,
      stage: 1,
      offline: [],
      heldOut: [],
      upStages: [],
    };
    const group = { target: '', rolloutId: 7, stage: 1, status: '', causes: [] } as const;
    const sizes: number[] = [];
    const queries = await queriesDuring(mongo, async () => {
      for (const from of [null, after]) {
        sizes.push((await rolloutUpgrades.pending(ROLLOUT, 1, from)).length);
        sizes.push((await rolloutMembers.batch(1, group, from)).deviceIds.length);
      }
      sizes.push((await rolloutHealth.verified(ROLLOUT, null, 1000)).length);
      sizes.push((await rolloutDevices.page(wholeOrganisation(1), ROLLOUT, {}, 0, 1000)).devices.length);
      sizes.push((await rolloutNetworks.waitingAccessPoints(ROLLOUT, [1, 2], 0)).length);
    });
    expect(sizes).to.deep.equal(Array(7).fill(1000));
    expect(queries.length).to.be.greaterThan(5);
    for (const query of queries) {
      const { examined, sorted, scansCollection } = await planOf(mongo.connection, query);
      expect({ sorted, scansCollection }, JSON.stringify(query.command)).to.deep.equal({
        sorted: 0,
        scansCollection: false,
      });
      if (query.command['skip'] === undefined)
        expect(examined, JSON.stringify(query.command)).to.be.at.most(BATCH);
    }
  });
});

describe('the search for devices that have joined targets', () => {
  let database: ScratchDatabase;
  before(async () => {
    database = await migratedDatabase();
    const { models } = database.mongo;
    const networks = Array.from({ length: 10 }, (_, index) => ({ _id: index + 1, organisationId: 1 }));
    await models.networks.collection.insertMany(networks as never[]);
    await models.devices.collection.insertMany(Array.from({ length: DEVICES }, device) as never[]);
    await models.devices.db.db?.command({ analyze: 'devices' });
  });
  after(() => database.drop());

  for (const [targets, joiners] of [
    [['all'], JOINERS],
    [['network:1', 'network:2', 'network:3', 'network:4', 'network:5'], JOINERS],
    [['tag:1'], 2 * JOINERS],
  ] as const)
    it(`of a rollout reads only these: ${targets.join(', ')}`, async () => {
      const { rolloutTargets } = createStores(database.mongo.models, readEnv());
      const settings = settingsFor(targets);
      const rollout = { ...ROLLOUT, networkIds: null, includesUnassigned: true, settings };
      expect(await joined(rolloutTargets.joined(rollout, AT))).to.equal(joiners);
    });

  it('of a schedule reads only these', async () => {
    const { targets } = createStores(database.mongo.models, readEnv());
    const network = { kind: 'network' as const, ids: [1, 2, 3, 4, 5] };
    const tag = { kind: 'tag' as const, ids: [1] };
    const walk = targets.walk(wholeOrganisation(1), [network, tag], AT);
    expect(await joined(walk)).to.equal(2 * JOINERS);
  });

  /** How many devices a walk finds. */
  async function joined(walk: AsyncIterable<readonly { readonly _id: number }[]>): Promise<number> {
    const { mongo } = database;
    const found = new Set<number>();
    const queries = await queriesDuring(mongo, async () => {
      for await (const batch of walk) for (const { _id } of batch) found.add(_id);
    });
    const read = queries.filter(({ collection }) => collection === 'devices');
    expect(read).not.to.deep.equal([]);
    for (const query of read) {
      const { examined } = await planOf(mongo.connection, query);
      expect(examined, JSON.stringify(query.command)).to.be.at.most(JOINERS);
    }
    return found.size;
  }
});

function settingsFor(targets: readonly string[]): RolloutSettings {
  const context = { defaults: { maxAttempts: 1, stepTimeoutS: 60 }, fallbackSeed: '7', now: AT };
  const result = readSettings({ name: 'all of them', targets }, context);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.settings;
}

/** A device with a tag. The first ones have come to their networks, and the next ones have got the tag, after the others. */
function device(_: unknown, index: number) {
  const later = new Date(AT.getTime() + 1000);
  return {
    _id: index + 1,
    organisationId: 1,
    macId: String(index),
    locationNetworkId: 1 + (index % 10),
    networkSince: index < JOINERS ? later : AT,
    tagIds: [1],
    tagsSince: index >= JOINERS && index < 2 * JOINERS ? later : AT,
  };
}

/** The order of the rollout is not that of the ids. */
function order(index: number): string {
  return ((index * 7919) % MEMBERS).toString().padStart(16, '0');
}

/** An upgrade that waits and has also entered Verifying, so that each walk has more than a batch. */
function member(_: unknown, index: number) {
  const schedule = {
    _id: 3,
    organisationId: 1,
    version: '2.0.0',
    releaseId: 1,
    upgradeType: 'automatic',
    scheduleType: 'now',
    timeZone: null,
    savePrevConfig: false,
    dueAt: AT,
  } as const;
  const device = {
    _id: index + 1,
    name: `Lobby ${index}`,
    macId: `02:00:5E:10:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`,
    locationNetworkId: 1,
    isSwitch: false,
    organisationId: 1,
    firmwareVersion: '1.0.0',
    tagIds: [],
    partNumber: 'MR-500',
  };
  const rolloutTerms = {
    version: '2.0.0',
    releaseId: 1,
    membership: membershipIn(7, { rolloutOrder: order(index) }),
  };
  const verifyingAt = new Date(AT.getTime() + index);
  return {
    ...pendingRecord(index + 1, schedule, device, AT, rolloutTerms),
    reachedVerifying: true,
    verifyingAt,
  };
}
