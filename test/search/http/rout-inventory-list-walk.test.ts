import { expect } from 'chai';
import { compareKeys, type SortKey } from '../../../shared/search/domain/device-order.js';
import { startTestApi, type TestApi } from '../../fixtures/api.js';
import { makeDevices, makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { walkInventory, type Step } from '../../fixtures/inventory-pages.js';

const STEPS: readonly Step[] = ['cursor', 'number', 'both'];

/** Repeated, empty, of several scripts, and of characters that UTF-16 and UTF-8 order differently. */
const NAMES = [
  '',
  '',
  'AP',
  'ap',
  'Ap',
  'प्रवेश द्वार',
  'मुख्य हॉल',
  'İstanbul',
  'istanbul',
  'IRMAK',
  'ırmak',
  'Straße',
  'STRASSE',
  '📶 Lobby',
  '🏢',
  '\uFF21',
  '\uE000',
  'z\u0000y',
  'a'.repeat(300),
  `${'a'.repeat(299)}b`,
];

/** In version order, for devices of any id. */
const VERSIONS = ['beta', '1.9', '1.10~rc1', '1.10-rc2', '1.10rc10', '1.10', '1.10a'];

type Stored = TestDevice & { readonly stateKey: string };

/** The stored sort key of each column. */
const COLUMNS: Readonly<Record<string, (device: Stored) => SortKey>> = {
  name: ({ sort }) => sort.name,
  mac_id: ({ macId }) => macId,
  router_serial_number: ({ sort }) => sort.routerSerialNumber,
  firmware_version: ({ sort }) => sort.firmwareVersion,
  network_name: ({ sort }) => sort.networkName,
  hp_name: ({ sort }) => sort.hpName,
  activated_on: ({ sort }) => sort.activatedOn,
  last_hb_on: ({ stateKey }) => stateKey,
  id: ({ _id }) => _id,
};

describe('rout_inventory_list page walk', () => {
  let api: TestApi;
  let token: string;
  let devices: readonly Stored[];

  before(async () => {
    api = await startTestApi();
    const { _id } = await makeOrganisation(api.deps);
    ({ token } = await makeUser(api.deps, _id));
    const parts = [await makePart(api.deps), await makePart(api.deps, { name: 'Ağ Anahtarı' })];
    const networks = [null, await makeNetwork(api.deps, _id), await makeNetwork(api.deps, _id)];
    const made = await makeDevices(api.deps, _id, 3 * NAMES.length, (index) => ({
      name: NAMES[index % NAMES.length] ?? '',
      ...(parts[index % 2] ? { part: parts[index % 2] } : {}),
      network: networks[index % 3] ?? null,
      firmwareVersion: VERSIONS[(index * 3) % VERSIONS.length] ?? '',
      activatedOn: index % 4 === 0 ? null : new Date(Date.UTC(2024, index % 7)),
      state: { lastHeartbeatAt: index % 3 === 0 ? null : new Date(Date.UTC(2025, index % 6)) },
    }));
    const states = await api.deps.mongo.models.deviceStates.find({ organisationId: _id }).lean();
    const keys = new Map(states.map((state) => [state._id, state.sortKey]));
    devices = made.map((device) => ({ ...device, stateKey: keys.get(device._id) ?? '' }));
  });
  after(async () => {
    await api.close();
  });

  // docs/interface.md#version-order
  it('sorts by firmware_version in version order, and devices of one version by id', async () => {
    const query = { sort_column: 'firmware_version', per_page: 100 };
    const rows = await walkInventory(api, token, query, 'cursor');
    const expected = VERSIONS.flatMap((version) =>
      devices.filter((device) => device.firmwareVersion === version),
    );
    expect(rows.map(({ id }) => id)).to.deep.equal(expected.map(({ _id }) => _id));
  });

  for (const [column, keyOf] of Object.entries(COLUMNS)) {
    for (const direction of ['asc', 'desc']) {
      // docs/interface.md#rout_inventory_list-sort_column
      it(`returns every device once, in order, for ${column} ${direction} by cursor, by number and by both`, async () => {
        const order = [...devices].sort((a, b) => compareKeys(keyOf(a), keyOf(b)));
        if (direction === 'desc') order.reverse();
        const query = { sort_column: column, sort_direction: direction, per_page: 7 };
        for (const step of STEPS) {
          const rows = await walkInventory(api, token, query, step);
          expect(
            rows.map(({ id }) => id),
            step,
          ).to.deep.equal(order.map(({ _id }) => _id));
        }
      });
    }
  }
});
