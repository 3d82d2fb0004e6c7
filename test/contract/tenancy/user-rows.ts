import { ssoInput } from '../../fixtures/records/sso.js';
import { authorityInput } from '../../fixtures/records/authority.js';
import type { NetworkRecords } from './network-records.js';
import { row, type TenancyRow } from './row.js';

const USER = '404/1120';
const FIRMWARE = '404/1124';

const operator = async (target: NetworkRecords) => ({ id: (await target.holder('operator')).userId });

let made = 0;

function newEmail(): string {
  made += 1;
  return `new-${made}-${Date.now()}@example.test`;
}

/** Users, firmware releases and copies of SSIDs (docs/administration.md#operations). */
export const USER_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 (an admin) readOnly (an operator) hidden foreign
  row('list_users', 'nothing', () => ({}), 'blind blind 403/1102 403/1102 blind 403/1102 403/1102 blind'),
  row('show_user', 'id', operator, `blind blind 403/1102 403/1102 blind 403/1102 403/1102 ${USER}`),
  row(
    'create_user',
    'a viewer',
    () => ({ email: newEmail(), role: 'viewer' }),
    'made made 403/1102 403/1102 made 403/1102 403/1102 made',
  ),
  row(
    'create_user',
    'a viewer of tier 1',
    () => ({ email: newEmail(), role: 'viewer', tier: 1 }),
    'made made 403/1102 403/1102 422/1109 403/1102 403/1102 made',
  ),
  row(
    'create_user',
    'an admin',
    () => ({ email: newEmail(), role: 'admin' }),
    'made 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'update_user',
    'id of an operator',
    async (target) => ({ ...(await operator(target)), tier: 2 }),
    `done done 403/1102 403/1102 done 403/1102 403/1102 ${USER}`,
  ),
  row(
    'update_user',
    'id of an admin',
    async (target) => ({ id: (await target.holder('admin')).userId, tier: 2 }),
    `done ${USER} 403/1102 403/1102 ${USER} 403/1102 403/1102 ${USER}`,
  ),
  row('delete_user', 'id', operator, `done done 403/1102 403/1102 done 403/1102 403/1102 ${USER}`),
  row(
    'create_password_link',
    'id of an operator',
    operator,
    `made made 403/1102 403/1102 made 403/1102 403/1102 ${USER}`,
  ),
  row('end_user_sessions', 'id', operator, `done done ${USER} ${USER} done ${USER} ${USER} ${USER}`),
  row(
    'reset_second_factors',
    'id of an operator without one',
    operator,
    '409/1111 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row('show_organisation', 'nothing', () => ({}), 'done done done done done done done done'),
  row(
    'update_organisation',
    'an idle time',
    () => ({ session_idle_minutes: 60 }),
    'done 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'show_sso',
    'nothing',
    () => ({}),
    'done 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'replace_sso',
    'a provider, with a token instead of a session',
    () => ssoInput(),
    '401/1133 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'remove_sso',
    'nothing, with a token instead of a session',
    () => ({}),
    '401/1133 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'show_ucentral_ca',
    'nothing',
    () => ({}),
    'done 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'replace_ucentral_ca',
    'a certificate',
    authorityInput,
    'done 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'remove_ucentral_ca',
    'nothing',
    () => ({}),
    'done 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'list_firmware_releases',
    'nothing',
    async (target) => {
      await target.release();
      return { sort: '-id', per_page: 1 };
    },
    'seen seen seen seen seen seen seen blind',
  ),
  row(
    'show_firmware_release',
    'id',
    async (target) => ({ id: (await target.release())._id }),
    `seen seen seen seen seen seen seen ${FIRMWARE}`,
  ),
  row(
    'create_firmware_release',
    'version and urls',
    (target) => ({ version: `2.${Date.now()}.${(made += 1)}`, urls: [fileOf(target)] }),
    'made 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102',
  ),
  row(
    'update_firmware_release',
    'id',
    async (target) => ({ id: (await target.release())._id, notes: 'new notes' }),
    `done 403/1102 403/1102 403/1102 403/1102 403/1102 403/1102 ${FIRMWARE}`,
  ),
  row(
    'copy_ssid',
    'id and network_ids',
    async (target, home) => ({ id: await target.ssid(), network_ids: [home.network._id] }),
    'done done done 403/1102 done 403/1102 404/1021 404/1021',
  ),
];

function fileOf({ part }: NetworkRecords) {
  return { part_number: part._id, url: 'https://firmware.example.test/image' };
}
