import { newToken } from '../../../shared/platform/values/secrets.js';
import { uuidOfMac } from '../../../shared/openwisp/domain/device-uuid.js';
import { askingDevice } from '../../fixtures/records/enrolment.js';
import { row, type TenancyRow } from './row.js';

/** Operations that name no record of an organisation: heartbeats, sign-in, revoking the caller's own token. */
export const OTHER_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'heartbeat',
    "a device, with a user's token",
    async (target) => ({ mac_id: (await target.device()).macId, firmware_version: '9.9.9' }),
    '401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101',
    '401/1101',
  ),
  row(
    'create_access_token',
    'an account without a password, with a token beside it',
    (target) => ({ email: target.admin.user.email, password: newToken() }),
    '401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101',
    '401/1101',
  ),
  // The token belongs to the caller, whatever else the request names.
  row(
    'create_access_token',
    'a name, for a token of the caller',
    (target) => ({ name: 'script', user_id: target.admin.user._id }),
    'made made made made made made made made',
    'made',
  ),
  row(
    'fetch_configuration',
    "a device, with a user's token",
    async (target) => ({ mac_id: (await target.device()).macId }),
    '401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101',
    '401/1101',
  ),
  row(
    'enrol',
    "a new device with a token of the caller's organisation",
    async (_target, home) => ({ ...askingDevice(await home.enrolmentToken()) }),
    'begun begun begun begun begun begun begun begun',
    'begun',
  ),
  row(
    'enrol',
    "the MAC of a device, with a token of the caller's organisation",
    async (target, home) => ({
      ...askingDevice(await home.enrolmentToken()),
      mac_id: (await target.device()).macId,
    }),
    '409/1130 409/1130 409/1130 409/1130 409/1130 409/1130 409/1130 409/1130',
    '409/1130',
  ),
  row(
    'openwisp_register',
    "a new device with a token of the caller's organisation",
    async (_target, home) => home.registration(),
    'made made made made made made made made',
    'made',
  ),
  row(
    'openwisp_register',
    "the MAC of a device, with a token of the caller's organisation",
    async (target, home) => ({
      ...(await home.registration()),
      mac_address: (await target.device()).macId,
    }),
    '409/1130 409/1130 409/1130 409/1130 409/1130 409/1130 409/1130 409/1130',
    '409/1130',
  ),
  // A user's token is no key of a device.
  ...['openwisp_checksum', 'openwisp_download_config', 'openwisp_report_status', 'openwisp_update_info'].map(
    (operation) =>
      row(
        operation,
        'the UUID of a device, with another key',
        async (target) => ({
          uuid: uuidOfMac((await target.device()).macId),
          key: newToken(),
          status: 'error',
          os: 'OpenWrt',
        }),
        '401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101',
        '401/1101',
      ),
  ),
  row('configuration_meanings', 'nothing', () => ({}), 'done done done done done done done done'),
  row('show_me', 'nothing', () => ({}), 'done done done done done done done done', 'done'),
  row(
    'update_me',
    'a time zone',
    () => ({ time_zone: 'Europe/Berlin' }),
    'done done done done done done done done',
    'done',
  ),
  row(
    'change_own_email',
    'an email, with a token instead of a session',
    () => ({ email: `${newToken()}@example.test` }),
    '401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133',
    '401/1133',
  ),
  row(
    'change_own_password',
    'a password, with a token instead of a session',
    () => ({ password: newToken() }),
    '401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133',
    '401/1133',
  ),
  row('list_second_factors', 'nothing', () => ({}), 'done done done done done done done done', 'done'),
  row(
    'begin_second_factor',
    'an app, with a token instead of a session',
    () => ({ kind: 'totp' }),
    '401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133',
    '401/1133',
  ),
  row(
    'confirm_second_factor',
    'a code, with a token instead of a session',
    () => ({ id: newToken(), code: '000000' }),
    '401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133',
    '401/1133',
  ),
  row(
    'update_second_factor',
    'a name, with a token instead of a session',
    () => ({ id: newToken(), name: 'Phone' }),
    '401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133',
    '401/1133',
  ),
  row(
    'remove_second_factor',
    'id, with a token instead of a session',
    () => ({ id: newToken() }),
    '401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133',
    '401/1133',
  ),
  row(
    'renew_recovery_codes',
    'nothing, with a token instead of a session',
    () => ({}),
    '401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133 401/1133',
    '401/1133',
  ),
  // A request with a token comes from no page of the service.
  row(
    'complete_session',
    'a challenge, with a token beside it',
    () => ({ challenge: newToken(), code: '000000' }),
    '403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'begin_passkey_session',
    'nothing, with a token beside it',
    () => ({}),
    '403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'open_session',
    'an account without a password, with a token beside it',
    (target) => ({ email: target.admin.user.email, password: newToken() }),
    '403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'close_session',
    'nothing, with a token beside it',
    () => ({}),
    '403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  // Revokes only the token that authenticates the request, whatever the parameters contain.
  row(
    'revoke_access_token',
    "another user's token in access_token, beside the caller's",
    (target) => ({ access_token: target.admin.token }),
    'gone gone gone gone gone gone gone gone',
    'gone',
  ),
];
