import { seed } from '../fixtures/seed.js';
import { expectRestorable } from './accepted-writes.js';
import { WRITING } from './write-requests.js';

/** Operations whose requests may all be refused: they need a password, a token to lose, a device that is up or its key, or what workers make. */
const NEVER = [
  'open_session',
  'begin_passkey_session',
  'complete_session',
  'begin_second_factor',
  'confirm_second_factor',
  'update_second_factor',
  'remove_second_factor',
  'renew_recovery_codes',
  'reset_second_factors',
  'close_session',
  'change_own_password',
  'change_own_email',
  'replace_sso',
  'remove_sso',
  'revoke_access_token',
  'end_own_session',
  'revoke_access_token_by_id',
  'reboot_device',
  'blink_device',
  'redeliver_webhook',
  'approve_rollout_stage',
  'retry_rollout',
  'rollback_rollout',
  'abandon_upgrade',
  'acknowledge_alert',
  'openwisp_checksum',
  'openwisp_download_config',
  'openwisp_report_status',
  'openwisp_update_info',
];

describe('what 2,000 requests have written', () => {
  // docs/operations.md#backup-and-restore
  it('is exported without a fault and imported into an empty database, which answers as before', async function () {
    this.timeout(1_800_000);
    const each = WRITING.filter((operation) => !NEVER.includes(operation));
    const counts = await expectRestorable(2000, seed, each);
    console.log([...counts].map(([operation, count]) => `${operation} ${count}`).join(', '));
  });
});
