import { expect } from 'chai';
import type { Scope } from '../../../shared/access/domain/access.js';
import { keyOf } from '../../../shared/inventory/domain/device-search.js';
import { createStores } from '../../../shared/composition/deps.js';
import { readEnv } from '../../../shared/platform/env/env.js';
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';
import { scratchDatabase, type ScratchDatabase } from '../../fixtures/scratch-database.js';

const ORG = 7;
const NETWORK = 3;
const DEVICES = 24_000;
/** Devices with the same name, among which pages begin and end. */
const NAMESAKES = 9000;
const LIMIT = 20;
const FAR = 10_000;

interface Made {
  readonly _id: number;
  readonly name: string;
  readonly inNetwork: boolean;
}

describe('deep pages in the order of a column', () => {
  let database: ScratchDatabase;
  let made: Made[];

  before(async () => {
    database = await scratchDatabase();
    // The names order the devices differently from their ids.
    made = Array.from({ length: DEVICES }, (_, index) => ({
      _id: 5 + index,
      name: index < NAMESAKES ? 'lobby' : `room ${(index * 7919) % DEVICES}`,
      inNetwork: index % 2 === 0,
    }));
    const records = made.map(({ _id, name, inNetwork }) => ({
      _id,
      organisationId: ORG,
      macId: `A${String(_id).padStart(8, '0')}`,
      locationNetworkId: inNetwork ? NETWORK : null,
      sort: { name: keyOf(name, _id) },
    }));
    const { devices } = database.mongo.models;
    await devices.collection.insertMany(records as never[]);
    await devices.collection.createIndexes([
      { key: { organisationId: 1, _id: 1 }, name: 'organisation_id' },
      { key: { organisationId: 1, locationNetworkId: 1, _id: 1 }, name: 'network_id' },
      { key: { organisationId: 1, 'sort.name': 1 }, name: 'sort_name' },
      { key: { organisationId: 1, locationNetworkId: 1, 'sort.name': 1 }, name: 'network_name' },
    ]);
  });
  after(async () => {
    await database.drop();
  });

  for (const [who, scope, offsets] of [
    [
      'everything',
      { organisationId: ORG, networkIds: 'all', unassigned: true },
      [0, FAR - 1, FAR, 12_345, DEVICES - 7, DEVICES, 90_000],
    ],
    ['one network', { organisationId: ORG, networkIds: [NETWORK], unassigned: false }, [11_000, 11_995]],
  ] as const satisfies (readonly [string, Scope, readonly number[]])[]) {
    for (const descending of [false, true]) {
      it(`equal a plain list: ${who}, ${descending ? 'descending' : 'ascending'}`, async () => {
        const seen = made.filter(({ inNetwork }) => inNetwork || scope.networkIds === 'all');
        const sign = descending ? -1 : 1;
        const inOrder = seen
          .map(({ _id, name }) => ({ _id, key: keyOf(name, _id) }))
          .sort((one, other) => sign * (one.key < other.key ? -1 : 1))
          .map(({ _id }) => _id);
        const { deviceSearch } = createStores(database.mongo.models, readEnv());
        for (const offset of offsets) {
          const order = { column: 'name', descending } as const;
          const { result, commands } = await countRoundTrips(database, () =>
            deviceSearch.page(scope, { words: [], order }, { offset }, LIMIT),
          );
          const found = result.map(({ device }) => device._id);
          expect(found, String(offset)).to.deep.equal(inOrder.slice(offset, offset + LIMIT));
          if (offset < FAR) expect(commands).to.deep.equal(['find devices']);
          else
            expect(commands.filter((command) => command === 'aggregate devices')).to.have.length.within(
              8,
              10,
            );
        }
      });
    }
  }
});
