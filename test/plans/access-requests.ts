import { hashToken, publicTokenId } from '../../shared/platform/values/secrets.js';
import { ownOriginJson } from '../browser/web-session.js';
import type { CallOptions } from '../fixtures/api.js';
import { sortedCursor, type PlannedRequest, type SignedIn } from './planned-request.js';

function secondFactors({ api, cookies, app, secondStep }: SignedIn): PlannedRequest[] {
  const own = ownOriginJson(api);
  const factor = `/v1/me/second_factors/${app.id}`;
  const request = (operation: string, method: string, path: string, body?: object): PlannedRequest => ({
    operation,
    method,
    path,
    options: { headers: { ...own, Cookie: cookies }, ...(body ? { body } : {}) },
  });
  const proof = { challenge: secondStep.challenge, recovery_code: app.recoveryCodes[0] };
  return [
    {
      operation: 'complete_session',
      method: 'POST',
      path: '/v1/session/second_factor',
      options: { headers: { ...own, Cookie: secondStep.cookies }, body: proof },
    },
    {
      operation: 'begin_passkey_session',
      method: 'POST',
      path: '/v1/session/passkey',
      options: { headers: own },
    },
    request('list_second_factors', 'GET', '/v1/me/second_factors'),
    request('begin_second_factor', 'POST', '/v1/me/second_factors', { kind: 'totp' }),
    request('confirm_second_factor', 'POST', `${factor}/confirm`, { code: '000000' }),
    request('renew_recovery_codes', 'POST', '/v1/me/recovery_codes'),
    request('update_second_factor', 'PATCH', factor, { name: 'Phone' }),
    request('remove_second_factor', 'DELETE', factor),
  ];
}

/** Requests for tokens, sessions and second factors. */
export function access(signedIn: SignedIn): PlannedRequest[] {
  const { api, admin, operator, cookies, sessionId } = signedIn;
  const body = { email: admin.user.email, password: 'not this one' };
  const options = { token: admin.token };
  const list = (query: CallOptions['query'] = {}): PlannedRequest => ({
    operation: 'list_access_tokens',
    method: 'GET',
    path: '/v1/access_tokens',
    options: { ...options, query },
  });
  return [
    ...secondFactors(signedIn),
    list(),
    list({ user_id: operator.user._id }),
    ...(['created_at', '-created_at'] as const).map((sort) =>
      list({ sort, cursor: sortedCursor(sort, Date.now() + 1000, 'f'.repeat(24)) }),
    ),
    {
      operation: 'revoke_access_token_by_id',
      method: 'DELETE',
      path: `/v1/access_tokens/${publicTokenId(hashToken(operator.token))}`,
      options,
    },
    {
      operation: 'change_own_email',
      method: 'PUT',
      path: '/v1/me/email',
      options: {
        headers: { ...ownOriginJson(api), Cookie: cookies },
        body: { email: 'planned@example.test' },
      },
    },
    {
      operation: 'change_own_password',
      method: 'PUT',
      path: '/v1/me/password',
      options: {
        headers: { ...ownOriginJson(api), Cookie: cookies },
        body: { password: 'three cold lighthouses' },
      },
    },
    { operation: 'list_own_sessions', method: 'GET', path: '/v1/me/sessions', options },
    {
      operation: 'end_own_session',
      method: 'DELETE',
      path: `/v1/me/sessions/${sessionId}`,
      options,
    },
    { operation: 'end_other_sessions', method: 'DELETE', path: '/v1/me/sessions', options },
    { operation: 'show_me', method: 'GET', path: '/v1/me', options },
    {
      operation: 'update_me',
      method: 'PATCH',
      path: '/v1/me',
      options: { ...options, body: { locale: 'de-DE' } },
    },
    {
      operation: 'open_session',
      method: 'POST',
      path: '/v1/session',
      options: { body, headers: ownOriginJson(api) },
    },
    {
      operation: 'close_session',
      method: 'DELETE',
      path: '/v1/session',
      options: { headers: ownOriginJson(api) },
    },
    { operation: 'create_access_token', method: 'POST', path: '/v1/access_tokens', options: { body } },
    {
      operation: 'create_access_token',
      method: 'POST',
      path: '/v1/access_tokens',
      options: { ...options, body: { name: 'script' } },
    },
    {
      operation: 'revoke_user_access_tokens',
      method: 'DELETE',
      path: `/v1/users/${operator.user._id}/access_tokens`,
      options,
    },
    { operation: 'revoke_access_token', method: 'DELETE', path: '/v1/access_tokens', options },
  ];
}
