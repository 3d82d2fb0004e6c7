import { cookiesOf, ownOriginJson, PASSWORD } from '../../browser/web-session.js';
import type { Reply, TestApi } from '../../fixtures/api.js';
import { passkeyOptionsOf, setUpPasskey } from '../../fixtures/passkeys/set-up-passkey.js';
import { PASSKEY_ORIGIN, SoftwareAuthenticator } from '../../fixtures/passkeys/software-authenticator.js';
import { challengeOf, enterPassword, setUpApp } from '../../fixtures/second-factor.js';

/** Sends a request and fails the test unless it succeeds; a null token sends none. */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
  token?: string | null,
  headers?: Record<string, string>,
) => Promise<Reply>;

/** Lists, shows and edits devices. */
export async function callDevices(call: Call, token: string, id: number): Promise<void> {
  const [part, version, tag] = ['part_number=none', 'version=1.0.0', 'tag_id=1'];
  for (const query of [
    '',
    'search=up',
    'state=down',
    'state=up&sort=name',
    part,
    version,
    tag,
    'configuration=failed',
    'configuration=left_out',
  ])
    await call('GET', `/v1/devices?${query}`, undefined, token);
  for (const path of [
    `devices/${id}`,
    `devices/${id}/events`,
    'overview',
    'overview/sites',
    'series/online',
    'series/clients',
    'series/traffic',
    `devices/${id}/series`,
    'networks/1/radios',
    'deaf_periods',
    'search?q=edited',
    `devices/${id}/configuration`,
  ])
    await call('GET', `/v1/${path}`, undefined, token);
  await call('GET', '/v1/alerts', undefined, token);
  await call('POST', `/v1/devices/${id}/configuration/retry`, {}, token);
  await call('PATCH', `/v1/devices/${id}`, { name: `Edited ${token.slice(0, 8)}` }, token);
}

/** Calls the operations on the session of a browser. */
export async function callSessions(call: Call, api: TestApi, email: string): Promise<void> {
  const own = ownOriginJson(api);
  const opened = await call('POST', '/v1/session', { email, password: PASSWORD }, null, own);
  const headers = { ...own, Cookie: cookiesOf(opened) };
  await call('GET', '/v1/me', undefined, null, headers);
  await call('PATCH', '/v1/me', { locale: 'sv-SE' }, null, headers);
  await call('POST', '/v1/session', { email, password: PASSWORD }, null, own);
  const listed = await call('GET', '/v1/me/sessions', undefined, null, headers);
  const { sessions } = (listed.body as { data: { sessions: { id: string; is_current: boolean }[] } }).data;
  const other = sessions.find(({ is_current: isCurrent }) => !isCurrent);
  await call('DELETE', `/v1/me/sessions/${other?.id}`, undefined, null, headers);
  await call('DELETE', '/v1/me/sessions', undefined, null, headers);
  await call('PUT', '/v1/me/email', { email: 'sharded@example.test' }, null, headers);
  await call('PUT', '/v1/me/password', { password: PASSWORD }, null, headers);
  await callSecondFactors(call, api, email, headers);
  await callPasskeys(call, api, headers);
  await call('DELETE', '/v1/session', undefined, null, headers);
}

/** Sets up a second factor, signs in with it, and removes it. */
async function callSecondFactors(
  call: Call,
  api: TestApi,
  email: string,
  headers: { readonly Cookie: string } & Record<string, string>,
): Promise<void> {
  const app = await setUpApp(api, headers.Cookie, api.deps.now());
  const first = await enterPassword(api, email, PASSWORD);
  const proof = { challenge: challengeOf(first), recovery_code: app.recoveryCodes[0] };
  await call('POST', '/v1/session/second_factor', proof, null, { ...headers, Cookie: cookiesOf(first) });
  await call('GET', '/v1/me/second_factors', undefined, null, headers);
  await call('POST', '/v1/me/recovery_codes', {}, null, headers);
  await call('PATCH', `/v1/me/second_factors/${app.id}`, { name: 'Phone' }, null, headers);
  await call('DELETE', `/v1/me/second_factors/${app.id}`, undefined, null, headers);
}

/** Sets up a passkey, and signs in with it alone. */
async function callPasskeys(
  call: Call,
  api: TestApi,
  headers: { readonly Cookie: string } & Record<string, string>,
): Promise<void> {
  const authenticator = new SoftwareAuthenticator(PASSKEY_ORIGIN);
  const { id } = await setUpPasskey(api, headers.Cookie, authenticator);
  const begun = await call('POST', '/v1/session/passkey', {}, null, ownOriginJson(api));
  const proof = { challenge: challengeOf(begun), assertion: authenticator.get(passkeyOptionsOf(begun)) };
  await call('POST', '/v1/session/second_factor', proof, null, { ...headers, Cookie: cookiesOf(begun) });
  await call('DELETE', `/v1/me/second_factors/${id}`, undefined, null, headers);
}
