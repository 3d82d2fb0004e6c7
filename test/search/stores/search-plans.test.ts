import { expect } from 'chai';
import fc from 'fast-check';
import {
  compareKeys,
  SORT_COLUMNS,
  type SortColumn,
  type SortKey,
} from '../../../shared/search/domain/device-order.js';
import { searchWords } from '../../../shared/inventory/domain/device-search.js';
import { inScope, type Scope } from '../../../shared/access/domain/access.js';
import type { DeviceSamples, SampledSearch } from '../../../shared/search/stores/device-samples.js';
import {
  createDeviceSearchStore,
  type DeviceSearchStore,
} from '../../../shared/search/stores/device-search-store.js';
import { createStores } from '../../../shared/composition/deps.js';
import { readEnv } from '../../../shared/platform/env/env.js';
import type { ApiDeps } from '../../../api/deps.js';
import { makeDevices, makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork, makeOrganisation, makeTag } from '../../fixtures/records/organisation.js';
import { scratchDatabase, type ScratchDatabase } from '../../fixtures/scratch-database.js';
import { isFound } from '../../fixtures/search-oracle.js';
import { testsAll } from '../../fixtures/seed.js';

/** More devices than a walk examines before it gives up, so that it does not reach words of the last areas. */
const DEVICES = 1300;
const AREAS = ['', 'Lobby', 'a.b*c', 'roof', 'İç Avlu', 'Straße', 'प्रवेश', '大厅', '📶 hall', 'zz yard'];
const LIMIT = 7;

/** Samples that force one plan, regardless of the actual data. */
function always(sample: SampledSearch): DeviceSamples {
  const estimates = { estimate: () => sample, frequency: (gram: string) => gram.charCodeAt(0) };
  return { of: () => Promise.resolve(estimates) };
}

const LARGE = { devices: 1_000_000, sampled: 100, inScope: 100, candidates: 100, matching: [], hits: 0 };

const PLANS = {
  order: always({ ...LARGE, devices: 10, sampled: 0 }),
  walk: always({ ...LARGE, hits: 100, candidates: 40 }),
  scope: always({ ...LARGE, inScope: 1 }),
  lookup: always({ ...LARGE, candidates: 0 }),
};

