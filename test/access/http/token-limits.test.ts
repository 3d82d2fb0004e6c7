import { expect } from 'chai';
import { ADMIN_OPERATIONS } from '../../../api/access/token-scopes.js';
import { ENDPOINTS } from '../../../api/endpoints.js';
import { makeUserWithPassword, PASSWORD } from '../../browser/web-session.js';
import { sharedApi, type Reply, type TestApi } from '../../fixtures/api.js';
import {
  makeNetwork,
  makeOrganisation,
  makeUser,
  type TestUser,
} from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';

const TOKENS = '/v1/access_tokens';
const DAY_MS = 86_400_000;

describe('the limits of access tokens', () => {
  let api: TestApi;
  let org: number;
  let admin: TestUser;
  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
    admin = await makeUser(api.deps, org, { role: 'super_admin' });
  });

  const make = (body: object, token = admin.token): Promise<Reply> =>
    api.call('POST', TOKENS, { body, token });
  async function tokenOf(body: object, token = admin.token): Promise<string> {
    const reply = await make(body, token);
    expect(reply.status, reply.text).to.equal(201);
    return (reply.body as { access_token: string }).access_token;
  }
  const refusedTo = async (method: string, path: string, token: string, body = {}): Promise<unknown> => {
    const reply = await api.call(method, path, { token, ...(method === 'GET' ? {} : { body }) });
    return reply.status === 403 ? refused(reply) : reply.status;
  };

  // docs/interface.md#create_access_token-8
  it('are scopes: read, write with read, and admin', async () => {
    const network = await makeNetwork(api.deps, org);
    const asked = [
      ['GET', '/v1/networks', {}],
      ['PATCH', `/v1/networks/${network._id}`, { network_name: 'Renamed' }],
      ['GET', '/v1/users', {}],
      ['POST', TOKENS, {}],
    ] as const;
    const FORBIDDEN = [403, 1102];
    for (const [scopes, expected] of [
      [['read'], [200, FORBIDDEN, FORBIDDEN, FORBIDDEN]],
      [['write'], [200, 200, FORBIDDEN, FORBIDDEN]],
      [['admin'], [FORBIDDEN, FORBIDDEN, 200, 201]],
      [
        ['read', 'write', 'admin'],
        [200, 200, 200, 201],
      ],
    ] as const) {
      const token = await tokenOf({ scopes });
      const found = [];
      for (const [method, path, body] of asked) found.push(await refusedTo(method, path, token, body));
      expect(found, scopes.join()).to.deep.equal(expected);
      expect((await api.call('DELETE', TOKENS, { token })).status).to.equal(204);
    }
    for (const scopes of [[], ['all'], ['read', 'read'], 'read'])
      expect(refused(await make({ scopes })), String(scopes)).to.deep.equal([422, 1103]);
  });

  it('name operations that exist', () => {
    const served = new Set(ENDPOINTS.map(({ operation }) => operation));
    expect([...ADMIN_OPERATIONS].filter((operation) => !served.has(operation))).to.deep.equal([]);
  });

  // docs/interface.md#create_access_token-8
  it('are networks, within those of the user', async () => {
    const [one, two, three] = [
      await makeNetwork(api.deps, org),
      await makeNetwork(api.deps, org),
      await makeNetwork(api.deps, org),
    ];
    const networksOf = async (token: string): Promise<number[]> => {
      const { body } = await api.call('GET', '/v1/networks', { token, query: { per_page: 200 } });
      return (body as { data: { networks: { id: number }[] } }).data.networks.map(({ id }) => id);
    };
    const wide = await tokenOf({ networks: [one._id, two._id, 999_999_999] });
    expect(await networksOf(wide)).to.have.members([one._id, two._id]);
    expect(await refusedTo('POST', '/v1/networks', wide, { network_name: 'More' })).to.deep.equal([
      403, 1102,
    ]);
    const { token } = await makeUser(api.deps, org, {
      role: 'operator',
      networks: [
        { id: one._id, access: 'read' },
        { id: three._id, access: 'full' },
      ],
    });
    const narrow = await tokenOf({ networks: [one._id, two._id] }, token);
    expect(await networksOf(narrow)).to.deep.equal([one._id]);
    expect(await refusedTo('GET', `/v1/networks/${three._id}`, narrow)).to.equal(404);
    const me = await api.call('GET', '/v1/me', { token: narrow });
    expect((me.body as { data: { me: object } }).data.me).to.deep.include({
      networks: [{ id: one._id, access: 'read' }],
    });
  });

  // docs/interface.md#create_access_token-8
  it('hold for the tokens that are made with a token', async () => {
    const network = await makeNetwork(api.deps, org);
    const parent = await tokenOf({ scopes: ['read', 'admin'], networks: [network._id] });
    await tokenOf({ name: 'limited child', scopes: ['write', 'read'], networks: [network._id, 1] }, parent);
    await tokenOf({ name: 'child' }, parent);
    const { body } = await api.call('GET', TOKENS, { token: admin.token });
    const tokens = (body as { data: { access_tokens: { name: string }[] } }).data.access_tokens;
    const named = (name: string) => tokens.find((token) => token.name === name);
    expect(named('limited child')).to.deep.include({ scopes: ['read'], networks: [network._id] });
    expect(named('child')).to.deep.include({ scopes: ['read', 'admin'], networks: [network._id] });
  });

  // docs/interface.md#create_access_token-1
  it('are an end within a year, also for a token that is made with a password', async () => {
    const { user } = await makeUserWithPassword(api, org);
    const end = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
    const signIn = (body: object): Promise<Reply> =>
      api.call('POST', TOKENS, { body: { email: user.email, password: PASSWORD, ...body } });
    for (const days of [-1, 367]) {
      expect(refused(await make({ expires_at: end(days) }))).to.deep.equal([422, 1103]);
      expect(refused(await signIn({ expires_at: end(days) }))).to.deep.equal([422, 1103]);
    }
    const expires_at = end(300);
    expect((await make({ expires_at })).body).to.deep.include({ expires_at });
    const made = await signIn({ expires_at, scopes: ['read'] });
    expect(made.body).to.deep.include({ expires_at });
    const { access_token: token } = made.body as { access_token: string };
    expect(await refusedTo('GET', '/v1/users', token)).to.deep.equal([403, 1102]);
  });
});
