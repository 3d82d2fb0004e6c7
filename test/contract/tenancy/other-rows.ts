import { newToken } from '../../../shared/platform/values/secrets.js';
import { row, type TenancyRow } from './row.js';

/** What has no record of an organisation to aim at: a device's own word, signing in, giving a token back. */
export const OTHER_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'heartbeat',
    "a device, with a user's token",
    async (place) => ({ mac_id: (await place.device()).macId, firmware_version: '9.9.9' }),
    '401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101',
    '401/1101',
  ),
  row(
    'create_access_token',
    'an account without a password, with a token beside it',
    (place) => ({ email: place.admin.user.email, password: newToken() }),
    '401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101 401/1101',
    '401/1101',
  ),
  // Only the token that was sent as the credential is revoked, whatever else stands in the request.
  row(
    'revoke_access_token',
    "somebody's token in access_token, beside one's own",
    (place) => ({ access_token: place.admin.token }),
    'gone gone gone gone gone gone gone gone',
    'gone',
  ),
];
