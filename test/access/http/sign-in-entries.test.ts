import { expect } from 'chai';
import { cookiesOf, makeUserWithPassword, ownOriginJson, PASSWORD } from '../../browser/web-session.js';
import { startTestApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { TestClock } from '../../fixtures/clock.js';
import { makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';

let made = 0;
/** An email of its own: failures of tests that run beside are counted by email. */
const newEmail = (): string => `entries-${(made += 1)}-${Date.now()}@example.test`;

describe('the entries of the audit log about sign-ins', () => {
  const clock = new TestClock();
  let api: TestApi;
  let org: number;
  before(async () => {
    api = await startTestApi({ env: { TRUST_PROXY: '1' }, now: () => clock.now() });
    org = (await makeOrganisation(api.deps))._id;
  });
  after(() => api.close());

  const fail = (email: string, address: string, path = '/v1/access_tokens'): Promise<Reply> =>
    api.call('POST', path, {
      body: { email, password: 'a wrong password' },
      headers: { ...ownOriginJson(api), 'X-Forwarded-For': address },
    });
  const entriesOf = async (filter: object) => {
    const found = await api.deps.mongo.models.auditEntries.find(filter).sort({ at: 1, _id: 1 }).lean();
    return found.map(({ action, actor, after }) => ({ action, actor, after }));
  };
  const failures = (subject: string) => entriesOf({ organisationId: org, subject, action: 'sign_in.failed' });

  // docs/http.md#callers-8
  it('count the failures of an account from an address in one an hour', async () => {
    const { user } = await makeUserWithPassword(api, org, { email: newEmail() });
    await Promise.all(Array.from({ length: 3 }, () => fail(user.email, '192.0.2.1')));
    expect((await fail(user.email, '192.0.2.1', '/v1/session')).status).to.equal(401);
    await fail(user.email, '2001:db8::1');
    await fail(user.email, '2001:db8::2');
    const last_at = clock.now().toISOString();
    expect(await failures(`user:${user._id}`)).to.have.deep.members([
      { action: 'sign_in.failed', actor: 'system', after: { address: '192.0.2.1', count: 4, last_at } },
      { action: 'sign_in.failed', actor: 'system', after: { address: '2001:db8::1', count: 2, last_at } },
    ]);
    clock.advance(3600);
    await fail(user.email, '192.0.2.1');
    expect(await failures(`user:${user._id}`)).to.have.length(3);
  });

  it('count those for emails without an account in the log of the installation, without the email', async () => {
    const address = `198.51.100.${1 + (made % 200)}`;
    const emails = [newEmail(), newEmail(), newEmail()];
    for (const email of emails) expect((await fail(email, address)).status).to.equal(401);
    const filter = { organisationId: 0, subject: 'sign_in', 'after.address': address };
    const found = await entriesOf(filter);
    expect(found.map(({ after }) => after?.['count'])).to.deep.equal([3]);
    expect(JSON.stringify(found)).not.to.contain('entries-');
  });

  it('have the address of what a user and an administrator do', async () => {
    const { user } = await makeUserWithPassword(api, org, { email: newEmail(), role: 'viewer' });
    const headers = { ...ownOriginJson(api), 'X-Forwarded-For': '203.0.113.7' };
    const body = { email: user.email, password: PASSWORD };
    const Cookie = cookiesOf(await api.call('POST', '/v1/session', { body, headers }));
    await api.call('POST', '/v1/access_tokens', { body, headers });
    await api.call('POST', '/v1/access_tokens', { body: {}, headers: { ...headers, Cookie } });
    await api.call('PUT', '/v1/me/password', {
      body: { password: 'five cold lighthouses' },
      headers: { ...headers, Cookie },
    });
    await api.call('DELETE', '/v1/session', { headers: { ...headers, Cookie } });
    const { token } = await makeUser(api.deps, org, { role: 'super_admin' });
    await api.call('DELETE', `/v1/users/${user._id}/access_tokens`, { token, headers });
    const found = await entriesOf({ organisationId: org, subject: `user:${user._id}` });
    const actions = [
      'session.created',
      'token.created',
      'token.created',
      'user.password_changed',
      'token.revoked',
      'tokens.revoked',
    ];
    const shown = found
      .filter(({ after }) => after?.['address'] === '203.0.113.7')
      .map(({ action }) => action);
    expect(shown).to.have.members(actions);
  });

  // docs/interface.md#create_access_token-3
  it('ask for a recent sign-in before a session makes a token', async () => {
    const { user } = await makeUserWithPassword(api, org, { email: newEmail() });
    const headers = ownOriginJson(api);
    const body = { email: user.email, password: PASSWORD };
    const Cookie = cookiesOf(await api.call('POST', '/v1/session', { body, headers }));
    const make = (): Promise<Reply> =>
      api.call('POST', '/v1/access_tokens', { body: {}, headers: { ...headers, Cookie } });
    expect((await make()).status).to.equal(201);
    clock.advance(10 * 60 + 1);
    expect(refused(await make())).to.deep.equal([401, 1133]);
  });
});
