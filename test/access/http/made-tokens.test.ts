import { expect } from 'chai';
import type { AppError } from '../../../shared/platform/errors/app-error.js';
import { hashToken, newToken, publicTokenId } from '../../../shared/platform/values/secrets.js';
import { createOwnToken } from '../../../shared/access/operations/create-own-token.js';
import { openSession } from '../../../shared/access/operations/open-session.js';
import { startTestApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeOrganisation, makeUser, type TestUser } from '../../fixtures/records/organisation.js';
import { makeUserWithPassword, ownOriginJson, PASSWORD, signInAs } from '../../browser/web-session.js';

const TOKENS = '/v1/access_tokens';
const LIST = '/v1/network_ssids';

interface Page {
  readonly data: {
    readonly access_tokens: {
      readonly id: string;
      readonly parent_id: string | null;
      readonly expires_at: string;
    }[];
  };
}

describe('the tokens of a user', () => {
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
  const statusOf = async (token: string): Promise<number> =>
    (await there.call('GET', LIST, { token })).status;

  /** A token that is made with a token or, as a page does, with the cookie of a session. */
  async function madeWith(by: string | { Cookie: string }, api = here): Promise<string> {
    const headers = typeof by === 'string' ? {} : { ...ownOriginJson(api), ...by };
    const token = typeof by === 'string' ? { token: by } : {};
    const reply = await api.call('POST', TOKENS, { ...token, headers, body: {} });
    expect(reply.status, reply.text).to.equal(201);
    return (reply.body as { access_token: string }).access_token;
  }
  const statusesOf = (tokens: readonly string[]) => Promise.all(tokens.map(statusOf));

  const REVOKING: readonly [string, (token: string) => Promise<Reply>][] = [
    ['itself', (token) => here.call('DELETE', TOKENS, { token })],
    ['an administrator', (token) => here.call('DELETE', `${TOKENS}/${idOf(token)}`, { token: admin.token })],
  ];
  for (const [who, revoke] of REVOKING) {
    // docs/interface.md#revoke_access_token-1
    // docs/interface.md#revoke_access_token_by_id-1
    it(`ends the tokens that were made with a token, and theirs, when ${who} revokes it`, async () => {
      const { token: first } = await user('operator');
      const { secret: other } = await openSession(here.deps, 'token', (await user('operator')).user);
      const leaked = await madeWith(first);
      const child = await madeWith(leaked);
      const siblings = [await madeWith(leaked), await madeWith(first), other];
      const ended = [leaked, child, await madeWith(child), siblings[0] ?? ''];
      expect(await statusesOf(ended)).to.deep.equal([200, 200, 200, 200]);
      expect((await revoke(leaked)).status).to.equal(204);
      expect(await statusesOf(ended)).to.deep.equal([401, 401, 401, 401]);
      expect(await statusesOf([first, ...siblings.slice(1)])).to.deep.equal([200, 200, 200]);
      const entries = await here.deps.mongo.models.auditEntries
        .find({ organisationId: org, action: 'token.revoked', 'before.id': { $in: ended.map(idOf) } })
        .lean();
      expect(entries).to.have.lengthOf(ended.length);
    });
  }

  // docs/interface.md#create_access_token-5
  it('names the token that a token was made with; it expires no later', async () => {
    const { token, user: holder } = await user('viewer');
    const expiresAt = new Date(Date.now() + 86_400_000);
    const { accessTokens } = here.deps.mongo.models;
    await accessTokens.updateOne({ _id: hashToken(token) }, { expiresAt });
    const child = await madeWith(token, there);
    const grandchild = await madeWith(child, there);
    const { access_tokens: tokens } = ((await here.call('GET', TOKENS, { token })).body as Page).data;
    const shown = new Map(tokens.map((each) => [each.id, each]));
    const madeBy = [child, grandchild].map((each) => shown.get(idOf(each)));
    expect(madeBy.map((each) => each?.parent_id)).to.deep.equal([idOf(token), idOf(child)]);
    for (const each of madeBy) expect(each?.expires_at).to.equal(expiresAt.toISOString());
    expect((await accessTokens.findById(hashToken(token)).lean())?.userId).to.equal(holder._id);
  });

  // docs/interface.md#create_access_token-5
  it('keeps a token that was made with a session when the session ends', async () => {
    const { user: account } = await makeUserWithPassword(here, org);
    const Cookie = await signInAs(here, account.email);
    const made = await madeWith({ Cookie });
    const stored = await here.deps.mongo.models.accessTokens.findById(hashToken(made)).orFail().lean();
    expect(stored.expiresAt.getTime() - stored.createdAt.getTime()).to.equal(90 * 86_400_000);
    const headers = { ...ownOriginJson(here), Cookie };
    expect((await here.call('DELETE', '/v1/session', { headers })).status).to.equal(204);
    expect(await statusOf(made)).to.equal(200);
    const child = await madeWith(made);
    expect((await here.call('DELETE', `/v1/users/${account._id}/sessions`, { token: made })).status).to.equal(
      200,
    );
    expect(await statusesOf([made, child])).to.deep.equal([200, 200]);
  });

  it('makes no token with one that is revoked meanwhile', async () => {
    const holder = await user('operator');
    const { sessions } = here.deps.stores;
    const create: typeof sessions.create = async (...args) => {
      await there.call('DELETE', TOKENS, { token: holder.token });
      await sessions.create(...args);
    };
    const deps = { ...here.deps, stores: { ...here.deps.stores, sessions: { ...sessions, create } } };
    const caller = { sessionHash: hashToken(holder.token), requestId: 'r', address: '192.0.2.1' };
    const made = createOwnToken(deps, caller, { name: null, limits: {} }, () => Promise.resolve());
    expect(
      await made.then(
        () => 'made',
        (error: unknown) => (error as AppError).refusal,
      ),
    ).to.equal('unauthenticated');
    expect(await here.deps.mongo.models.accessTokens.countDocuments({ userId: holder.user._id })).to.equal(0);
  });

  it('leaves no token alive that is made while its parent is revoked', async () => {
    for (let round = 0; round < 5; round += 1) {
      const holder = await user('operator');
      const parent = await madeWith(holder.token);
      const [made] = await Promise.all([
        there.call('POST', TOKENS, { token: parent, body: {} }),
        here.call('DELETE', `${TOKENS}/${idOf(parent)}`, { token: holder.token }),
      ]);
      expect(made.status, made.text).to.be.oneOf([201, 401]);
      const left = await here.deps.mongo.models.accessTokens.find({ userId: holder.user._id }).lean();
      expect(left.map(({ _id }) => _id)).to.deep.equal([hashToken(holder.token)]);
    }
  });

  // docs/interface.md#create_access_token-6
  it('lets a user have 100 tokens, also of concurrent requests, until one is revoked or expires', async () => {
    const { user: account, token } = await makeUserWithPassword(here, org);
    const { accessTokens } = here.deps.mongo.models;
    const own = await accessTokens.findById(hashToken(token)).orFail().lean();
    const others = Array.from({ length: 96 }, (_, index) => {
      const _id = hashToken(newToken());
      return { ...own, _id, publicId: publicTokenId(_id), name: String(index) };
    });
    await accessTokens.insertMany(others);
    await Promise.all([signInAs(here, account.email), signInAs(here, account.email)]);
    const signIn = { email: account.email, password: PASSWORD };
    const asked = [here, there].flatMap((api) => [
      api.call('POST', TOKENS, { body: signIn }),
      ...Array.from({ length: 3 }, () => api.call('POST', TOKENS, { token, body: {} })),
    ]);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([201, 201, 201, 409, 409, 409, 409, 409]);
    const create = async () => {
      const reply = await here.call('POST', TOKENS, { token, body: {} });
      return reply.status === 409 ? (reply.body as { error_code: number }).error_code : reply.status;
    };
    expect((await here.call('POST', TOKENS, { body: signIn })).body).to.include({ error_code: 1115 });
    expect(await create()).to.equal(1115);
    const named = (name: string) => accessTokens.findOne({ userId: account._id, name }).orFail().lean();
    const first = (await named('0')).publicId ?? '';
    expect((await here.call('DELETE', `${TOKENS}/${first}`, { token })).status).to.equal(204);
    expect([await create(), await create()]).to.deep.equal([201, 1115]);
    await accessTokens.updateOne({ _id: (await named('1'))._id }, { expiresAt: new Date(Date.now() - 1000) });
    expect([await create(), await create()]).to.deep.equal([201, 1115]);
    await here.call('DELETE', `/v1/users/${account._id}/access_tokens`, { token });
    expect((await here.call('POST', TOKENS, { body: signIn })).status).to.equal(201);
  });
});
