import { makeTemplate } from '../fixtures/records/uplink.js';
import { uniqueMac } from '../fixtures/records/device.js';
import { deviceFixture, type DeviceFixture } from '../fixtures/records/device-fixture.js';
import type { CallOptions, Reply } from '../fixtures/api.js';
import type { ErrorRow } from './error-rows.js';

const AP = '/v1/access_points';
const CODED = ['msg', 'error_code'];
const LISTS = ['success_devices', 'failed_devices'];

/** Creates a fixture for the row and sends a request as its administrator. */
function inFixture(
  request: (fixture: DeviceFixture) => Promise<readonly [method: string, path: string, options: CallOptions]>,
  noOfAps = 1000,
): () => Promise<Reply> {
  return async () => {
    const fixture = await deviceFixture({ noOfAps });
    const [method, path, options] = await request(fixture);
    return fixture.api.call(method, path, { token: fixture.admin.token, ...options });
  };
}

/** Errors of the inventory operations (docs/http.md#errors). */
export const INVENTORY_ERROR_ROWS: readonly ErrorRow[] = [
  {
    status: 404,
    code: 1001,
    when: 'network not found before provisioning',
    body: CODED,
    provoke: inFixture(async (fixture) => {
      const [mac_id] = await fixture.built(1);
      return ['POST', `${AP}/provisioning`, { body: { mac_id, network_id: 999_999_999 } }];
    }),
  },
  {
    status: 422,
    code: 1005,
    when: 'inventory full',
    body: CODED,
    provoke: inFixture(async (fixture) => {
      const [mac_id] = await fixture.built(1);
      return ['POST', `${AP}/provisioning`, { body: { mac_id, network_id: fixture.network._id } }];
    }, 0),
  },
  {
    status: 422,
    code: 1006,
    when: 'MACs invalid or already provisioned',
    body: CODED,
    provoke: inFixture((fixture) => {
      const body = { mac_id: uniqueMac(), network_id: fixture.network._id };
      return Promise.resolve(['POST', `${AP}/provisioning`, { body }]);
    }),
  },
  {
    status: 404,
    code: 1011,
    when: 'device not found by list_inventory with mac_id',
    body: CODED,
    provoke: inFixture(() =>
      Promise.resolve(['GET', `${AP}/list_inventory`, { query: { mac_id: uniqueMac() } }]),
    ),
  },
  {
    status: 404,
    code: 1011,
    when: 'device not found by current_status',
    body: ['status', ...CODED],
    provoke: inFixture(() =>
      Promise.resolve(['GET', `${AP}/current_status`, { query: { mac_id: uniqueMac() } }]),
    ),
  },
  {
    status: 422,
    code: 1012,
    when: 'mac_id blank in provisioning',
    body: CODED,
    provoke: inFixture((fixture) => {
      const body = { mac_id: '', network_id: fixture.network._id };
      return Promise.resolve(['POST', `${AP}/provisioning`, { body }]);
    }),
  },
  {
    status: 404,
    code: 1013,
    when: 'no device found for the MACs',
    body: CODED,
    provoke: inFixture(async (fixture) => {
      const template = await makeTemplate(fixture.api.deps, fixture.org, ['1']);
      const body = { mac_ids: uniqueMac(), init_template_id: template._id };
      return ['PUT', `${AP}/apply_configuration`, { body }];
    }),
  },
  {
    status: 404,
    code: 1014,
    when: 'init template not found',
    body: CODED,
    provoke: inFixture(async (fixture) => {
      const { macId: mac_ids } = await fixture.device();
      return ['PUT', `${AP}/apply_configuration`, { body: { mac_ids, init_template_name: 'no such' } }];
    }),
  },
  {
    status: 422,
    code: 1015,
    when: 'template name or id or mac_ids missing',
    body: CODED,
    provoke: inFixture(async (fixture) => {
      const { macId: mac_ids } = await fixture.device();
      return ['PUT', `${AP}/apply_configuration`, { body: { mac_ids } }];
    }),
  },
  {
    status: 422,
    code: 1016,
    codeIn: 'status',
    when: 'uplink configuration not applied to some MACs',
    body: ['msg', 'status'],
    provoke: inFixture(async (fixture) => {
      const template = await makeTemplate(fixture.api.deps, fixture.org, ['1']);
      const { macId } = await fixture.device();
      const body = { mac_ids: `${macId},${uniqueMac()}`, init_template_id: template._id };
      return ['PUT', `${AP}/apply_configuration`, { body }];
    }),
  },
  {
    status: 422,
    code: 1017,
    when: 'release failed for all attempted devices',
    body: [...CODED, ...LISTS],
    provoke: inFixture(async (fixture) => {
      const { macId } = await fixture.busyDevice();
      return ['PUT', `${AP}/release_devices`, { body: { devices: [macId] } }];
    }),
  },
  {
    status: 422,
    code: 1018,
    when: 'removal failed for all attempted devices',
    body: [...CODED, ...LISTS],
    provoke: inFixture(async (fixture) => {
      const { macId } = await fixture.busyDevice();
      return ['DELETE', `${AP}/remove_devices`, { body: { devices: [macId] } }];
    }),
  },
  {
    status: 404,
    code: 1019,
    when: 'network to move to not found',
    body: CODED,
    provoke: inFixture(async (fixture) => {
      const { _id } = await fixture.device();
      const body = { devices: [_id], existing_network_id: 999_999_999 };
      return ['PUT', `${AP}/move_devices`, { body }];
    }),
  },
  {
    status: 422,
    code: 1020,
    when: 'some devices not moved',
    body: [...CODED, 'devices', 'failed_devices'],
    provoke: inFixture(async (fixture) => {
      const devices = [(await fixture.device())._id, (await fixture.busyDevice())._id];
      const body = { devices, existing_network_id: fixture.other._id };
      return ['PUT', `${AP}/move_devices`, { body }];
    }),
  },
  ...(['release_devices', 'remove_devices', 'move_devices'] as const).map((operation): ErrorRow => ({
    status: 422,
    code: 1026,
    when: `no devices provided to ${operation}`,
    body: CODED,
    provoke: inFixture((fixture) => {
      const body = { devices: [], existing_network_id: fixture.network._id };
      return Promise.resolve(['POST', `${AP}/${operation}`, { body }]);
    }),
  })),
  ...(['release_devices', 'remove_devices'] as const).flatMap((operation): ErrorRow[] => [
    {
      status: 422,
      code: null,
      when: `no matching device for ${operation}`,
      body: ['msg'],
      provoke: inFixture(() =>
        Promise.resolve(['POST', `${AP}/${operation}`, { body: { devices: [uniqueMac()] } }]),
      ),
    },
    {
      status: 422,
      code: null,
      when: `partial result of ${operation}`,
      body: ['msg', ...LISTS],
      provoke: inFixture(async (fixture) => {
        const devices = [(await fixture.device()).macId, (await fixture.busyDevice()).macId];
        return ['POST', `${AP}/${operation}`, { body: { devices } }];
      }),
    },
  ]),
  {
    status: 403,
    code: null,
    when: 'tier 2 release of assigned devices',
    body: ['msg'],
    provoke: inFixture(async (fixture) => {
      const { token } = await fixture.user({ tier: 2 });
      const { macId } = await fixture.device();
      return ['PUT', `${AP}/release_devices`, { token, body: { devices: [macId] } }];
    }),
  },
];