describe('search plans', () => {
  let database: ScratchDatabase;
  let devices: readonly (TestDevice & { stateKey: string })[];
  let scopes: readonly Scope[];
  const stores: Record<string, DeviceSearchStore> = {};

  before(async () => {
    database = await scratchDatabase();
    const { mongo } = database;
    for (const model of [mongo.models.devices, mongo.models.deviceStates]) await model.createIndexes();
    const deps = { mongo, stores: createStores(mongo.models, readEnv()), now: () => new Date() } as ApiDeps;
    const { _id } = await makeOrganisation(deps);
    const other = await makeOrganisation(deps);
    const networks = [
      null,
      await makeNetwork(deps, _id, { networkName: 'Pune Store 1' }),
      await makeNetwork(deps, _id, { networkName: 'İzmir Depo' }),
      await makeNetwork(deps, _id, { networkName: 'pune store 1' }),
      await makeNetwork(deps, _id, { networkName: 'zeta' }),
    ];
    const tags = [await makeTag(deps, _id, 'x1'), await makeTag(deps, _id, 'VoIP phones')];
    const parts = [await makePart(deps, { name: 'AF-1200 Indoor' }), await makePart(deps, { name: 'Ağ SW' })];
    const fields = (index: number) => ({
      name: `${AREAS[Math.floor((index * AREAS.length) / DEVICES)] ?? ''}${index % 3 === 0 ? '' : ` ap-${index % 50}`}`,
      part: parts[index % 2] ?? never(),
      network: networks[index % networks.length] ?? null,
      tags: tags.filter((_tag, at) => index % (at + 3) === 0),
      firmwareVersion: `6.${index % 4}.1`,
      state: { lastHeartbeatAt: index % 5 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + (index % 9))) },
    });
    const made = await makeDevices(deps, _id, DEVICES, fields);
    await makeDevices(deps, other._id, 50, (index) => ({ ...fields(index), network: null }));
    const states = await mongo.models.deviceStates.find({ organisationId: _id }).lean();
    const keys = new Map(states.map((state) => [state._id, state.sortKey]));
    devices = made.map((device) => ({ ...device, stateKey: keys.get(device._id) ?? '' }));
    const ids = networks.flatMap((network) => (network ? [network._id] : []));
    scopes = [
      { organisationId: _id, networkIds: 'all', unassigned: true },
      { organisationId: _id, networkIds: 'all', unassigned: false },
      { organisationId: _id, networkIds: ids.slice(0, 1), unassigned: true },
      { organisationId: _id, networkIds: ids, unassigned: false },
      { organisationId: _id, networkIds: [], unassigned: false },
    ];
    for (const [plan, samples] of Object.entries(PLANS))
      stores[plan] = createDeviceSearchStore(mongo.models, samples);
  });
  after(async () => {
    await database.drop();
  });

  /** Parts of actual device values, and words that occur in none. */
  const search = () => {
    const piece = fc
      .tuple(fc.nat(DEVICES - 1), fc.nat(200), fc.integer({ min: 1, max: 9 }))
      .map(([index, from, length]) => {
        const text = Array.from(devices[index]?.searchText ?? '');
        const start = from % text.length;
        return text.slice(start, start + length).join('');
      });
    const word = fc.oneof(
      { weight: 8, arbitrary: piece },
      { weight: 1, arbitrary: fc.constantFrom('qqq', 'q', '-', 'zz', 'ROOF', '.*', 'ap-1 roof', '\u0000') },
    );
    return fc.array(word, { maxLength: 3 }).map((words) => words.join(' '));
  };

  const keyOf = (column: SortColumn, device: (typeof devices)[number]): SortKey => {
    if (column === 'id') return device._id;
    if (column === 'macId') return device.macId;
    return column === 'lastHeartbeatAt' ? device.stateKey : device.sort[column];
  };

  for (const plan of Object.keys(PLANS)) {
    it(`agree with a plain scan on random searches: ${plan}`, async () => {
      const store = stores[plan] ?? never();
      await fc.assert(
        fc.asyncProperty(
          search(),
          fc.constantFrom(...SORT_COLUMNS),
          fc.boolean(),
          fc.nat(),
          fc.nat(),
          async (text, column, descending, scopeAt, startAt) => {
            const scope = scopes[scopeAt % scopes.length] ?? never();
            const words = searchWords(text);
            const hits = devices
              .filter((device) => inScope(scope, device.locationNetworkId) && isFound(device, text))
              .sort((a, b) => compareKeys(keyOf(column, a), keyOf(column, b)));
            if (descending) hits.reverse();
            const order = { column, descending };
            expect(await store.count(scope, words), 'count').to.equal(hits.length);

            const offset = startAt % (hits.length + 1);
            const ids = hits.slice(offset, offset + LIMIT).map((device) => device._id);
            const at = await store.page(scope, { words, order }, { offset }, LIMIT);
            expect(
              at.map((hit) => hit.device._id),
              'by offset',
            ).to.deep.equal(ids);
            const [first] = at;
            if (!first) return;
            const from = { at: first.position, inclusive: true };
            const page = await store.page(scope, { words, order }, from, LIMIT);
            expect(
              page.map((hit) => hit.device._id),
              'from a place',
            ).to.deep.equal(ids);
            const next = await store.page(scope, { words, order }, { ...from, inclusive: false }, LIMIT);
            expect(
              next.map((hit) => hit.device._id),
              'after a place',
            ).to.deep.equal(hits.slice(offset + 1, offset + 1 + LIMIT).map((device) => device._id));
          },
        ),
        { numRuns: Number(process.env['SEARCHES'] ?? (testsAll ? 70 : 35)) },
      );
    });
  }
});

function never(): never {
  throw new Error('the test has no such value');
}
