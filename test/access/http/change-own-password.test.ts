import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  cookiesOf,
  makeUserWithPassword,
  ownOriginJson,
  PASSWORD,
  PASSWORD_HASH,
} from '../../browser/web-session.js';
import { sharedApi, startTestApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeOperator, makeOrganisation } from '../../fixtures/records/organisation.js';

const NEW_PASSWORD = 'three cold lighthouses';

describe('PUT /v1/me/password', () => {
  let api: TestApi;
  let org: number;
  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
  });

  async function signIn(email: string, password = PASSWORD, on = api): Promise<string> {
    return cookiesOf(
      await on.call('POST', '/v1/session', { body: { email, password }, headers: ownOriginJson(on) }),
    );
  }
  const change = (Cookie: string, password: unknown = NEW_PASSWORD, on = api): Promise<Reply> =>
    on.call('PUT', '/v1/me/password', { body: { password }, headers: { ...ownOriginJson(on), Cookie } });
  const isSignedIn = async (Cookie: string): Promise<boolean> =>
    (await api.call('GET', '/v1/me', { headers: { Cookie } })).status === 200;
  const audited = async (userId: number): Promise<string[]> => {
    const entries = await api.deps.mongo.models.auditEntries
      .find({ organisationId: org, subject: `user:${userId}` })
      .lean();
    return entries.map(({ action }) => action);
  };

  // docs/console-api.md#change_own_password-1
  it('changes it and ends the other sessions and all tokens, but not the session of the request', async () => {
    const { user } = await makeUserWithPassword(api, org);
    const [here, elsewhere] = [await signIn(user.email), await signIn(user.email)];
    const token = await api.call('POST', '/v1/access_tokens', {
      body: { email: user.email, password: PASSWORD },
    });
    const { access_token } = token.body as unknown as { access_token: string };

    expect((await change(here)).status).to.equal(204);

    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).to.deep.equal([true, false]);
    expect((await api.call('GET', '/v1/me', { token: access_token })).status).to.equal(401);
    expect(await signIn(user.email)).to.equal('');
    expect(await isSignedIn(await signIn(user.email, NEW_PASSWORD))).to.equal(true);
    expect(await audited(user._id)).to.include('user.password_changed');
  });

  it('changes that of an operator of the installation', async () => {
    const { operator } = await makeOperator(api.deps, PASSWORD_HASH);
    const here = await signIn(operator.email);
    expect((await change(here)).status).to.equal(204);
    expect(await isSignedIn(await signIn(operator.email, NEW_PASSWORD))).to.equal(true);
  });

  // docs/console-api.md#change_own_password-2
  it('asks for a sign-in when the last one is more than ten minutes ago', async () => {
    let now = Date.now();
    const own = await startTestApi({ now: () => new Date(now) });
    try {
      const { user } = await makeUserWithPassword(own, org);
      const here = await signIn(user.email, PASSWORD, own);
      now += 10 * 60_000 + 1;
      expect((await change(here, NEW_PASSWORD, own)).body).to.deep.include({ error_code: 1133 });
      expect((await change(await signIn(user.email, PASSWORD, own), NEW_PASSWORD, own)).status).to.equal(204);
    } finally {
      await own.close();
    }
  });

  // docs/console-api.md#change_own_password-3
  it('refuses short and common passwords and the email, and keeps the old one', async () => {
    const { user } = await makeUserWithPassword(api, org, { email: `${randomUUID()}@example.test` });
    const name = user.email.split('@')[0]?.toUpperCase();
    const here = await signIn(user.email);
    const refused = ['short', 'x'.repeat(1025), 'QWERTYUIOP', 'Password123', user.email, name, 17];
    for (const password of refused) {
      const { status, body } = await change(here, password);
      expect([status, body], String(password)).to.deep.include(422);
      expect((body as unknown as { errors: { path: string }[] }).errors[0]?.path).to.equal('password');
    }
    expect(await isSignedIn(await signIn(user.email))).to.equal(true);
  });
});
