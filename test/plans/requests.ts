import { uuidOfMac } from '../../shared/openwisp/domain/device-uuid.js';
import type { PlanFixture } from './plan-fixture.js';
import type { CallOptions } from '../fixtures/api.js';
import { longHeartbeat, type TestDevice } from '../fixtures/records/device.js';
import type { PlannedRequest, SignedIn } from './planned-request.js';
import { deviceLists } from './device-requests.js';
import { rollouts } from './rollout-requests.js';
import { access } from './access-requests.js';
import { administration } from './administration-requests.js';
import { ssids } from './ssid-requests.js';
import { webhooks } from './webhook-requests.js';
import { tomorrow } from '../fixtures/records/upgrade-fixture.js';

const AP = '/v1/access_points';
const SEARCHES = ['', 'kitchen', 'kitchen 77', 'zz-nothing', 'a', 'ha'];
const COLUMNS = [
  'name',
  'mac_id',
  'router_serial_number',
  'firmware_version',
  'network_name',
  'hp_name',
  'activated_on',
  'last_hb_on',
  'id',
];
/** The UUID that OpenWISP has given to the device with openwisp-config. */
export const OPENWISP_UUID = '3fa85f6457174562b3fc2c963f66afa6';
const TABLE_COLUMNS = ['id', 'version', 'mac_id', 'aps', 'schedule_at', 'status', 'created_at', 'updated_at'];

/** Requests for every operation, by callers whose queries differ, in an order in which each finds the records it needs. */
export function requestsOf(fixture: SignedIn): PlannedRequest[] {
  const { admin, operator } = fixture;
  return [
    ...[admin, operator].flatMap(({ token }) => reads(fixture, token)),
    ...changes(fixture, admin.token),
    ...ssids(fixture, admin.token),
    ...upgrades(fixture, admin.token),
    ...[admin, operator].flatMap(({ token }) => rollouts(fixture, token)),
    ...webhooks(fixture),
    ...administration(fixture),
    ...access(fixture),
    // Last: the device takes no firmware from then on.
    ...openwisp(fixture.devices[1003]),
  ];
}

function reads(fixture: PlanFixture, token: string): PlannedRequest[] {
  const get = (operation: string, path: string, query: CallOptions['query'] = {}): PlannedRequest => ({
    operation,
    method: 'GET',
    path,
    options: { token, query },
  });
  const { devices, networks } = fixture;
  const mac = devices[41]?.macId ?? '';
  return [
    get('list_inventory', `${AP}/list_inventory`),
    get('list_inventory', `${AP}/list_inventory`, { page: 150 }),
    get('list_inventory', `${AP}/list_inventory`, { mac_id: mac }),
    ...COLUMNS.flatMap((sort_column) =>
      SEARCHES.flatMap((search) =>
        [{}, { page: 2 }, { page: 40 }].map((query) =>
          get('rout_inventory_list', `${AP}/rout_inventory_list`, { sort_column, search, ...query }),
        ),
      ),
    ),
    ...deviceLists(fixture, get),
    get('current_status', `${AP}/current_status`, { mac_id: mac }),
    get('current_status', `${AP}/current_status`, { mac_id: mac, maintenance: 1 }),
    get('list_maintenance', '/v1/maintenance'),
    get('list_maintenance', '/v1/maintenance', { per_page: 2, cursor: 'djE6MQ' }),
    get('get_devices_from_serial', `${AP}/get_devices_from_serial`, {
      serial: devices[41]?.routerSerialNumber ?? '',
    }),
    get('list_network_ssids', '/v1/network_ssids'),
    get('list_networks', '/v1/networks'),
    get('list_network_ssids', '/v1/network_ssids', { network_id: networks[0]?._id ?? 0 }),
    get('list_network_ssids', '/v1/network_ssids', { network_name: networks[0]?.networkName ?? '' }),
    get('upgrades index', '/upgrades.json'),
    get('upgrades index', '/upgrades.json', { page: 3 }),
    get('upgrades index', '/upgrades.json', { id: 1_000_041 }),
    get('upgrades show', '/upgrades/1000041.json'),
    get('upgrades progress', '/upgrades/progress.json', { 'ids[]': 2_000_001 }),
    get('upgrade targets', '/upgrades/targets.json', { search: 'kitchen' }),
    get('upgrade releases', '/upgrades/releases.json'),
    get('upgrade schedules', '/upgrades/schedules.json'),
    ...TABLE_COLUMNS.flatMap((data) =>
      ['', 'kitchen', 'queued', '2.0.0'].map((search) =>
        get('upgrade_list', '/upgrades/upgrade_list.json', {
          draw: 1,
          start: 20,
          length: 10,
          'order[0][column]': 0,
          'columns[0][data]': data,
          'search[value]': search,
        }),
      ),
    ),
  ];
}

