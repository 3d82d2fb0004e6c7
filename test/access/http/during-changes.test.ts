import { expect } from 'chai';
import { hashToken, publicTokenId } from '../../../shared/platform/values/secrets.js';
import { openSession } from '../../../shared/access/operations/open-session.js';
import {
  cookiesOf,
  makeUserWithPassword,
  ownOriginJson,
  PASSWORD,
  signInAs,
} from '../../browser/web-session.js';
import { sharedApi, type Reply, type TestApi } from '../../fixtures/api.js';
import {
  makeNetwork,
  makeOrganisation,
  makeUser,
  type TestUser,
} from '../../fixtures/records/organisation.js';

/** The operations of one organisation that run at a time. */
const PERMITS = 4;
/** They take longer than the changes take to begin to wait. */
const READS = 20;

describe('while devices of an organisation change', () => {
  let api: TestApi;
  let org: number;
  let admin: TestUser;
  let end: () => void;
  let changes: Promise<unknown>;

  beforeEach(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
    admin = await makeUser(api.deps, org);
    const over = new Promise<void>((resolve) => (end = resolve));
    // Key 0 is that of the installation.
    changes = Promise.all([org, 0].map((key) => api.deps.stores.transact(key, () => over)));
  });
  afterEach(async () => {
    end();
    await changes;
  });

  it('its users sign in, create and revoke tokens and end sessions at once', async () => {
    const { user, token } = await makeUserWithPassword(api, org);
    const credentials = { email: user.email, password: PASSWORD };
    const tokens = '/v1/access_tokens';
    const created = await api.call('POST', tokens, { body: credentials });
    expect(created.status, created.text).to.equal(201);
    const own = await api.call('POST', tokens, { token, body: { name: 'script' } });
    expect(own.status, own.text).to.equal(201);
    const { secret } = await openSession(api.deps, 'token', user);
    const path = `${tokens}/${publicTokenId(hashToken(secret))}`;
    expect((await api.call('DELETE', path, { token })).status).to.equal(204);
    await signInAs(api, user.email);
    const headers = ownOriginJson(api);
    const session = await api.call('POST', '/v1/session', { body: credentials, headers });
    expect(session.status, session.text).to.equal(201);
    const Cookie = cookiesOf(session);
    const closed = await api.call('DELETE', '/v1/session', { headers: { ...headers, Cookie } });
    expect(closed.status, closed.text).to.equal(204);
    expect((await api.call('DELETE', tokens, { token })).status).to.equal(204);
  });

  it('its users are created, changed, revoked and deleted at once', async () => {
    const { token } = admin;
    const body = { email: `created-${org}@example.test`, role: 'viewer' };
    const created = await api.call('POST', '/v1/users', { token, body });
    expect(created.status, created.text).to.equal(201);
    const { id } = (created.body as { data: { user: { id: number } } }).data.user;
    const replies = [
      await api.call('PATCH', `/v1/users/${id}`, { token, body: { is_disabled: true } }),
      await api.call('DELETE', `/v1/users/${id}/access_tokens`, { token }),
      await api.call('DELETE', `/v1/users/${id}`, { token }),
    ];
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 204, 200]);
  });

  it('further changes wait without a permit, so that its users still read', async () => {
    const { token } = admin;
    const network = await makeNetwork(api.deps, org);
    const path = `/v1/networks/${network._id}`;
    let waiting = PERMITS;
    const rename = async (_: unknown, index: number): Promise<Reply> => {
      const reply = await api.call('PATCH', path, { token, body: { network_name: `Renamed ${index}` } });
      waiting -= 1;
      return reply;
    };
    const renamed = Array.from({ length: PERMITS }, rename);
    for (let count = 0; count < READS; count += 1)
      expect((await api.call('GET', path, { token })).status).to.equal(200);
    expect(waiting).to.equal(PERMITS);
    end();
    expect((await Promise.all(renamed)).map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
  });
});
