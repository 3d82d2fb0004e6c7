import type { Method } from '../../api/http/endpoint.js';

/** One route of an operation, and how it refuses a caller without a token. */
export interface PathRow {
  readonly operation: string;
  readonly method: Method;
  readonly path: string;
  /** The body of the 401: {msg, error_code}, {message, status} or a text; open: no token is required, but ownOrigin: an own origin. */
  readonly refusal: 'v1' | 'upgrades' | 'openwisp' | 'open' | 'ownOrigin';
  /** Sent where a request is authenticated only once it is complete. */
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
}

/** Written by hand and not derived from api/paths.ts, so that a path missing there is noticed. */
const V1: readonly (readonly [operation: string, route: string])[] = [
  ['list_inventory', 'GET /v1/access_points/list_inventory'],
  ['rout_inventory_list', 'GET /v1/access_points/rout_inventory_list'],
  ['rout_inventory_list', 'POST /v1/access_points/rout_inventory_list'],
  ['provisioning', 'POST /v1/access_points/provisioning'],
  ['apply_configuration', 'PUT /v1/access_points/apply_configuration'],
  ['current_status', 'GET /v1/access_points/current_status'],
  ['release_devices', 'PUT /v1/access_points/release_devices'],
  ['release_devices', 'POST /v1/access_points/release_devices'],
  ['remove_devices', 'DELETE /v1/access_points/remove_devices'],
  ['remove_devices', 'POST /v1/access_points/remove_devices'],
  ['move_devices', 'PUT /v1/access_points/move_devices'],
  ['move_devices', 'POST /v1/access_points/move_devices'],
  ['get_devices_from_serial', 'GET /v1/access_points/get_devices_from_serial'],
  ['list_network_ssids', 'GET /v1/list_network_ssids'],
  ['list_network_ssids', 'GET /v1/network_ssids'],
  ['SSID show', 'GET /v1/network_ssids/:id'],
  ['SSID create', 'POST /v1/network_ssids'],
  ['SSID update', 'PUT /v1/network_ssids/:id'],
  ['SSID update', 'PATCH /v1/network_ssids/:id'],
  ['SSID update', 'PUT /v1/network_ssids'],
  ['SSID update', 'PATCH /v1/network_ssids'],
  ['SSID destroy', 'DELETE /v1/network_ssids/:id'],
  ['update_network_ssid', 'PUT /v1/network_ssids/:id/update_network_ssid'],
  ['update_network_ssid', 'PATCH /v1/network_ssids/:id/update_network_ssid'],
  ['update_network_ssid', 'PUT /v1/update_network_ssid'],
  ['update_network_ssid', 'PATCH /v1/update_network_ssid'],
  ['list_maintenance', 'GET /v1/maintenance'],
  ['list_networks', 'GET /v1/networks'],
  ['update_network', 'PATCH /v1/networks/:id'],
  ['list_rollouts', 'GET /v1/rollouts'],
  ['create_rollout', 'POST /v1/rollouts'],
  ['show_rollout', 'GET /v1/rollouts/:id'],
  ['update_rollout', 'PATCH /v1/rollouts/:id'],
  ['delete_rollout', 'DELETE /v1/rollouts/:id'],
  ['start_rollout', 'POST /v1/rollouts/:id/start'],
  ['pause_rollout', 'POST /v1/rollouts/:id/pause'],
  ['resume_rollout', 'POST /v1/rollouts/:id/resume'],
  ['cancel_rollout', 'POST /v1/rollouts/:id/cancel'],
  ['abandon_upgrade', 'POST /v1/upgrades/:id/abandon'],
  ['approve_rollout_stage', 'POST /v1/rollouts/:id/stages/:n/approve'],
  ['preview_rollout', 'POST /v1/rollouts/:id/preview'],
  ['show_rollout_preview', 'GET /v1/rollouts/:id/preview'],
  ['retry_rollout', 'POST /v1/rollouts/:id/retry'],
  ['rollback_rollout', 'POST /v1/rollouts/:id/rollback'],
  ['rollout_devices', 'GET /v1/rollouts/:id/devices'],
  ['rollout_failures', 'GET /v1/rollouts/:id/failures'],
  ['rollout_series', 'GET /v1/rollouts/:id/series'],
  ['create_network', 'POST /v1/networks'],
  ['show_network', 'GET /v1/networks/:id'],
  ['delete_network', 'DELETE /v1/networks/:id'],
  ['list_tags', 'GET /v1/tags'],
  ['create_tag', 'POST /v1/tags'],
  ['update_tag', 'PATCH /v1/tags/:id'],
  ['delete_tag', 'DELETE /v1/tags/:id'],
  ['list_hardware_parts', 'GET /v1/hardware_parts'],
  ['list_init_templates', 'GET /v1/init_templates'],
  ['create_selection', 'POST /v1/selections'],
  ['create_bulk_operation', 'POST /v1/bulk_operations'],
  ['show_bulk_operation', 'GET /v1/bulk_operations/:id'],
  ['list_bulk_operation_rows', 'GET /v1/bulk_operations/:id/rows'],
  ['cancel_bulk_operation', 'POST /v1/bulk_operations/:id/cancel'],
  ['list_firmware_releases', 'GET /v1/firmware_releases'],
  ['create_firmware_release', 'POST /v1/firmware_releases'],
  ['show_firmware_release', 'GET /v1/firmware_releases/:id'],
  ['update_firmware_release', 'PATCH /v1/firmware_releases/:id'],
  ['list_users', 'GET /v1/users'],
  ['create_user', 'POST /v1/users'],
  ['show_user', 'GET /v1/users/:id'],
  ['update_user', 'PATCH /v1/users/:id'],
  ['delete_user', 'DELETE /v1/users/:id'],
  ['create_password_link', 'POST /v1/users/:id/password_link'],
  ['end_user_sessions', 'DELETE /v1/users/:id/sessions'],
  ['reset_second_factors', 'DELETE /v1/users/:id/second_factors'],
  ['show_organisation', 'GET /v1/organisation'],
  ['update_organisation', 'PATCH /v1/organisation'],
  ['show_sso', 'GET /v1/organisation/sso'],
  ['replace_sso', 'PUT /v1/organisation/sso'],
  ['remove_sso', 'DELETE /v1/organisation/sso'],
  ['show_ucentral_ca', 'GET /v1/organisation/ucentral_ca'],
  ['replace_ucentral_ca', 'PUT /v1/organisation/ucentral_ca'],
  ['remove_ucentral_ca', 'DELETE /v1/organisation/ucentral_ca'],
  ['copy_ssid', 'POST /v1/network_ssids/:id/copy'],
  ['list_radius_servers', 'GET /v1/radius_servers'],
  ['create_radius_server', 'POST /v1/radius_servers'],
  ['show_radius_server', 'GET /v1/radius_servers/:id'],
  ['update_radius_server', 'PATCH /v1/radius_servers/:id'],
  ['delete_radius_server', 'DELETE /v1/radius_servers/:id'],
  ['list_enrolment_tokens', 'GET /v1/enrolment_tokens'],
  ['create_enrolment_token', 'POST /v1/enrolment_tokens'],
  ['revoke_enrolment_token', 'DELETE /v1/enrolment_tokens/:id'],
  ['list_enrolments', 'GET /v1/enrolments'],
  ['approve_enrolment', 'POST /v1/enrolments/:id/approve'],
  ['refuse_enrolment', 'POST /v1/enrolments/:id/refuse'],
  ['list_webhooks', 'GET /v1/webhooks'],
  ['create_webhook', 'POST /v1/webhooks'],
  ['show_webhook', 'GET /v1/webhooks/:id'],
  ['update_webhook', 'PATCH /v1/webhooks/:id'],
  ['delete_webhook', 'DELETE /v1/webhooks/:id'],
  ['rotate_webhook_secret', 'POST /v1/webhooks/:id/rotate_secret'],
  ['test_webhook', 'POST /v1/webhooks/:id/test'],
  ['webhook_deliveries', 'GET /v1/webhooks/:id/deliveries'],
  ['redeliver_webhook', 'POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver'],
  ['rollout_events', 'GET /v1/rollouts/:id/events'],
  ['audit_log', 'GET /v1/audit_log'],
  ['list_devices', 'GET /v1/devices'],
  ['show_device', 'GET /v1/devices/:id'],
  ['update_device', 'PATCH /v1/devices/:id'],
  ['reboot_device', 'POST /v1/devices/:id/reboot'],
  ['blink_device', 'POST /v1/devices/:id/blink'],
  ['device_events', 'GET /v1/devices/:id/events'],
  ['device_configuration', 'GET /v1/devices/:id/configuration'],
  ['retry_device_configuration', 'POST /v1/devices/:id/configuration/retry'],
  ['network_configuration', 'GET /v1/networks/:id/configuration'],
  ['retry_network_configuration', 'POST /v1/networks/:id/configuration/retry'],
  ['configuration_meanings', 'GET /v1/configuration_meanings'],
  ['show_overview', 'GET /v1/overview'],
  ['show_sites', 'GET /v1/overview/sites'],
  ['quick_search', 'GET /v1/search'],
  ['online_series', 'GET /v1/series/online'],
  ['clients_series', 'GET /v1/series/clients'],
  ['traffic_series', 'GET /v1/series/traffic'],
  ['device_series', 'GET /v1/devices/:id/series'],
  ['network_radios', 'GET /v1/networks/:id/radios'],
  ['deaf_periods', 'GET /v1/deaf_periods'],
  ['list_alerts', 'GET /v1/alerts'],
  ['acknowledge_alert', 'POST /v1/alerts/:id/acknowledge'],
  ['show_alert_settings', 'GET /v1/alert_settings'],
  ['update_alert_settings', 'PATCH /v1/alert_settings'],
  ['show_notifications', 'GET /v1/me/notifications'],
  ['update_notifications', 'PATCH /v1/me/notifications'],
  ['show_me', 'GET /v1/me'],
  ['update_me', 'PATCH /v1/me'],
  ['list_own_sessions', 'GET /v1/me/sessions'],
  ['end_other_sessions', 'DELETE /v1/me/sessions'],
  ['end_own_session', 'DELETE /v1/me/sessions/:id'],
  ['change_own_email', 'PUT /v1/me/email'],
  ['change_own_password', 'PUT /v1/me/password'],
  ['list_second_factors', 'GET /v1/me/second_factors'],
  ['begin_second_factor', 'POST /v1/me/second_factors'],
  ['confirm_second_factor', 'POST /v1/me/second_factors/:id/confirm'],
  ['update_second_factor', 'PATCH /v1/me/second_factors/:id'],
  ['remove_second_factor', 'DELETE /v1/me/second_factors/:id'],
  ['renew_recovery_codes', 'POST /v1/me/recovery_codes'],
  ['revoke_access_token', 'DELETE /v1/access_tokens'],
  ['list_access_tokens', 'GET /v1/access_tokens'],
  ['revoke_access_token_by_id', 'DELETE /v1/access_tokens/:id'],
  ['revoke_user_access_tokens', 'DELETE /v1/users/:id/access_tokens'],
];

