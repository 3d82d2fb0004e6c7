import { ENDPOINTS } from '../../api/endpoints.js';
import { PUBLIC_URL } from '../fixtures/records/webhook-fixture.js';
import { ACCOUNT_WRITES, type Make, type WriteRequest } from './account-writes.js';
import {
  bulkChange,
  enrolment,
  enrolmentToken,
  heartbeat,
  hours,
  place,
  openwispDevice,
  openwispPath,
  radio,
  radiusServer,
  release,
  ssid,
  upgrade,
} from './write-bodies.js';
import type { WriteWorld } from './write-world.js';

const AP = '/v1/access_points';

/** A random request of every operation that writes; some of them are refused. */
export const WRITES: Readonly<Record<string, Make>> = {
  provisioning: async (world) => [
    'POST',
    `${AP}/provisioning`,
    { body: { mac_id: world.unclaimedMac(), network_id: String(await world.id('networks')) } },
  ],
  apply_configuration: async (world) => [
    'PUT',
    `${AP}/apply_configuration`,
    {
      body: {
        mac_ids: world.several(await world.macs()).join(','),
        init_template_id: await world.id('initTemplates'),
      },
    },
  ],
  release_devices: async (world) => devices(world, 'release_devices'),
  remove_devices: async (world) => devices(world, 'remove_devices'),
  move_devices: async (world) => devices(world, 'move_devices', await world.id('networks')),
  create_network: (world) => [
    'POST',
    '/v1/networks',
    { body: { network_name: world.name(), ...hours(world), ...(world.chance(2) ? place(world) : {}) } },
  ],
  update_network: async (world) => [
    'PATCH',
    `/v1/networks/${await world.id('networks')}`,
    {
      body: {
        network_name: world.name(),
        ...hours(world),
        ...(world.chance(2) ? place(world) : {}),
        configuration: { canary: world.chance(2) },
        radio: radio(world),
      },
    },
  ],
  delete_network: async (world) => ['DELETE', `/v1/networks/${await world.id('networks')}`],
  create_tag: (world) => ['POST', '/v1/tags', { body: { name: world.name() } }],
  update_tag: async (world) => [
    'PATCH',
    `/v1/tags/${await world.id('tags')}`,
    { body: { name: world.name() } },
  ],
  delete_tag: async (world) => ['DELETE', `/v1/tags/${await world.id('tags')}`],
  'SSID create': async (world) => [
    'POST',
    '/v1/network_ssids',
    { body: { network_id: await world.id('networks'), network_ssid: await ssid(world) } },
  ],
  'SSID update': async (world) => [
    'PUT',
    `/v1/network_ssids/${await world.id('networkSsids')}`,
    { body: { network_ssid: await ssid(world) } },
  ],
  update_network_ssid: async (world) => [
    'PUT',
    '/v1/update_network_ssid',
    {
      body: {
        id: await world.id('networkSsids'),
        network_ssid: { ...(await ssid(world)), ssid_mode: 1, dhcp_relay_server: '2' },
      },
    },
  ],
  'SSID destroy': async (world) => ['DELETE', `/v1/network_ssids/${await world.id('networkSsids')}`],
  copy_ssid: async (world) => [
    'POST',
    `/v1/network_ssids/${await world.id('networkSsids')}/copy`,
    { body: { network_ids: world.several(await world.ids('networks')) } },
  ],
  'upgrades create': async (world) => ['POST', '/upgrades.json', { body: { upgrade: await upgrade(world) } }],
  'upgrades update': async (world) => [
    'PATCH',
    `/upgrades/${await pendingUpgrade(world)}.json`,
    { body: { upgrade: await upgrade(world) } },
  ],
  'upgrades delete': async (world) => ['DELETE', `/upgrades/${await world.id('upgrades')}.json`],
  abandon_upgrade: async (world) => ['POST', `/v1/upgrades/${await world.id('upgrades')}/abandon`],
  'upgrade schedules delete': async (world) => [
    'DELETE',
    `/upgrades/schedules/${await world.id('schedules')}.json`,
  ],
  create_firmware_release: (world) => [
    'POST',
    '/v1/firmware_releases',
    { body: { version: world.chance(2) ? `4.${world.below(1000)}` : world.text(128), ...release(world) } },
  ],
  update_firmware_release: async (world) => [
    'PATCH',
    `/v1/firmware_releases/${await world.id('firmwareReleases')}`,
    { body: release(world) },
  ],
  create_rollout: async (world) => [
    'POST',
    '/v1/rollouts',
    { body: { name: world.name(100), targets: [`network:${await world.id('networks')}`] } },
  ],
  update_rollout: async (world) => [
    'PATCH',
    `/v1/rollouts/${await world.id('rollouts')}`,
    { body: { name: world.name(100) } },
  ],
  delete_rollout: async (world) => ['DELETE', `/v1/rollouts/${await world.id('rollouts')}`],
  ...Object.fromEntries(
    ['start', 'pause', 'resume', 'cancel', 'preview', 'retry', 'rollback'].map((action): [string, Make] => [
      `${action}_rollout`,
      async (world) => ['POST', `/v1/rollouts/${await world.id('rollouts')}/${action}`, { body: {} }],
    ]),
  ),
  approve_rollout_stage: async (world) => [
    'POST',
    `/v1/rollouts/${await world.id('rollouts')}/stages/1/approve`,
  ],
  update_device: async (world) => [
    'PATCH',
    `/v1/devices/${await world.id('devices')}`,
    {
      body: {
        ...(world.chance(2) ? { name: world.name() } : {}),
        ...(world.chance(2) ? { tag_ids: world.several(await world.ids('tags')) } : {}),
        ...(world.chance(2) ? { notes: world.text(1000), radio: radio(world) } : {}),
      },
    },
  ],
  reboot_device: async (world) => ['POST', `/v1/devices/${await world.id('devices')}/reboot`],
  blink_device: async (world) => [
    'POST',
    `/v1/devices/${await world.id('devices')}/blink`,
    { body: { seconds: world.of([1, 300, 301]) } },
  ],
  retry_device_configuration: async (world) => [
    'POST',
    `/v1/devices/${await world.id('devices')}/configuration/retry`,
  ],
  retry_network_configuration: async (world) => [
    'POST',
    `/v1/networks/${await world.id('networks')}/configuration/retry`,
  ],
  create_selection: (world) => ['POST', '/v1/selections', { body: { filter: { search: world.text(100) } } }],
  create_bulk_operation: async (world) => [
    'POST',
    '/v1/bulk_operations',
    { body: { ids: world.several(await world.ids('devices')), ...(await bulkChange(world)) } },
  ],
  cancel_bulk_operation: async (world) => [
    'POST',
    `/v1/bulk_operations/${await world.id('bulkOperations')}/cancel`,
  ],
  acknowledge_alert: () => ['POST', '/v1/alerts/1/acknowledge'],
  update_alert_settings: (world) => [
    'PATCH',
    '/v1/alert_settings',
    { body: { kinds: { device_down: { enabled: world.chance(2) } } } },
  ],
  update_notifications: (world) => [
    'PATCH',
    '/v1/me/notifications',
    { body: { email: { enabled: world.chance(2) } } },
  ],
  create_radius_server: (world) => ['POST', '/v1/radius_servers', { body: radiusServer(world) }],
  update_radius_server: async (world) => [
    'PATCH',
    `/v1/radius_servers/${await world.id('radiusServers')}`,
    { body: world.chance(2) ? { secret: '***', name: world.text(255) } : radiusServer(world) },
  ],
  delete_radius_server: async (world) => ['DELETE', `/v1/radius_servers/${await world.id('radiusServers')}`],
  create_enrolment_token: async (world) => [
    'POST',
    '/v1/enrolment_tokens',
    { body: enrolmentToken(world, await world.id('networks')) },
  ],
  revoke_enrolment_token: async (world) => [
    'DELETE',
    `/v1/enrolment_tokens/${await world.id('enrolmentTokens')}`,
  ],
  approve_enrolment: async (world) => [
    'POST',
    `/v1/enrolments/${await world.id('enrolments')}/approve`,
    { body: { part_number: world.fixture.part._id } },
  ],
  refuse_enrolment: async (world) => ['POST', `/v1/enrolments/${await world.id('enrolments')}/refuse`],
  enrol: async (world) => ['POST', '/device/v1/enrol', { body: await enrolment(world) }],
  openwisp_register: async (world) => [
    'POST',
    '/controller/register/',
    { body: await openwispDevice(world) },
  ],
  openwisp_checksum: async (world) => ['GET', await openwispPath(world, 'checksum')],
  openwisp_download_config: async (world) => ['GET', await openwispPath(world, 'download-config')],
  openwisp_report_status: async (world) => ['POST', await openwispPath(world, 'report-status')],
  openwisp_update_info: async (world) => ['POST', await openwispPath(world, 'update-info')],
  create_webhook: () => ['POST', '/v1/webhooks', { body: { url: PUBLIC_URL, types: ['upgrades.finished'] } }],
  update_webhook: async (world) => [
    'PATCH',
    `/v1/webhooks/${await world.id('webhooks')}`,
    { body: { enabled: world.chance(2) } },
  ],
  delete_webhook: async (world) => ['DELETE', `/v1/webhooks/${await world.id('webhooks')}`],
  rotate_webhook_secret: async (world) => [
    'POST',
    `/v1/webhooks/${await world.id('webhooks')}/rotate_secret`,
  ],
  test_webhook: async (world) => ['POST', `/v1/webhooks/${await world.id('webhooks')}/test`],
  redeliver_webhook: async (world) => [
    'POST',
    `/v1/webhooks/${await world.id('webhooks')}/deliveries/1/redeliver`,
  ],
  heartbeat: async (world) => ['POST', '/device/v1/heartbeat', await heartbeat(world)],
  ...ACCOUNT_WRITES,
};

/** A pending upgrade, or any when none is pending. */
async function pendingUpgrade(world: WriteWorld): Promise<number> {
  const pending = await world.service.deps.mongo.models.upgrades.distinct('_id', { status: '' });
  return pending.length > 0 ? world.of(pending) : world.id('upgrades');
}

/** The operations that write. */
export const WRITING = ENDPOINTS.filter(({ changes }) => changes).map(({ operation }) => operation);

async function devices(world: WriteWorld, operation: string, network?: number): Promise<WriteRequest> {
  const body = { devices: world.several(await world.macs(), 2), existing_network_id: network };
  return ['POST', `${AP}/${operation}`, { body }];
}
