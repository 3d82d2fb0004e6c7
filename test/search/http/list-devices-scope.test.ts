import { expect } from 'chai';
import { makeUser } from '../../fixtures/records/organisation.js';
import { sampleOf } from '../../fixtures/seed.js';
import { DEVICES, listedFleet, SORTS, type ListedFleet } from './listed-fleet.js';

interface Filter {
  readonly state?: string;
  readonly tag_id?: number;
}

const FILTERS: readonly (readonly [name: string, query: (fleet: ListedFleet) => Filter])[] = [
  ['nothing', () => ({})],
  ['never_heard', () => ({ state: 'never_heard' })],
  ['up', () => ({ state: 'up' })],
  ['tag', ({ rareTagId }) => ({ tag_id: rareTagId })],
];
const LISTS = FILTERS.flatMap((filter) =>
  [1, -1].flatMap((sign) => SORTS.map((sort) => [sort, sign, filter] as const)),
);

describe('GET /v1/devices for callers of some networks', () => {
  let fleet: ListedFleet;
  let { api, org, devices, networks, tagId, rareTagId, parts, stateOf, list, all } = {} as ListedFleet;

  before(async () => {
    fleet = await listedFleet();
    ({ api, org, devices, networks, tagId, rareTagId, parts, stateOf, list, all } = fleet);
  });

  // docs/console-api.md#list_devices-2
  it('compares 1,000 devices to count those of some networks', async () => {
    const grants = networks.map((id) => ({ id, access: 'read' as const }));
    const user = await makeUser(api.deps, org, { role: 'viewer', networks: grants, manageInventory: false });
    const seen = devices.filter((device) => device.locationNetworkId !== null);
    for (const [query, count] of [
      [{ part_number: parts[1] ?? '' }, seen.filter((device) => device.partNumber === parts[1]).length],
      [{ tag_id: rareTagId }, seen.filter((device) => device.tagIds.includes(rareTagId)).length],
    ] as const) {
      const { meta } = await list({ ...query, per_page: 1 }, user.token);
      expect(meta).to.include({ total: count, total_is_exact: true });
    }
    for (const query of [{ tag_id: tagId }, { search: 'l', tag_id: tagId }]) {
      const { meta } = await list(query, user.token);
      const found = await all(query, DEVICES, user.token);
      expect(meta.total_is_exact, JSON.stringify(query)).to.equal(false);
      expect(meta.total).to.be.within(100, found.length - 1);
    }
  });

  // docs/console-api.md#list_devices-3
  it('shows a restricted user the devices of its networks, whatever the filter', async () => {
    const grants = [{ id: networks[0] ?? 0, access: 'read' as const }];
    const user = await makeUser(api.deps, org, { role: 'viewer', networks: grants, manageInventory: false });
    const own = devices.filter((device) => device.locationNetworkId === networks[0]).length;
    expect((await list({}, user.token)).meta).to.include({ total: own, total_is_exact: true });
    for (const query of [{ network_id: networks[1] ?? 0 }, { network_id: 0 }]) {
      expect((await list(query, user.token)).data.devices).to.deep.equal([]);
    }
    const ids = new Set(devices.filter((d) => d.locationNetworkId === networks[0]).map(({ _id }) => _id));
    for (const query of [{ tag_id: tagId }, { version: '2.0.0' }, { state: 'down', sort: 'name' }]) {
      const { data } = await list(query, user.token);
      expect(data.devices.length).to.be.above(0);
      expect(data.devices.every(({ id }) => ids.has(id))).to.equal(true);
    }
  });

  // docs/console-api.md#list_devices-3
  for (const [sort, sign, [filter, query]] of sampleOf(LISTS))
    it(`shows a user of two networks their devices over the pages, filtered by ${filter} and sorted ${sign === 1 ? 'up' : 'down'} by ${sort}`, async () => {
      const grants = networks.map((id) => ({ id, access: 'read' as const }));
      const user = await makeUser(api.deps, org, {
        role: 'viewer',
        networks: grants,
        manageInventory: false,
      });
      const key = fleet.keys[sort];
      const wanted = query(fleet);
      const expected = devices
        .filter((device) => device.locationNetworkId !== null)
        .filter((device) => wanted.state === undefined || stateOf(device) === wanted.state)
        .filter((device) => wanted.tag_id === undefined || device.tagIds.includes(wanted.tag_id))
        .sort((one, other) => (key(one) < key(other) ? -sign : sign))
        .map(({ _id }) => _id);
      const found = await all({ ...wanted, sort: sign === 1 ? sort : `-${sort}` }, DEVICES, user.token);
      expect(found.map(({ id }) => id)).to.deep.equal(expected);
    });
});
