import { row, type TenancyRow } from './row.js';

const USER = '404/1120';
const TOKEN = '404/1119';
const BELOW_ADMIN = ['viewer', 'operator'] as const;
const FROM_ADMIN = ['admin', 'super_admin'] as const;

/** Tokens of other users: a super_admin manages all users of the organisation, an admin those with a lower role. */
export const TOKEN_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 (an admin) readOnly (an operator) hidden foreign
  row(
    'list_access_tokens',
    'nothing: the own ones',
    () => ({}),
    'blind blind blind blind blind blind blind blind',
  ),
  row('list_own_sessions', 'nothing', () => ({}), 'blind blind blind blind blind blind blind blind'),
  row('end_other_sessions', 'nothing', () => ({}), 'done done done done done done done done'),
  row(
    'end_own_session',
    'id of a token of another user',
    async (target) => ({ id: (await target.holder('viewer')).tokenId }),
    `${TOKEN} ${TOKEN} ${TOKEN} ${TOKEN} ${TOKEN} ${TOKEN} ${TOKEN} ${TOKEN}`,
  ),
  ...BELOW_ADMIN.flatMap((role) => [
    // docs/interface.md#list_access_tokens-2
    row(
      'list_access_tokens',
      `user_id of a user with role ${role}`,
      async (target) => ({ user_id: (await target.holder(role)).userId }),
      `seen seen ${USER} ${USER} seen ${USER} ${USER} ${USER}`,
    ),
    row(
      'revoke_access_token_by_id',
      `id of a token of a user with role ${role}`,
      async (target) => ({ id: (await target.holder(role)).tokenId }),
      `gone gone ${TOKEN} ${TOKEN} gone ${TOKEN} ${TOKEN} ${TOKEN}`,
    ),
    row(
      'revoke_user_access_tokens',
      `id of a user with role ${role}`,
      async (target) => ({ id: (await target.holder(role)).userId }),
      `gone gone ${USER} ${USER} gone ${USER} ${USER} ${USER}`,
    ),
  ]),
  ...FROM_ADMIN.flatMap((role) => [
    // docs/interface.md#list_access_tokens-2
    row(
      'list_access_tokens',
      `user_id of a user with role ${role}`,
      async (target) => ({ user_id: (await target.holder(role)).userId }),
      `seen ${USER} ${USER} ${USER} ${USER} ${USER} ${USER} ${USER}`,
    ),
    row(
      'revoke_access_token_by_id',
      `id of a token of a user with role ${role}`,
      async (target) => ({ id: (await target.holder(role)).tokenId }),
      `gone ${TOKEN} ${TOKEN} ${TOKEN} ${TOKEN} ${TOKEN} ${TOKEN} ${TOKEN}`,
    ),
    row(
      'revoke_user_access_tokens',
      `id of a user with role ${role}`,
      async (target) => ({ id: (await target.holder(role)).userId }),
      `gone ${USER} ${USER} ${USER} ${USER} ${USER} ${USER} ${USER}`,
    ),
  ]),
];