function changes({ devices, networks, built, template }: PlanFixture, token: string): PlannedRequest[] {
  const mac = (index: number): string => devices[index]?.macId ?? '';
  const change = (operation: string, method: string, path: string, body: object): PlannedRequest => ({
    operation,
    method,
    path: `${AP}/${path}`,
    options: { token, body },
  });
  const [network, other] = networks;
  return [
    change('provisioning', 'POST', 'provisioning', { mac_id: built.join(), network_id: network?._id }),
    {
      operation: 'update_device',
      method: 'PATCH',
      path: `/v1/devices/${devices[41]?._id ?? 0}`,
      options: { token, body: { name: 'Edited', tag_ids: [] } },
    },
    {
      operation: 'update_network',
      method: 'PATCH',
      path: `/v1/networks/${network?._id ?? 0}`,
      options: { token, body: { time_zone: 'Europe/Berlin' } },
    },
    change('move_devices', 'PUT', 'move_devices', { devices: [mac(5)], existing_network_id: other?._id }),
    change('release_devices', 'PUT', 'release_devices', { devices: [mac(5)] }),
    change('provisioning', 'POST', 'provisioning', { mac_id: mac(5), network_id: network?._id }),
    change('remove_devices', 'POST', 'remove_devices', { devices: [mac(6)] }),
    change('apply_configuration', 'PUT', 'apply_configuration', {
      mac_ids: mac(7),
      init_template_name: template,
    }),
    {
      operation: 'heartbeat',
      method: 'POST',
      path: '/device/v1/heartbeat',
      options: { token: devices[1001]?.deviceKey, body: { mac_id: mac(1001), firmware_version: '1.0.1' } },
    },
    {
      operation: 'heartbeat',
      method: 'POST',
      path: '/device/v1/heartbeat',
      options: { token: devices[1001]?.deviceKey, body: { mac_id: mac(1001), firmware_version: '2.0.0' } },
    },
    {
      operation: 'heartbeat',
      method: 'POST',
      path: '/device/v1/heartbeat',
      options: { token: devices[1002]?.deviceKey, body: longHeartbeat({ macId: mac(1002) }) },
    },
    {
      operation: 'fetch_configuration',
      method: 'GET',
      path: '/device/v1/configuration',
      options: { token: devices[1002]?.deviceKey, query: { mac_id: mac(1002) } },
    },
  ];
}

/** A device with openwisp-config, from its start until it runs its configuration. */
function openwisp({ macId = '', deviceKey: key = '' }: Partial<TestDevice> = {}): PlannedRequest[] {
  const asked = (operation: string, path: string, uuid = uuidOfMac(macId)): PlannedRequest => ({
    operation,
    method: 'GET',
    path: `/controller/${path}/${uuid}/`,
    options: { query: { key } },
  });
  const said = (operation: string, path: string, body: object): PlannedRequest => ({
    operation,
    method: 'POST',
    path: `/controller/${path}/${uuidOfMac(macId)}/`,
    options: { body: { key, ...body } },
  });
  return [
    said('openwisp_update_info', 'update-info', { os: 'OpenWrt 23.05.3' }),
    asked('openwisp_checksum', 'checksum'),
    asked('openwisp_download_config', 'download-config'),
    said('openwisp_report_status', 'report-status', { status: 'applied' }),
    asked('openwisp_checksum', 'checksum'),
    asked('openwisp_checksum', 'checksum', OPENWISP_UUID),
  ];
}

function upgrades({ networks, tag, devices }: PlanFixture, token: string): PlannedRequest[] {
  const post = (aps: readonly string[], fields: object = {}): CallOptions => ({
    token,
    body: { upgrade: { version: '2.0.0', aps, ...fields } },
  });
  const later = { schedule_type: 'later', schedule_at: tomorrow(), time_zone: 'Etc/UTC' };
  return [
    {
      operation: 'upgrades create',
      method: 'POST',
      path: '/upgrades.json',
      options: post([`network:${networks[3]?._id ?? 0}`, `tag:${tag}`, `AP:${devices[9]?._id ?? 0}`]),
    },
    {
      operation: 'upgrades create',
      method: 'POST',
      path: '/upgrades.json',
      options: post([`AP:${devices[11]?._id ?? 0}`], later),
    },
    {
      operation: 'upgrades update',
      method: 'PUT',
      path: '/upgrades/3000001.json',
      options: { token, body: { upgrade: { version: '2.0.0', ...later } } },
    },
    { operation: 'upgrades delete', method: 'DELETE', path: '/upgrades/3000002.json', options: { token } },
    {
      operation: 'abandon_upgrade',
      method: 'POST',
      path: '/v1/upgrades/3500001/abandon',
      options: { token },
    },
    {
      operation: 'upgrade schedules delete',
      method: 'DELETE',
      path: `/upgrades/schedules/${LAST_SCHEDULE}.json`,
      options: { token },
    },
  ];
}

/** Replaced in a path by the id in the last answer of upgrades create. */
export const LAST_SCHEDULE = ':schedule';
