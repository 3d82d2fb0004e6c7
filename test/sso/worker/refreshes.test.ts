import { expect } from 'chai';
import { runLoop } from '../../../dev/run-loop.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { openSsoService, SignOn } from '../sso-service.js';

const HOUR_S = 3600;
const ROLES = {
  claim: 'groups',
  roles: [
    { value: 'leads', role: 'admin' },
    { value: 'staff', role: 'operator' },
  ],
  default: null,
};

describe('users whom a provider has signed in', () => {
  let service: TestService;
  let at: SignOn;
  before(async () => {
    service = await openSsoService();
  });
  beforeEach(async () => {
    service.clock.set(new Date());
    at = await SignOn.open(service, ROLES, { isRefreshing: true });
  });
  afterEach(() => at.provider.close());
  after(() => service.close());

  /** Lets the provider of every user be asked that is due. */
  async function anHourLater(hours = 1): Promise<void> {
    service.clock.advance(hours * HOUR_S + 1);
    await runLoop('ssoRefreshes', service.deps);
  }
  const person = (name: string, groups: readonly string[] = ['staff']) => at.person(name, { groups });

  /** A browser session, and an access token that was made in it. */
  async function enter(name: string): Promise<{ Cookie: string; token: string }> {
    const Cookie = await at.enter(person(name));
    const { api } = service;
    const headers = { Origin: api.url, 'Sec-Fetch-Site': 'same-origin', Cookie };
    const made = await api.call('POST', '/v1/access_tokens', { body: { name: 'script' }, headers });
    expect(made.status, made.text).to.equal(201);
    return { Cookie, token: (made.body as { access_token: string }).access_token };
  }
  const isAlive = async ({ Cookie, token }: { Cookie: string; token: string }): Promise<boolean[]> => [
    (await at.whose(Cookie)) !== null,
    (await service.api.call('GET', '/v1/me', { token })).status === 200,
  ];
  const revoked = async () => (await at.audited('tokens.revoked')).map(({ after: fields }) => fields);

  // docs/sso.md#sessions-1
  // docs/sso.md#sessions-2
  it('stay signed in while the provider confirms them every hour, with the rights that it says', async () => {
    const ann = await enter('ann');
    const asked = at.provider.asked.length;
    await runLoop('ssoRefreshes', service.deps);
    expect(at.provider.asked.length, 'not before an hour has passed').to.equal(asked);
    at.provider.person = person('ann', ['leads']);
    for (let hours = 1; hours <= 3; hours += 1) await anHourLater();
    expect(await isAlive(ann)).to.deep.equal([true, true]);
    expect(await at.whose(ann.Cookie)).to.include({ role: 'admin' });
    const stored = await service.deps.mongo.models.ssoGrants.findOne({ organisationId: at.id }).lean();
    expect(stored?.refreshToken).to.have.all.keys('keyId', 'iv', 'tag', 'data');
  });

  // docs/sso.md#sessions-3
  it('lose their sessions and tokens when the provider gives them no role any more', async () => {
    const ann = await enter('ann');
    at.provider.person = person('ann', []);
    await anHourLater();
    expect(await isAlive(ann)).to.deep.equal([false, false]);
    expect(await revoked()).to.deep.equal([{ issuer: at.provider.issuer, reason: 'without_role' }]);
    expect(await service.deps.mongo.models.ssoGrants.countDocuments({ organisationId: at.id })).to.equal(0);
  });

  // docs/sso.md#sessions-3
  it('lose them when the provider has ended the grant, or the claim is gone', async () => {
    const bob = await enter('bob');
    await at.provider.revokeGrants();
    await anHourLater();
    expect(await isAlive(bob)).to.deep.equal([false, false]);
    const cleo = await enter('cleo');
    at.provider.person = at.person('cleo');
    await anHourLater();
    expect(await isAlive(cleo)).to.deep.equal([false, false]);
    expect((await revoked()).map((fields) => (fields as { reason: string }).reason)).to.deep.equal([
      'invalid_grant',
      'without_role',
    ]);
  });

  // docs/sso.md#sessions-3
  it('lose them when single sign-on is removed, or gets another client', async () => {
    const dan = await enter('dan');
    await at.call('DELETE');
    await anHourLater();
    expect(await isAlive(dan)).to.deep.equal([false, false]);
  });

  // docs/sso.md#sessions-4
  it('keep them for a day while the provider does not answer', async () => {
    const eve = await enter('eve');
    at.provider.instead = (path, response) => {
      if (path !== '/token') return false;
      response.writeHead(503);
      response.end();
      return true;
    };
    for (let hours = 1; hours <= 22; hours += 1) await anHourLater();
    // The session has been idle for too long by now.
    expect((await isAlive(eve))[1]).to.equal(true);
    at.provider.instead = null;
    await anHourLater();
    const { models } = service.deps.mongo;
    const grant = await models.ssoGrants.findOne({ organisationId: at.id }).lean();
    expect(grant?.confirmedAt).to.deep.equal(service.clock.now());
    at.provider.instead = (_path, response) => {
      response.destroy();
      return true;
    };
    await anHourLater(24);
    expect((await isAlive(eve))[1]).to.equal(false);
    expect(await revoked()).to.deep.equal([{ issuer: at.provider.issuer, reason: 'unreachable' }]);
  });

  // docs/sso.md#sessions-2
  it('are not asked for any more when they have neither sessions nor tokens, or are disabled', async () => {
    const fay = await at.enter(person('fay'));
    const { models } = service.deps.mongo;
    await models.accessTokens.deleteMany({ organisationId: at.id });
    const asked = at.provider.asked.length;
    await anHourLater();
    expect(at.provider.asked.length).to.equal(asked);
    expect(await models.ssoGrants.countDocuments({ organisationId: at.id })).to.equal(0);
    expect(fay).not.to.equal('');
  });

  it('keep a sign-in that came while the provider refused the one before', async () => {
    await enter('gil');
    const { stores } = service.deps;
    const [read] = await service.deps.mongo.models.ssoGrants.find({ organisationId: at.id }).lean();
    const again = await enter('gil');
    await at.provider.revokeGrants();
    // As a worker that has read the grant before the second sign-in.
    const ssoGrants = { ...stores.ssoGrants, due: () => Promise.resolve(read ? [read] : []) };
    await runLoop('ssoRefreshes', { ...service.deps, stores: { ...stores, ssoGrants } });
    expect(await isAlive(again)).to.deep.equal([true, true]);
  });
});
