import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { startApi } from '../../api/start-api.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { newToken } from '../../shared/platform/values/secrets.js';
import { sharedApi, startTestApi, TestApi, type CallOptions, type Reply } from '../fixtures/api.js';
import { makeNetwork, makeOrganisation, makeUser } from '../fixtures/records/organisation.js';
import { upgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import type { ErrorRow } from './error-rows.js';

const SSIDS = '/v1/network_ssids';
const CODED = ['msg', 'error_code'];

function asAdmin(method: string, path: string, options: CallOptions = {}): () => Promise<Reply> {
  return async () => {
    const api = await sharedApi();
    const { _id } = await makeOrganisation(api.deps);
    const { token } = await makeUser(api.deps, _id);
    return api.call(method, path, { token, ...options });
  };
}

/** Creates a user with read access only. */
async function asViewer(): Promise<Reply> {
  const api = await sharedApi();
  const { _id } = await makeOrganisation(api.deps);
  const network = await makeNetwork(api.deps, _id);
  const { token } = await makeUser(api.deps, _id, { role: 'viewer' });
  const body = { network_id: network._id, network_ssid: { ssid_name: 'x' } };
  return api.call('POST', SSIDS, { token, body });
}

/** A store that fails with an unexpected error. */
async function brokenStore(path: string): Promise<Reply> {
  const api = await startTestApi();
  try {
    const { admin } = await upgradeFixture(api);
    const fail = (): Promise<never> => Promise.reject(new Error('unforeseen'));
    Object.assign(api.deps.stores.ssids, { find: fail });
    Object.assign(api.deps.stores.upgradeTable, { rows: fail, total: fail });
    return await api.call('GET', path, { token: admin.token });
  } finally {
    await api.close();
  }
}

async function tooOften(): Promise<Reply> {
  const api = await startTestApi({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
  try {
    const token = newToken();
    await api.call('GET', SSIDS, { token });
    return await api.call('GET', SSIDS, { token });
  } finally {
    await api.close();
  }
}

/** Announces a body of 2 MiB and sends none of it: the refusal does not wait for it. */
async function tooLarge(): Promise<Reply> {
  const { url } = await sharedApi();
  const asked = request(`${url}${SSIDS}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': 2 * 1024 * 1024 },
  });
  asked.flushHeaders();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const text = await readText(response);
  asked.destroy();
  return { status: response.statusCode ?? 0, headers: new Headers(), text, body: JSON.parse(text) as never };
}

async function withoutStore(): Promise<Reply> {
  const env = readEnv({
    ...process.env,
    NODE_ENV: 'test',
    PORT: '0',
    MONGODB_URI: 'mongodb://127.0.0.1:1/nowhere',
  });
  const api = new TestApi(await startApi(env, createLogger('silent', 'test')));
  try {
    return await api.call('GET', SSIDS, { token: newToken() });
  } finally {
    await api.close();
  }
}

/** The errors of our own codes (docs/http.md#callers), and an unexpected failure. */
export const OWN_ERROR_ROWS: readonly ErrorRow[] = [
  {
    status: 500,
    code: 1100,
    when: 'something unforeseen',
    body: CODED,
    provoke: () => brokenStore(`${SSIDS}/1`),
  },
  {
    status: 500,
    code: null,
    when: 'upgrade_list failed',
    body: ['error'],
    provoke: () => brokenStore('/upgrades/upgrade_list'),
  },
  {
    status: 401,
    code: 1101,
    when: 'no valid token',
    body: CODED,
    provoke: asAdmin('GET', SSIDS, { token: newToken() }),
  },
  { status: 403, code: 1102, when: 'forbidden', body: CODED, provoke: asViewer },
  {
    status: 400,
    code: 1103,
    when: 'unreadable body',
    body: CODED,
    provoke: asAdmin('POST', SSIDS, { body: '{"network_ssid":' }),
  },
  {
    status: 422,
    code: 1103,
    when: 'parameter of the wrong type',
    body: CODED,
    provoke: asAdmin('GET', SSIDS, { query: { 'network_name[a]': 'text' } }),
  },
  { status: 404, code: 1104, when: 'no such path', body: CODED, provoke: asAdmin('GET', '/v1/nothing') },
  {
    status: 405,
    code: 1104,
    when: 'path that does not take the method',
    body: CODED,
    provoke: asAdmin('DELETE', '/v1/list_network_ssids'),
  },
  { status: 429, code: 1105, when: 'too many requests', body: CODED, provoke: tooOften },
  { status: 413, code: 1106, when: 'body too large', body: CODED, provoke: tooLarge },
  {
    status: 406,
    code: 1107,
    when: 'only HTML is taken',
    body: CODED,
    provoke: asAdmin('GET', SSIDS, { headers: { Accept: 'text/html' } }),
  },
  { status: 503, code: 1108, when: 'a store does not answer', body: CODED, provoke: withoutStore },
  {
    status: 404,
    code: 1119,
    when: 'access token not found',
    body: CODED,
    provoke: asAdmin('DELETE', `/v1/access_tokens/${'0'.repeat(24)}`),
  },
  {
    status: 404,
    code: 1120,
    when: 'user not found by list_access_tokens',
    body: CODED,
    provoke: asAdmin('GET', '/v1/access_tokens', { query: { user_id: 999_999_999 } }),
  },
  {
    status: 404,
    code: 1120,
    when: 'user not found by revoke_user_access_tokens',
    body: CODED,
    provoke: asAdmin('DELETE', '/v1/users/999999999/access_tokens'),
  },
];
