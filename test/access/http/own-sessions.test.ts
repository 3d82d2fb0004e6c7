import { expect } from 'chai';
import { cookiesOf, makeUserWithPassword, ownOriginJson, PASSWORD } from '../../browser/web-session.js';
import { startTestApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeOrganisation } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';

interface ShownSession {
  readonly id: string;
  readonly is_current: boolean;
  readonly browser: string | null;
  readonly address: string | null;
  readonly created_at: string;
  readonly last_seen_at: string | null;
}

describe('/v1/me/sessions', () => {
  let api: TestApi;
  let org: number;
  let email: string;
  let token: string;
  before(async () => {
    api = await startTestApi({ env: { TRUST_PROXY: '1' } });
    org = (await makeOrganisation(api.deps))._id;
  });
  beforeEach(async () => {
    const made = await makeUserWithPassword(api, org, { role: 'viewer' });
    ({ token } = made);
    email = made.user.email;
  });
  after(() => api.close());

  async function signIn(agent: string, address: string): Promise<string> {
    const headers = { ...ownOriginJson(api), 'User-Agent': agent, 'X-Forwarded-For': address };
    const reply = await api.call('POST', '/v1/session', { body: { email, password: PASSWORD }, headers });
    expect(reply.status, reply.text).to.equal(201);
    return cookiesOf(reply);
  }
  const call = (method: string, path: string, Cookie: string): Promise<Reply> =>
    api.call(method, path, { headers: { ...ownOriginJson(api), Cookie } });
  async function list(Cookie: string): Promise<ShownSession[]> {
    const reply = await call('GET', '/v1/me/sessions', Cookie);
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { sessions: ShownSession[] } }).data.sessions;
  }
  const isSignedIn = async (Cookie: string): Promise<boolean> =>
    (await call('GET', '/v1/me', Cookie)).status === 200;

  // docs/console-api.md#list_own_sessions-1
  it('lists the browsers of the caller with their addresses, but no tokens and no one else', async () => {
    await signIn('Lynx/2.9', '192.0.2.1');
    const here = await signIn(`Mozilla/5.0 ${'x'.repeat(300)}`, '2001:db8::1');
    const shown = await list(here);
    expect(
      shown.map(({ browser, address, is_current: isHere }) => [browser?.slice(0, 11), address, isHere]),
    ).to.deep.equal([
      ['Mozilla/5.0', '2001:db8::1', true],
      ['Lynx/2.9', '192.0.2.1', false],
    ]);
    expect(shown[0]?.browser).to.have.length(200);
    expect(JSON.stringify(shown)).not.to.contain(here.split(/[=;]/)[1]);
    const entries = await api.deps.mongo.models.auditEntries
      .find({ organisationId: org, action: 'session.created' })
      .sort({ at: -1 })
      .lean();
    expect(entries[0]?.after).to.deep.include({ address: '2001:db8::1' });
  });

  // docs/console-api.md#end_own_session-1
  it('ends one of them, and no token', async () => {
    const [there, here] = [await signIn('A', '192.0.2.1'), await signIn('B', '192.0.2.2')];
    const other = (await list(here)).find(({ is_current: isCurrent }) => !isCurrent);
    expect((await call('DELETE', `/v1/me/sessions/${other?.id}`, here)).status).to.equal(200);
    expect([await isSignedIn(there), await isSignedIn(here)]).to.deep.equal([false, true]);
    expect(refused(await call('DELETE', `/v1/me/sessions/${other?.id}`, here))).to.deep.equal([404, 1119]);
    const tokens = await api.call('GET', '/v1/access_tokens', { token });
    const listed = (tokens.body as { data: { access_tokens: { id: string; kind: string }[] } }).data
      .access_tokens;
    const own = listed.find(({ kind }) => kind === 'token');
    expect(refused(await call('DELETE', `/v1/me/sessions/${own?.id}`, here))).to.deep.equal([404, 1119]);
    expect((await api.call('GET', '/v1/me', { token })).status).to.equal(200);
  });

  // docs/console-api.md#end_other_sessions-1
  it('ends all but the one of the request, and no token', async () => {
    const [there, here] = [await signIn('A', '192.0.2.1'), await signIn('B', '192.0.2.2')];
    expect((await call('DELETE', '/v1/me/sessions', here)).status).to.equal(200);
    expect([await isSignedIn(there), await isSignedIn(here)]).to.deep.equal([false, true]);
    expect((await api.call('DELETE', '/v1/me/sessions', { token })).status).to.equal(200);
    expect(await isSignedIn(here)).to.equal(false);
    expect((await api.call('GET', '/v1/me', { token })).status).to.equal(200);
  });
});