const UPGRADES: readonly (readonly [operation: string, route: string])[] = [
  ['upgrades index', 'GET /upgrades'],
  ['upgrades show', 'GET /upgrades/:id'],
  ['upgrades create', 'POST /upgrades'],
  ['upgrades update', 'PUT /upgrades/:id'],
  ['upgrades update', 'PATCH /upgrades/:id'],
  ['upgrades delete', 'DELETE /upgrades/:id'],
  // Requests of the upgrades page.
  ['upgrade targets', 'GET /upgrades/targets'],
  ['upgrade releases', 'GET /upgrades/releases'],
  ['upgrade schedules', 'GET /upgrades/schedules'],
  ['upgrade schedules delete', 'DELETE /upgrades/schedules/:id'],
  ['upgrades progress', 'GET /upgrades/progress'],
];

const TABLE: readonly (readonly [operation: string, route: string])[] = [
  ['upgrade_list', 'GET /upgrades/upgrade_list'],
  ['upgrade_list', 'POST /upgrades/upgrade_list'],
];

const OPEN: readonly (readonly [operation: string, route: string])[] = [
  ['enrol', 'POST /device/v1/enrol'],
  ['openwisp_register', 'POST /controller/register/'],
  ['openwisp_register', 'POST /controller/device/register/'],
  ['create_access_token', 'POST /v1/access_tokens'],
];

