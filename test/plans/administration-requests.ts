import type { CallOptions, Reply } from '../fixtures/api.js';
import { authorityInput } from '../fixtures/records/authority.js';
import { ssoInput } from '../fixtures/records/sso.js';
import type { PlanFixture } from './plan-fixture.js';
import { PLANNED_BOARD, PLANNED_TOKEN, STRANGER_IDS } from './plan-records.js';
import { sortedCursor, type PlannedRequest } from './planned-request.js';

const PLANNED_AUTHORITY = await authorityInput();

/** Replaced in a path by the id of the record that an administration request made last. */
export const LAST_MADE = ':made';

/** The id of the record that an answer shows as made. */
export function madeRecord({ status, body }: Reply): number | undefined {
  if (status !== 201 && status !== 202) return undefined;
  const { data = {} } = body as { data?: Record<string, { id: number } | undefined> };
  return Object.values(data)[0]?.id;
}

/** Requests on the records that administrators manage. */
export function administration({
  admin,
  operator,
  networks,
  tag,
  devices,
  templateId,
  superAdmin,
  part,
}: PlanFixture): PlannedRequest[] {
  const request = (
    operation: string,
    method: string,
    path: string,
    options: CallOptions = {},
  ): PlannedRequest => ({
    operation,
    method,
    path: `/v1/${path}`,
    options: { token: admin.token, ...options },
  });
  const lists = (
    operation: string,
    path: string,
    sorts: readonly string[],
    cursors: readonly string[] = [],
  ) =>
    [admin, operator].flatMap(({ token }) => [
      ...sorts.map((sort) => request(operation, 'GET', path, { token, query: { sort, per_page: 2 } })),
      ...cursors.map((cursor, at) =>
        request(operation, 'GET', path, { token, query: { sort: sorts[at] ?? '', per_page: 2, cursor } }),
      ),
    ]);
  const first = networks[0]?._id ?? 0;
  const paramsOf: Readonly<Record<string, object>> = {
    assign: { network_id: networks[1]?._id ?? 0 },
    tag: { tag_ids: [tag] },
    apply_template: { init_template_id: templateId },
  };
  return [
    ...lists(
      'list_networks',
      'networks',
      ['id', '-network_name'],
      [sortedCursor('id', first, first), sortedCursor('-network_name', 'Network 9', 5)],
    ),
    request('create_network', 'POST', 'networks', { body: { network_name: 'Planned' } }),
    request('show_network', 'GET', `networks/${LAST_MADE}`),
    request('update_network', 'PATCH', `networks/${first}`, { body: { network_name: 'Renamed' } }),
    request('network_configuration', 'GET', `networks/${first}/configuration`),
    request('retry_network_configuration', 'POST', `networks/${first}/configuration/retry`),
    request('retry_device_configuration', 'POST', `devices/${devices[130]?._id ?? 0}/configuration/retry`),
    request('reboot_device', 'POST', `devices/${devices[130]?._id ?? 0}/reboot`),
    request('blink_device', 'POST', `devices/${devices[130]?._id ?? 0}/blink`),
    request('delete_network', 'DELETE', `networks/${LAST_MADE}`),
    ...lists('list_tags', 'tags', ['id', 'name'], [sortedCursor('id', tag, 0), sortedCursor('name', 'a', 0)]),
    request('update_tag', 'PATCH', `tags/${tag}`, { body: { name: 'renamed' } }),
    request('create_tag', 'POST', 'tags', { body: { name: 'planned' } }),
    request('delete_tag', 'DELETE', `tags/${LAST_MADE}`),
    request('create_selection', 'POST', 'selections', { body: { filter: { tag_id: tag, state: 'up' } } }),
    request('create_selection', 'POST', 'selections', {
      token: operator.token,
      body: { filter: { search: 'kitchen', network_id: first } },
    }),
    ...['assign', 'release', 'tag', 'apply_template', 'upgrade', 'remove'].map((action, at) =>
      request('create_bulk_operation', 'POST', 'bulk_operations', {
        body: { ids: [devices[100 + at]?._id ?? 0], action, params: paramsOf[action] ?? {} },
      }),
    ),
    request('show_bulk_operation', 'GET', `bulk_operations/${LAST_MADE}`),
    request('create_bulk_operation', 'POST', 'bulk_operations', {
      body: {
        action: 'import_devices',
        params: {
          rows: [
            {
              mac: devices[110]?.macId,
              serial: 'SN',
              network: 'Planned',
              tags: ['planned'],
              identity: 'key',
            },
            { serial: devices[111]?.routerSerialNumber },
          ],
          create_networks: true,
          create_tags: true,
        },
      },
    }),
    request('list_bulk_operation_rows', 'GET', `bulk_operations/${LAST_MADE}/rows`),
    request('create_bulk_operation', 'POST', 'bulk_operations', {
      body: { ids: [devices[120]?._id ?? 0], action: 'untag', params: { tag_ids: [tag] } },
    }),
    request('cancel_bulk_operation', 'POST', `bulk_operations/${LAST_MADE}/cancel`),
    ...lists(
      'list_users',
      'users',
      ['id', 'email'],
      [sortedCursor('id', 1, 1), sortedCursor('email', 'a', 1)],
    ).filter(({ options }) => options?.token === admin.token),
    request('create_user', 'POST', 'users', { body: { email: 'planned@example.test', role: 'viewer' } }),
    request('show_user', 'GET', `users/${LAST_MADE}`),
    request('update_user', 'PATCH', `users/${LAST_MADE}`, { body: { email: 'other@example.test' } }),
    request('create_password_link', 'POST', `users/${LAST_MADE}/password_link`),
    request('end_user_sessions', 'DELETE', `users/${LAST_MADE}/sessions`),
    request('reset_second_factors', 'DELETE', `users/${LAST_MADE}/second_factors`, {
      token: superAdmin.token,
    }),
    request('delete_user', 'DELETE', `users/${LAST_MADE}`),
    request('show_organisation', 'GET', 'organisation'),
    request('update_organisation', 'PATCH', 'organisation', {
      token: superAdmin.token,
      body: { session_idle_minutes: 60 },
    }),
    request('show_sso', 'GET', 'organisation/sso', { token: superAdmin.token }),
    request('replace_sso', 'PUT', 'organisation/sso', { token: superAdmin.token, body: ssoInput() }),
    request('remove_sso', 'DELETE', 'organisation/sso', { token: superAdmin.token }),
    request('show_ucentral_ca', 'GET', 'organisation/ucentral_ca', { token: superAdmin.token }),
    request('replace_ucentral_ca', 'PUT', 'organisation/ucentral_ca', {
      token: superAdmin.token,
      body: PLANNED_AUTHORITY,
    }),
    request('remove_ucentral_ca', 'DELETE', 'organisation/ucentral_ca', { token: superAdmin.token }),
    ...lists('list_firmware_releases', 'firmware_releases', ['version']),
    request('create_firmware_release', 'POST', 'firmware_releases', {
      token: superAdmin.token,
      body: { version: '9.9.9', urls: [{ part_number: part, url: 'https://firmware.example.test/image' }] },
    }),
    request('show_firmware_release', 'GET', `firmware_releases/${LAST_MADE}`, { token: superAdmin.token }),
    request('update_firmware_release', 'PATCH', `firmware_releases/${LAST_MADE}`, {
      token: superAdmin.token,
      body: { is_released: true },
    }),
    request('acknowledge_alert', 'POST', 'alerts/1/acknowledge'),
    request('show_alert_settings', 'GET', 'alert_settings'),
    request('show_notifications', 'GET', 'me/notifications'),
    request('update_notifications', 'PATCH', 'me/notifications', {
      body: { email: { networks: [first], kinds: ['device_down'] } },
    }),
    request('update_alert_settings', 'PATCH', 'alert_settings', {
      body: { kinds: { device_down: { after_minutes: 11 } } },
    }),
    ...lists('list_radius_servers', 'radius_servers', ['id'], [sortedCursor('id', 1, 1)]),
    request('create_radius_server', 'POST', 'radius_servers', {
      body: { name: 'Planned', host: '192.0.2.1', secret: 'a shared secret' },
    }),
    request('show_radius_server', 'GET', `radius_servers/${LAST_MADE}`),
    request('update_radius_server', 'PATCH', `radius_servers/${LAST_MADE}`, { body: { host: '192.0.2.2' } }),
    request('delete_radius_server', 'DELETE', `radius_servers/${LAST_MADE}`),
    ...lists('list_enrolment_tokens', 'enrolment_tokens', ['id'], [sortedCursor('id', 1, 1)]).filter(
      ({ options }) => options?.token === admin.token,
    ),
    request('create_enrolment_token', 'POST', 'enrolment_tokens', {
      body: {
        name: 'Planned',
        expires_at: '2100-01-01T00:00:00Z',
        max_devices: 5,
        network_id: first,
        tag_ids: [tag],
      },
    }),
    request('revoke_enrolment_token', 'DELETE', `enrolment_tokens/${LAST_MADE}`),
    enrolment('02:5E:00:00:00:01', PLANNED_BOARD),
    enrolment('02:5E:00:00:00:01', PLANNED_BOARD),
    enrolment('02:5E:00:00:00:02', ''),
    openwispRegistration('02:5E:00:00:00:03'),
    ...lists('list_enrolments', 'enrolments', ['id'], [sortedCursor('id', 1, 1)]).filter(
      ({ options }) => options?.token === admin.token,
    ),
    request('approve_enrolment', 'POST', `enrolments/${STRANGER_IDS}/approve`, {
      body: { part_number: part },
    }),
    request('refuse_enrolment', 'POST', `enrolments/${STRANGER_IDS + 1}/refuse`),
    ...lists('list_hardware_parts', 'hardware_parts', ['part_number']),
    ...lists('list_init_templates', 'init_templates', ['id', 'name']),
  ];
}

/** A device with openwisp-config that registers with the token of plan-records.ts. */
function openwispRegistration(mac_address: string): PlannedRequest {
  const body = { secret: PLANNED_TOKEN, mac_address, model: PLANNED_BOARD };
  return { operation: 'openwisp_register', method: 'POST', path: '/controller/register/', options: { body } };
}

/** A device that asks with the token of plan-records.ts. */
function enrolment(mac_id: string, board: string): PlannedRequest {
  const body = { token: PLANNED_TOKEN, nonce: 'a'.repeat(64), mac_id, board };
  return { operation: 'enrol', method: 'POST', path: '/device/v1/enrol', options: { body } };
}
