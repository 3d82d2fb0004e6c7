import { expect } from 'chai';
import { ENDPOINTS } from '../../../api/endpoints.js';
import type { Endpoint, Method } from '../../../api/http/endpoint.js';
import { hashToken, newToken } from '../../../shared/platform/values/secrets.js';
import { openSession } from '../../../shared/access/operations/open-session.js';
import { sharedApi, type CallOptions, type TestApi } from '../../fixtures/api.js';
import { makeOrganisation, makeUser, type TestUser } from '../../fixtures/records/organisation.js';

/** Credentials in places where none is read; none of them authenticates. */
interface Credential {
  readonly what: string;
  readonly with: (method: Method) => CallOptions;
}

const HEARTBEAT = { mac_id: '02:00:00:00:00:01', firmware_version: '1.0.0' };

/** Every route with a concrete id, with and without its suffix. */
function requestsOf({ routes }: Endpoint): { method: Method; path: string }[] {
  return routes.flatMap(([method, written]) => {
    const path = written.replace(':id', '1');
    return path.endsWith('{.json}')
      ? ['', '.json'].map((suffix) => ({ method, path: path.replace('{.json}', suffix) }))
      : [{ method, path }];
  });
}

/** Parameters where the method carries them. */
function carried(method: Method, fields: Record<string, string>): CallOptions {
  return method === 'GET'
    ? { query: { mac_id: HEARTBEAT.mac_id, ...fields } }
    : { body: { ...HEARTBEAT, ...fields } };
}

describe('operations without a valid credential', () => {
  let api: TestApi;
  let user: TestUser;
  let credentials: readonly Credential[];

  before(async () => {
    api = await sharedApi();
    const { _id } = await makeOrganisation(api.deps);
    user = await makeUser(api.deps, _id, { role: 'super_admin' });
    const expired = (await makeUser(api.deps, _id)).token;
    await api.deps.mongo.models.accessTokens.updateOne(
      { _id: hashToken(expired) },
      { $set: { expiresAt: new Date(Date.now() - 1000) } },
    );
    const revoked = (await makeUser(api.deps, _id)).token;
    const revocation = await api.call('DELETE', '/v1/access_tokens', { token: revoked });
    expect(revocation.status, revocation.text).to.equal(204);
    const session = (await openSession(api.deps, 'session', user.user)).secret;
    credentials = [...badTokens({ expired, revoked, session }), ...misplaced(user.token)];
  });

  for (const endpoint of ENDPOINTS.filter(({ access }) => access !== 'public')) {
    for (const { method, path } of requestsOf(endpoint)) {
      // docs/reliability.md#bad-token
      it(`${method} ${path} (${endpoint.operation}) returns 401`, async () => {
        for (const credential of credentials) {
          const reply = await api.call(method, path, {
            ...carried(method, {}),
            ...credential.with(method),
          });
          expect(reply.status, `${credential.what}: ${reply.text}`).to.equal(401);
          expect(reply.headers.get('WWW-Authenticate')).to.equal('Bearer');
          const { family } = endpoint;
          if (family === 'v1' || family === 'device') expect(reply.body).to.include({ error_code: 1101 });
          else if (family === 'openwisp') expect(reply.text).to.match(/^error: /);
          else expect(reply.body).to.include({ status: 401 });
        }
      });
    }
  }

  it('the same token is accepted in the Authorization header', async () => {
    const reply = await api.call('GET', '/v1/network_ssids', { token: user.token });
    expect(reply.status).to.equal(200);
  });
});

function badTokens({ expired, revoked, session }: Record<'expired' | 'revoked' | 'session', string>) {
  const bearer = (what: string, token: string): Credential => ({
    what,
    with: (method) => ({ ...carried(method, {}), token }),
  });
  const parameter = (what: string, token: string): Credential => ({
    what: `${what} as a parameter`,
    with: (method) => carried(method, { access_token: token }),
  });
  return [
    { what: 'nothing', with: (method: Method) => carried(method, {}) },
    bearer('an unknown token', newToken()),
    bearer('an expired token', expired),
    bearer('a revoked token', revoked),
    bearer("a session's secret", session),
    parameter('an expired token', expired),
    parameter('a revoked token', revoked),
    parameter('a blank token', ''),
  ];
}

/** Puts a valid token everywhere except where a credential is read. */
function misplaced(token: string): Credential[] {
  const header = (name: string, value: string): Credential => ({
    what: `${name}: ${value.split(' ')[0] ?? ''}`,
    with: (method) => ({ ...carried(method, {}), headers: { [name]: value } }),
  });
  const named = (name: string): Credential => ({
    what: `as ${name}`,
    with: (method) => carried(method, { [name]: token }),
  });
  return [
    header('Authorization', token),
    header('Authorization', `Basic ${Buffer.from(`token:${token}`).toString('base64')}`),
    header('Authorization', `Token ${token}`),
    header('Authorization', `Bearer ${token} and more`),
    header('Proxy-Authorization', `Bearer ${token}`),
    header('X-Access-Token', token),
    header('X-Api-Key', token),
    header('Cookie', `access_token=${token}; airfleet_session=${token}`),
    named('token'),
    named('api_key'),
    named('Access_Token'),
    named('access_token[]'),
    named('access_token[$ne]'),
    named('upgrade[access_token]'),
  ];
}