const OPENWISP: readonly (readonly [operation: string, route: string])[] = [
  ['openwisp_checksum', 'GET /controller/checksum/:uuid/'],
  ['openwisp_checksum', 'GET /controller/device/checksum/:uuid/'],
  ['openwisp_download_config', 'GET /controller/download-config/:uuid/'],
  ['openwisp_download_config', 'GET /controller/device/download-config/:uuid/'],
  ['openwisp_report_status', 'POST /controller/report-status/:uuid/'],
  ['openwisp_report_status', 'POST /controller/device/report-status/:uuid/'],
  ['openwisp_update_info', 'POST /controller/update-info/:uuid/'],
  ['openwisp_update_info', 'POST /controller/device/update-info/:uuid/'],
];

const OWN_ORIGIN: readonly (readonly [operation: string, route: string])[] = [
  ['open_session', 'POST /v1/session'],
  ['begin_passkey_session', 'POST /v1/session/passkey'],
  ['complete_session', 'POST /v1/session/second_factor'],
  ['close_session', 'DELETE /v1/session'],
];

function rows(table: typeof V1, refusal: PathRow['refusal'], suffix = ''): PathRow[] {
  return table.map(([operation, route]) => {
    const [method = '', path = ''] = route.split(' ');
    return { operation, method: method as Method, path: path + suffix, refusal };
  });
}

/** The device key is looked up by the MAC in the body. */
const HEARTBEAT: PathRow = {
  operation: 'heartbeat',
  method: 'POST',
  path: '/device/v1/heartbeat',
  refusal: 'v1',
  body: { mac_id: '02:00:00:00:00:01', firmware_version: '1.0.0' },
};

const FETCH: PathRow = {
  operation: 'fetch_configuration',
  method: 'GET',
  path: '/device/v1/configuration',
  refusal: 'v1',
  query: { mac_id: '02:00:00:00:00:01' },
};

/** Every route (docs/http.md#requests, docs/http.md#json). */
export const PATH_ROWS: readonly PathRow[] = [
  ...rows(V1, 'v1'),
  ...rows(UPGRADES, 'upgrades'),
  ...rows(UPGRADES, 'upgrades', '.json'),
  ...rows(TABLE, 'upgrades'),
  ...rows(TABLE, 'upgrades', '.json'),
  ...rows(OPEN, 'open'),
  ...rows(OPENWISP, 'openwisp'),
  ...rows(OWN_ORIGIN, 'ownOrigin'),
  HEARTBEAT,
  FETCH,
];

export function pathTitle({ operation, method, path }: PathRow): string {
  return `${method} ${path} is served as ${operation}`;
}
