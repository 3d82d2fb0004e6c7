import { newToken } from '../../../shared/platform/values/secrets.js';
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
  // Revokes only the token that authenticates the request, whatever the parameters contain.
  row(
    'revoke_access_token',
    "another user's token in access_token, beside the caller's",
    (target) => ({ access_token: target.admin.token }),
    'gone gone gone gone gone gone gone gone',
    'gone',
  ),
];
