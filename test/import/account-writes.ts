import { authorityInput } from '../fixtures/records/authority.js';
import { ssoInput } from '../fixtures/records/sso.js';
import type { CallOptions } from '../fixtures/api.js';
import { newUser, rights } from './write-bodies.js';
import type { WriteWorld } from './write-world.js';

export type WriteRequest = readonly [method: string, path: string, options?: CallOptions];

export type Make = (world: WriteWorld) => Promise<WriteRequest> | WriteRequest;

/** Random requests of the operations on accounts, tokens and sessions. */
export const ACCOUNT_WRITES: Readonly<Record<string, Make>> = {
  open_session: (world) => ['POST', '/v1/session', { body: { email: world.email(), password: 'wrong' } }],
  change_own_password: (world) => ['PUT', '/v1/me/password', { body: { password: world.text(100) } }],
  change_own_email: (world) => ['PUT', '/v1/me/email', { body: { email: world.email() } }],
  update_me: (world) => [
    'PATCH',
    '/v1/me',
    { body: { name: world.text(255), time_zone: world.of(['UTC', 'Asia/Kathmandu', 'PST', null]) } },
  ],
  close_session: () => ['DELETE', '/v1/session'],
  create_access_token: (world) => [
    'POST',
    '/v1/access_tokens',
    { body: world.chance(2) ? { name: world.text(100) } : {} },
  ],
  begin_second_factor: (world) => [
    'POST',
    '/v1/me/second_factors',
    { body: { kind: 'totp', name: world.text(100) } },
  ],
  confirm_second_factor: () => ['POST', '/v1/me/second_factors/none/confirm', { body: { code: '000000' } }],
  update_second_factor: (world) => [
    'PATCH',
    '/v1/me/second_factors/none',
    { body: { name: world.text(100) } },
  ],
  remove_second_factor: () => ['DELETE', '/v1/me/second_factors/none'],
  renew_recovery_codes: () => ['POST', '/v1/me/recovery_codes'],
  begin_passkey_session: () => ['POST', '/v1/session/passkey'],
  complete_session: () => [
    'POST',
    '/v1/session/second_factor',
    { body: { challenge: 'none', code: '000000' } },
  ],
  reset_second_factors: async (world) => ['DELETE', `/v1/users/${await otherUser(world)}/second_factors`],
  update_organisation: (world) => [
    'PATCH',
    '/v1/organisation',
    { body: { session_idle_minutes: world.of([4, 5, 1440, 1441]) } },
  ],
  replace_ucentral_ca: async (world) => [
    'PUT',
    '/v1/organisation/ucentral_ca',
    { body: world.chance(2) ? await authorityInput() : { certificate: world.text(100) } },
  ],
  replace_sso: () => ['PUT', '/v1/organisation/sso', { body: ssoInput() }],
  remove_sso: () => ['DELETE', '/v1/organisation/sso'],
  remove_ucentral_ca: () => ['DELETE', '/v1/organisation/ucentral_ca'],
  end_own_session: () => ['DELETE', `/v1/me/sessions/${'0'.repeat(24)}`],
  end_other_sessions: () => ['DELETE', '/v1/me/sessions'],
  revoke_access_token: () => ['DELETE', '/v1/access_tokens', { token: 'gone' }],
  revoke_access_token_by_id: () => ['DELETE', `/v1/access_tokens/${'0'.repeat(24)}`],
  revoke_user_access_tokens: async (world) => ['DELETE', `/v1/users/${await otherUser(world)}/access_tokens`],
  create_user: async (world) => ['POST', '/v1/users', { body: await newUser(world) }],
  update_user: async (world) => [
    'PATCH',
    `/v1/users/${await otherUser(world)}`,
    { body: { ...(await rights(world)), is_disabled: world.chance(4) } },
  ],
  delete_user: async (world) => ['DELETE', `/v1/users/${await otherUser(world)}`],
  create_password_link: async (world) => ['POST', `/v1/users/${await otherUser(world)}/password_link`],
  end_user_sessions: async (world) => ['DELETE', `/v1/users/${await otherUser(world)}/sessions`],
};

async function otherUser(world: WriteWorld): Promise<number> {
  const mine = [world.admin.user._id, world.fixture.admin.user._id];
  return world.of([...(await world.ids('users')).filter((id) => !mine.includes(id)), 999_999_999]);
}
