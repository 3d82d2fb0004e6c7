import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { newToken } from '../../../shared/platform/values/secrets.js';
import type { Reply } from '../../fixtures/api.js';
import { makeOperator, makeUser } from '../../fixtures/records/organisation.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { newDomain, openSsoService, SignOn } from '../sso-service.js';

const ID_TOKEN_S = 120;

/** Whether an answer signs a browser in. */
const signsIn = (reply: Reply): boolean =>
  reply.headers.getSetCookie().some((line) => line.startsWith('airfleet_session='));

describe('single sign-on signs in to nothing', () => {
  let service: TestService;
  let at: SignOn;
  before(async () => {
    service = await openSsoService();
  });
  beforeEach(async () => {
    service.clock.set(new Date());
    at = await SignOn.open(service);
  });
  afterEach(() => at.provider.close());
  after(() => service.close());

  function expectRefused(reply: Reply, status: number, text: string): void {
    expect([reply.status, signsIn(reply)], reply.text).to.deep.equal([status, false]);
    expect(reply.text).to.contain(text);
  }
  const refusals = async (): Promise<unknown[]> =>
    (await at.audited('sso.refused')).map(({ after: fields }) => (fields as { reason: string }).reason);

  // docs/sso.md#sign-in-2
  it('for a state that was used, is foreign, belongs to another organisation, or is ten minutes old', async () => {
    const begun = await at.begin();
    const path = await at.atProvider(begun, at.person('ann'));
    expectRefused(await at.comeBack(path, ''), 401, 'This sign-in has ended');
    expectRefused(await at.comeBack(path, (await at.begin()).cookies), 401, 'This sign-in has ended');
    const forged = begun.cookies.replace(/airfleet_sso=[^;]+/, `airfleet_sso=${newToken()}`);
    expectRefused(await at.comeBack(path, forged), 401, 'This sign-in has ended');
    const elsewhere = path.replace(`/sso/${at.id}/`, `/sso/${at.id + 1}/`);
    expectRefused(await at.comeBack(elsewhere, begun.cookies), 401, 'This sign-in has ended');
    // None of these has used the state up.
    expect(signsIn(await at.comeBack(path, begun.cookies))).to.equal(true);
    expectRefused(await at.comeBack(path, begun.cookies), 401, 'This sign-in has ended');

    const late = await at.begin();
    const latePath = await at.atProvider(late, at.person('ann'));
    service.clock.advance(600);
    expectRefused(await at.comeBack(latePath, late.cookies), 401, 'This sign-in has ended');
  });

  // docs/sso.md#sign-in-4
  it('for the code of another sign-in, and for a nonce or a challenge of another one', async () => {
    const [mine, theirs] = [await at.begin(), await at.begin()];
    const stolen = new URLSearchParams((await at.atProvider(theirs, at.person('bob'))).split('?')[1]);
    const path = `${(await at.atProvider(mine, at.person('ann'))).split('?')[0] ?? ''}?`;
    const state = mine.url.searchParams.get('state') ?? '';
    const query = new URLSearchParams({ ...Object.fromEntries(stolen), state });
    expectRefused(await at.comeBack(path + query.toString(), mine.cookies), 403, 'cannot be used');
    for (const [name, value] of [
      ['nonce', newToken()],
      ['code_challenge', newToken()],
    ] as const) {
      const begun = await at.begin();
      begun.url.searchParams.set(name, value);
      const reply = await at.comeBack(await at.atProvider(begun, at.person('ann')), begun.cookies);
      expectRefused(reply, 403, 'cannot be used');
    }
    expect(new Set(await refusals())).to.deep.equal(new Set(['answer_refused']));
  });

  // docs/sso.md#sign-in-4
  it('for the answer of another issuer, and for one without the issuer that the provider announces', async () => {
    const begun = await at.begin();
    const path = await at.atProvider(begun, at.person('ann'));
    const mixed = new URL(path, 'http://own.invalid');
    expect(mixed.searchParams.get('iss')).to.equal(at.provider.issuer);
    mixed.searchParams.set('iss', 'https://other.example.test');
    expectRefused(await at.comeBack(mixed.pathname + mixed.search, begun.cookies), 403, 'cannot be used');
    const second = await at.begin();
    const without = new URL(await at.atProvider(second, at.person('ann')), 'http://own.invalid');
    without.searchParams.delete('iss');
    expectRefused(
      await at.comeBack(without.pathname + without.search, second.cookies),
      403,
      'cannot be used',
    );
  });

  // docs/sso.md#sign-in-4
  it('for a token of more than 60 s ago, but for one within them', async () => {
    const brief = await SignOn.open(service, {}, { idTokenS: ID_TOKEN_S });
    const begun = await brief.begin();
    const path = await brief.atProvider(begun, brief.person('ann'));
    service.clock.advance(ID_TOKEN_S + 50);
    expect(signsIn(await brief.comeBack(path, begun.cookies))).to.equal(true);
    const late = await brief.begin();
    const latePath = await brief.atProvider(late, brief.person('ann'));
    // The clock of the service is further ahead of that of the provider by now.
    service.clock.advance(20);
    expectRefused(await brief.comeBack(latePath, late.cookies), 403, 'cannot be used');
    await brief.provider.close();
  });

  // docs/sso.md#sign-in-5
  it('for a key that the provider does not have, and takes a key that it rotates to', async () => {
    expect(signsIn(await at.signIn(at.person('ann')))).to.equal(true);
    await at.provider.rotateKeys();
    expect(signsIn(await at.signIn(at.person('ann')))).to.equal(true);
    at.provider.instead = (path, response) => {
      if (path !== '/jwks') return false;
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ keys: [] }));
      return true;
    };
    expectRefused(await at.signIn(at.person('ann')), 403, 'cannot be used');
  });

  // docs/sso.md#users-2
  it('for an email that is not verified, and links its user to nothing', async () => {
    const { user } = await makeUser(service.deps, at.id, { email: `cleo@${at.domain}`, role: 'admin' });
    for (const email_verified of [false, undefined, 'true']) {
      const reply = await at.signIn(at.person('cleo', { email_verified }));
      expectRefused(reply, 403, 'does not confirm');
    }
    expect((await service.deps.stores.users.find({ organisationId: at.id, userId: user._id }))?.sso).to.equal(
      undefined,
    );
    const unknown = await at.signIn(at.person('new', { email_verified: false }));
    expectRefused(unknown, 403, 'says that your email is not verified');
  });

  // docs/sso.md#users-2
  it('for an email of a domain that is not proven, whether there is an account or not', async () => {
    const domain = newDomain();
    await at.configure({ domains: [at.domain, domain] });
    await makeUser(service.deps, at.id, { email: `dan@${domain}` });
    for (const email of [`dan@${domain}`, `new@${domain}`, `new@${newDomain()}`])
      expectRefused(await at.signIn({ ...at.person('dan'), email }), 403, 'has not proven the domain');
    expectRefused(await at.signIn({ sub: 'sub-without' }), 403, 'does not say which email');
  });

  // docs/sso.md#users-4
  it('for an email of a user of another organisation, or of an operator of the installation', async () => {
    const other = await SignOn.open(service);
    const email = `eve@${at.domain}`;
    const { user } = await makeUser(service.deps, other.id, { email, role: 'super_admin' });
    expectRefused(await at.signIn(at.person('eve')), 403, 'is not of this organisation');
    const { operator } = await makeOperator(service.deps);
    expectRefused(
      await at.signIn({ ...at.person('op'), email: operator.email }),
      403,
      'is not of this organisation',
    );
    // Nor does the identity of a user at one provider count at another one.
    await other.prove();
    await other.enter(other.person('fay'));
    const same = await at.signIn({ ...at.person('fay'), email: `fay@${other.domain}` });
    expectRefused(same, 403, 'is not of this organisation');
    const found = await service.deps.stores.users.find({ organisationId: other.id, userId: user._id });
    expect(found?.sso).to.equal(undefined);
    await other.provider.close();
  });

  // docs/sso.md#users-5
  it('for a disabled user, linked or not', async () => {
    await at.enter(at.person('gil'));
    const { users } = service.deps.mongo.models;
    await users.updateOne({ email: `gil@${at.domain}` }, { $set: { disabledAt: service.clock.now() } });
    expectRefused(await at.signIn(at.person('gil')), 403, 'is disabled');
    await makeUser(service.deps, at.id, { email: `hal@${at.domain}`, disabledAt: service.clock.now() });
    expectRefused(await at.signIn(at.person('hal')), 403, 'is disabled');
  });

  // docs/sso.md#rights-4
  it('for more groups than Entra ID sends', async () => {
    await at.configure({
      claim: 'groups',
      roles: [{ value: 'x', role: 'viewer' }],
      default: { role: 'viewer' },
    });
    const person = at.person('ida', { _claim_names: { groups: 'src1' } });
    expectRefused(await at.signIn(person), 403, 'more groups than the identity provider sends');
  });

  // docs/sso.md#sign-in-6
  it('while the provider does not answer, or answers with what is none of OpenID Connect', async () => {
    const begun = await at.begin();
    const path = await at.atProvider(begun, at.person('jo'));
    at.provider.instead = (asked, response) => {
      if (asked !== '/token') return false;
      response.destroy();
      return true;
    };
    expectRefused(await at.comeBack(path, begun.cookies), 503, 'does not answer');
    at.provider.instead = (_asked, response) => {
      response.writeHead(302, { Location: 'http://169.254.169.254/latest' });
      response.end();
      return true;
    };
    await at.configure({ claim: 'other', default: { role: 'viewer' } });
    const reply = await service.api.call('GET', '/sso/start', {
      query: { email: `jo@${at.domain}` },
      headers: { Accept: 'text/html' },
    });
    expectRefused(reply, 503, 'does not answer');
  });

  // docs/sso.md#sign-in-6
  it('at a provider on an address that is not public', async () => {
    const guarded = await openSsoService({ WEBHOOK_ALLOW: '127.0.0.2/32' });
    try {
      const { ssoDomains, ssoConfigurations } = guarded.deps.mongo.models;
      const stored = await service.deps.mongo.models.ssoConfigurations.findOne({ _id: at.id }).lean();
      await ssoConfigurations.create({ ...stored, _id: at.id });
      const listed = { organisationId: at.id, domain: at.domain, token: newToken(), listedAt: new Date() };
      await ssoDomains.create({ _id: randomUUID(), ...listed, provenDomain: at.domain, provenBy: 'dns' });
      const before = at.provider.asked.length;
      const reply = await guarded.api.call('GET', '/sso/start', {
        query: { email: `jo@${at.domain}` },
        headers: { Accept: 'text/html' },
      });
      expectRefused(reply, 503, 'does not answer');
      expect(at.provider.asked.length).to.equal(before);
    } finally {
      await guarded.close();
    }
  });
});
