import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { openSsoService, SignOn } from '../sso-service.js';
import { CLIENT_ID } from '../test-provider.js';

describe('POST /sso/:id/backchannel_logout', () => {
  let service: TestService;
  let at: SignOn;
  before(async () => {
    service = await openSsoService();
  });
  beforeEach(async () => {
    service.clock.set(new Date());
    at = await SignOn.open(service, {}, { isRefreshing: true });
  });
  afterEach(() => at.provider.close());
  after(() => service.close());

  const post = (logout_token: string, id = at.id): Promise<Reply> =>
    service.api.call('POST', `/sso/${id}/backchannel_logout`, {
      body: new URLSearchParams({ logout_token }),
    });
  const isSignedIn = async (Cookie: string): Promise<boolean> => (await at.whose(Cookie)) !== null;
  const sidOf = async (): Promise<string> => {
    const { accessTokens } = service.deps.mongo.models;
    const newest = await accessTokens
      .findOne({ organisationId: at.id, 'sso.sid': { $exists: true } })
      .sort({ createdAt: -1 })
      .lean();
    return newest?.sso?.sid ?? '';
  };

  // docs/sso.md#logout-1
  it('ends all sessions of a person, and has the provider asked about its tokens at once', async () => {
    const ann = [await at.enter(at.person('ann')), await at.enter(at.person('ann'))];
    const bob = await at.enter(at.person('bob'));
    const reply = await post(await at.provider.logoutToken({ sub: 'sub-ann' }));
    expect([reply.status, reply.headers.get('Cache-Control')], reply.text).to.deep.equal([200, 'no-store']);
    expect(await Promise.all([...ann, bob].map(isSignedIn))).to.deep.equal([false, false, true]);
    const grants = await service.deps.mongo.models.ssoGrants
      .find({ organisationId: at.id })
      .sort({ _id: 1 })
      .lean();
    expect(grants.map(({ dueAt }) => dueAt <= service.clock.now())).to.deep.equal([true, false]);
    expect((await at.audited('sessions.ended'))[0]?.after).to.deep.equal({ issuer: at.provider.issuer });
  });

  // docs/sso.md#logout-1
  it('ends the session with an id of the provider alone', async () => {
    const first = await at.enter(at.person('ann'));
    const sid = await sidOf();
    const second = await at.enter(at.person('ann'));
    expect(sid).not.to.equal('');
    expect((await post(await at.provider.logoutToken({ sid }))).status).to.equal(200);
    expect(await Promise.all([first, second].map(isSignedIn))).to.deep.equal([false, true]);
  });

  // docs/sso.md#logout-2
  it('takes a token once, and no token of another kind, time, client or issuer', async () => {
    const cookies = await at.enter(at.person('ann'));
    const now = Math.floor(Date.now() / 1000);
    const sub = 'sub-ann';
    const make = at.provider.logoutToken.bind(at.provider);
    const [header = '', payload = ''] = (await make({ sub })).split('.');
    const refused: readonly (readonly [string, string])[] = [
      ['of another type', await make({ sub }, { typ: 'JWT' })],
      ['with a nonce', await make({ sub, nonce: 'x' })],
      ['without the event', await make({ sub, events: {} })],
      ['of another issuer', await make({ sub, iss: 'https://other.example.test' })],
      ['for another client', await make({ sub, aud: 'another' })],
      ['that is old', await make({ sub, iat: now - 700 })],
      ['of the future', await make({ sub, iat: now + 120 })],
      ['without an id', await make({ sub, jti: undefined })],
      ['that names no session', await make({})],
      ['without a signature', `${header}.${payload}.`],
      ['that is none', 'none'],
    ];
    for (const [what, token] of refused) {
      const { status, text } = await post(token);
      expect(status, `a token ${what}: ${text}`).to.equal(400);
    }
    const other = await SignOn.open(service);
    const foreign = await other.provider.logoutToken({ sub, iss: at.provider.issuer });
    expect((await post(foreign)).status, 'a token with the key of another provider').to.equal(400);
    expect((await post(await make({ sub }), other.id)).status, 'at another organisation').to.equal(400);
    await other.provider.close();
    expect(await isSignedIn(cookies)).to.equal(true);

    const token = await make({ sub, jti: randomUUID() });
    expect(decodeJwt(token).aud).to.equal(CLIENT_ID);
    expect((await post(token)).status).to.equal(200);
    expect(await isSignedIn(cookies)).to.equal(false);
    const again = await at.enter(at.person('ann'));
    expect((await post(token)).status, 'a replay').to.equal(400);
    expect(await isSignedIn(again)).to.equal(true);
  });
});
