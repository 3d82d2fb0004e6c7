import { expect } from 'chai';
import { hashToken, newToken, publicTokenId } from '../../../shared/platform/values/secrets.js';
import { createOwnToken } from '../../../shared/access/operations/create-own-token.js';
import { openSession } from '../../../shared/access/operations/open-session.js';
import { startTestApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeOrganisation, makeUser, type TestUser } from '../../fixtures/records/organisation.js';
import { makeUserWithPassword, ownOriginJson, signInAs } from '../../browser/web-session.js';

const TOKENS = '/v1/access_tokens';
const LIST = '/v1/network_ssids';

interface Page {
  readonly data: { access_tokens: { id: string; name: string | null; kind: string; is_current: boolean }[] };
  readonly meta: { next_cursor: string | null; has_more: boolean };
}

describe('access tokens over HTTP', () => {
  let here: TestApi;
  let there: TestApi;
  let org: number;
  let admin: TestUser;
  before(async () => {
    [here, there] = await Promise.all([startTestApi(), startTestApi()]);
    org = (await makeOrganisation(here.deps))._id;
    admin = await makeUser(here.deps, org);
  });
  after(() => Promise.all([here.close(), there.close()]));

  const idOf = (token: string): string => publicTokenId(hashToken(token));
  const user = (role: 'operator' | 'viewer'): Promise<TestUser> => makeUser(here.deps, org, { role });
  const list = (token: string, query: Record<string, string | number> = {}): Promise<Reply> =>
    here.call('GET', TOKENS, { token, query });
  const namesOf = ({ body }: Reply): (string | null)[] =>
    (body as Page).data.access_tokens.map(({ name }) => name);
  const statusOf = async (token: string): Promise<number> =>
    (await there.call('GET', LIST, { token })).status;

  /** Tokens of the user named 0, 1, …, each created a minute before the one that precedes it, or all at once. */
  async function addTokens({ user: { _id: userId } }: TestUser, count: number, apartMs = 60_000) {
    const start = Date.now() - 60_000;
    for (let made = 0; made < count; made += 1) {
      const createdAt = new Date(start - made * apartMs);
      const hash = hashToken(newToken());
      await here.deps.mongo.models.accessTokens.create({
        _id: hash,
        publicId: publicTokenId(hash),
        kind: 'token',
        name: String(made),
        userId,
        organisationId: org,
        createdAt,
        expiresAt: new Date(Date.now() + 86_400_000),
        lastUsedAt: null,
      });
    }
  }

  // docs/interface.md#list_access_tokens-1
  it('lists names, times and the current token, without secrets and hashes', async () => {
    const { user: account, token } = await makeUserWithPassword(here, org);
    await signInAs(here, account.email);
    const { secret } = await openSession(here.deps, 'token', account, 'backup script');
    const reply = await list(token);
    expect(reply.status, reply.text).to.equal(200);
    const { access_tokens: tokens } = (reply.body as Page).data;
    expect(tokens.map(({ kind }) => kind).sort()).to.deep.equal(['session', 'token', 'token']);
    expect(tokens.filter(({ is_current }) => is_current).map(({ id }) => id)).to.deep.equal([idOf(token)]);
    const named = tokens.find(({ name }) => name === 'backup script');
    expect(named).to.have.all.keys(
      'id',
      'kind',
      'name',
      'prefix',
      'parent_id',
      'scopes',
      'networks',
      'is_current',
      'created_at',
      'last_used_at',
      'expires_at',
    );
    expect(named).to.include({ last_used_at: null, parent_id: null, prefix: secret.slice(0, 8) });
    expect(tokens.find(({ kind }) => kind === 'session')).to.include({ prefix: null });
    for (const { _id } of await here.deps.mongo.models.accessTokens.find({ userId: account._id }).lean())
      expect(reply.text).not.to.contain(_id);
    expect(reply.text).not.to.contain(token);
  });

  // docs/interface.md#create_access_token-3
  // docs/interface.md#create_access_token-4
  it('gives a signed-in caller a token of its own, and its secret once', async () => {
    const { user: account, token } = await makeUserWithPassword(here, org);
    const headers = { 'Idempotency-Key': 'own token' };
    const create = (options = {}) =>
      here.call('POST', TOKENS, { token, headers, body: { name: 'script' }, ...options });
    const reply = await create();
    expect(reply.status, reply.text).to.equal(201);
    const made = reply.body as { access_token: string; id: string };
    expect(made).to.deep.include({ name: 'script', prefix: made.access_token.slice(0, 8) });
    expect(made.id).to.equal(idOf(made.access_token));
    expect(await statusOf(made.access_token)).to.equal(200);
    expect((await create()).body).to.deep.equal({ ...made, access_token: null });
    const { accessTokens, users } = here.deps.mongo.models;
    expect(await accessTokens.countDocuments({ userId: account._id, name: 'script' })).to.equal(1);
    expect((await users.findById(account._id).lean())?.lastSignInAt).to.equal(undefined);
    const Cookie = await signInAs(here, account.email);
    const bySession = (own: object) =>
      here.call('POST', TOKENS, { headers: { ...own, Cookie }, body: { name: 'from a page' } });
    expect((await bySession({})).body).to.include({ error_code: 1102 });
    expect((await bySession(ownOriginJson(here))).status).to.equal(201);
    for (const body of [{}, { name: 'x' }, { email: account.email }])
      expect((await here.call('POST', TOKENS, { body })).body).to.include({ error_code: 1103 });
    const stale = await here.call('POST', TOKENS, { token: newToken(), body: {} });
    expect([stale.status, stale.body]).to.deep.include.members([401]);
    const besides = { email: account.email, password: newToken() };
    expect((await here.call('POST', TOKENS, { token, body: besides })).status).to.equal(401);
  });

  // docs/http.md#idempotency-1
  it('gives an operator a token of its own under the Idempotency-Key of the user with its id', async () => {
    const { user: account, token } = await makeUser(here.deps, org);
    // Operators that are made later have higher ids.
    await here.deps.stores.ids.skipTo('operators', account._id);
    const operator = { _id: account._id, email: `own-key-${account._id}@example.test`, passwordHash: null };
    await here.deps.mongo.models.operators.create(operator);
    const { secret } = await openSession(here.deps, 'token', operator);
    const headers = { 'Idempotency-Key': 'shared id' };
    for (const holder of [token, secret]) {
      const reply = await here.call('POST', TOKENS, { token: holder, headers, body: { name: 'script' } });
      expect(reply.status, reply.text).to.equal(201);
      expect(reply.headers.get('Idempotency-Replayed')).to.equal(null);
    }
  });

  it('revokes with all tokens of a user the one that is being created', async () => {
    const holder = await user('operator');
    const { sessions } = here.deps.stores;
    const create: typeof sessions.create = async (...args) => {
      await here.call('DELETE', `/v1/users/${holder.user._id}/access_tokens`, { token: admin.token });
      await sessions.create(...args);
    };
    const deps = { ...here.deps, stores: { ...here.deps.stores, sessions: { ...sessions, create } } };
    const session = await openSession(here.deps, 'session', holder.user);
    const caller = { sessionHash: hashToken(session.secret), requestId: 'r', address: '192.0.2.1' };
    const { secret } = await createOwnToken(deps, caller, { name: null, limits: {} }, () =>
      Promise.resolve(),
    );
    expect(await statusOf(secret)).to.equal(401);
  });

  for (const [what, apartMs] of [
    ['of different times', 60_000],
    ['of the same millisecond', 0],
  ] as const) {
    it(`lists tokens ${what} once each by cursor, also when one is revoked between pages`, async () => {
      const holder = await user('viewer');
      await addTokens(holder, 5, apartMs);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string | number> = { user_id: holder.user._id, per_page: 2 };
        if (cursor !== null) query['cursor'] = cursor;
        const reply = await list(admin.token, query);
        const page = reply.body as Page;
        expect(page.data.access_tokens.length).to.be.at.most(2);
        seen.push(...page.data.access_tokens.map(({ name }) => name ?? 'first'));
        const last = page.data.access_tokens.at(-1)?.id ?? '';
        await here.call('DELETE', `${TOKENS}/${last}`, { token: admin.token });
        cursor = page.meta.next_cursor;
        expect(page.meta.has_more).to.equal(cursor !== null);
      } while (cursor !== null);
      expect(seen.sort()).to.deep.equal(['0', '1', '2', '3', '4', 'first']);
      if (apartMs > 0) expect(seen[0]).to.equal('0');
    });
  }

  it('caps per_page at 200; the default is 50', async () => {
    const holder = await user('viewer');
    await addTokens(holder, 210);
    expect(namesOf(await list(holder.token))).to.have.length(50);
    expect(namesOf(await list(holder.token, { per_page: 1000 }))).to.have.length(200);
  });

  it('omits expired tokens and those of a revoked generation', async () => {
    const holder = await user('viewer');
    await addTokens(holder, 2);
    const { accessTokens, users } = here.deps.mongo.models;
    const own = { userId: holder.user._id, organisationId: org };
    await accessTokens.updateOne({ ...own, name: '0' }, { expiresAt: new Date(Date.now() - 1000) });
    expect(namesOf(await list(holder.token))).to.deep.equal([null, '1']);
    await users.updateOne({ _id: holder.user._id }, { tokenGeneration: 1 });
    expect(namesOf(await list(admin.token, { user_id: holder.user._id }))).to.deep.equal([]);
  });

  for (const cursor of ['1', 'x', `${'9'.repeat(14)}-${'0'.repeat(24)}`, `1-${'g'.repeat(24)}`]) {
    // docs/interface.md#list_access_tokens-3
    it(`answers cursor ${cursor} with 422 and 1109`, async () => {
      const reply = await list(admin.token, { cursor });
      expect(reply.status, reply.text).to.equal(422);
      expect(reply.body).to.deep.include({
        error_code: 1109,
        errors: [{ path: 'cursor', msg: 'is not the cursor of a list' }],
      });
    });
  }

  // docs/interface.md#revoke_access_token_by_id-1
  it('refuses a token revoked by its id at once in every process, and no other', async () => {
    const holder = await user('operator');
    const { secret: other } = await openSession(here.deps, 'token', holder.user);
    expect([await statusOf(holder.token), await statusOf(other)]).to.deep.equal([200, 200]);
    const reply = await here.call('DELETE', `${TOKENS}/${idOf(other)}`, { token: holder.token });
    expect(reply.status, reply.text).to.equal(204);
    expect([await statusOf(holder.token), await statusOf(other)]).to.deep.equal([200, 401]);
    const again = await here.call('DELETE', `${TOKENS}/${idOf(other)}`, { token: holder.token });
    expect([again.status, again.body]).to.deep.equal([
      404,
      { msg: `Access token not found: ${idOf(other)}`, error_code: 1119 },
    ]);
  });

  for (const id of ['1', 'x'.repeat(4000), '%00', '%24ne']) {
    // docs/interface.md#revoke_access_token_by_id-1
    it(`DELETE by the unknown id ${id.slice(0, 10)}: 404 with 1119`, async () => {
      const reply = await here.call('DELETE', `${TOKENS}/${id}`, { token: admin.token });
      expect(reply.status, reply.text).to.equal(404);
      expect(reply.body).to.include({ error_code: 1119 });
    });
  }

  // docs/interface.md#revoke_user_access_tokens-1
  it('lets an admin revoke all tokens and sessions of a user at once in every process', async () => {
    const { user: account, token } = await makeUserWithPassword(here, org, { role: 'viewer' });
    const Cookie = await signInAs(there, account.email);
    const withCookie = async (): Promise<number> =>
      (await there.call('GET', '/upgrades.json', { headers: { Cookie } })).status;
    expect([await statusOf(token), await withCookie()]).to.deep.equal([200, 200]);
    const reply = await here.call('DELETE', `/v1/users/${account._id}/access_tokens`, { token: admin.token });
    expect(reply.status, reply.text).to.equal(204);
    expect([await statusOf(token), await withCookie()]).to.deep.equal([401, 401]);
    expect(await statusOf(admin.token)).to.equal(200);
  });

  it('lets a viewer revoke all of its tokens, the current one included', async () => {
    const holder = await user('viewer');
    const { secret: other } = await openSession(here.deps, 'token', holder.user);
    const path = `/v1/users/${holder.user._id}/access_tokens`;
    expect((await here.call('DELETE', path, { token: holder.token })).status).to.equal(204);
    expect([await statusOf(holder.token), await statusOf(other)]).to.deep.equal([401, 401]);
  });

  it('requires our own origin of a revocation with a cookie session', async () => {
    const { user: account, token } = await makeUserWithPassword(here, org);
    const Cookie = await signInAs(here, account.email);
    const headers = { Cookie, Origin: 'https://elsewhere.example' };
    const reply = await here.call('DELETE', `${TOKENS}/${idOf(token)}`, { headers });
    expect(reply.status, reply.text).to.equal(403);
    expect(await statusOf(token)).to.equal(200);
  });
});
