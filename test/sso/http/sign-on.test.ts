import { expect } from 'chai';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { openSsoService, PUBLIC_URL, SignOn } from '../sso-service.js';

describe('signing in by an identity provider', () => {
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

  const userOf = (email: string) => service.deps.mongo.models.users.findOne({ email }).lean();

  // docs/sso.md#sign-in-1
  // docs/sso.md#users-3
  it('makes a user without a password, and opens a session of an hour that goes on where it began', async () => {
    const begun = await at.begin('/console/devices');
    const asked = Object.fromEntries(begun.url.searchParams);
    expect(asked).to.include({
      response_type: 'code',
      redirect_uri: `${PUBLIC_URL}/sso/${at.id}/callback`,
      code_challenge_method: 'S256',
      login_hint: `someone@${at.domain}`,
    });
    expect(begun.cookies).to.match(/^airfleet_sso=/);
    const person = at.person('ann');
    const reply = await at.comeBack(await at.atProvider(begun, person), begun.cookies);
    expect([reply.status, reply.headers.get('Location')], reply.text).to.deep.equal([
      303,
      '/console/devices',
    ]);
    const user = await userOf(person.email ?? '');
    expect(user).to.deep.include({
      organisationId: at.id,
      role: 'viewer',
      passwordHash: null,
      sso: { issuer: at.provider.issuer, subject: 'sub-ann' },
    });
    const again = await at.enter(person);
    expect(await at.whose(again)).to.deep.equal({ id: user?._id, role: 'viewer' });
    service.clock.advance(3600 - 1);
    expect(await at.whose(again)).not.to.equal(null);
    service.clock.advance(2);
    expect(await at.whose(again)).to.equal(null);
    const created = await service.deps.mongo.models.auditEntries
      .find({ organisationId: at.id, subject: `user:${user?._id}` })
      .lean();
    expect(created.map(({ action }) => action)).to.have.members([
      'user.created',
      'session.created',
      'session.created',
    ]);
  });

  // docs/sso.md#sign-in-2
  it('sets its cookies for this host and for https alone behind a proxy with TLS', async () => {
    const behind = await openSsoService({ TRUST_PROXY: '1' });
    const secure = await SignOn.open(behind);
    try {
      const reply = await behind.api.call('GET', '/sso/start', {
        query: { email: `ann@${secure.domain}` },
        headers: { Accept: 'text/html', 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.1' },
      });
      const [cookie = ''] = reply.headers.getSetCookie();
      expect(cookie).to.match(/^__Host-airfleet_sso=/);
      for (const attribute of ['path=/', 'secure', 'httponly', 'samesite=lax'])
        expect(cookie.toLowerCase()).to.contain(attribute);
    } finally {
      await secure.provider.close();
      await behind.close();
    }
  });

  // docs/sso.md#users-1
  it('finds a user by the identity, whatever becomes of the email', async () => {
    const ann = await at.enter(at.person('ann'));
    const renamed = await at.enter({ ...at.person('ann'), email: `anna@${at.domain}` });
    expect(await at.whose(renamed)).to.deep.equal(await at.whose(ann));
    expect(await userOf(`anna@${at.domain}`)).to.equal(null);
  });

  // docs/sso.md#users-2
  it('links a user of the organisation once, with an entry in the audit log', async () => {
    const person = at.person('bob');
    const { user } = await makeUser(service.deps, at.id, { email: person.email ?? '', role: 'operator' });
    const cookies = await at.enter(person);
    // Without a claim, the rights are those that administrators give.
    expect(await at.whose(cookies)).to.deep.equal({ id: user._id, role: 'operator' });
    expect((await at.audited('user.sso_linked')).map(({ subject }) => subject)).to.deep.equal([
      `user:${user._id}`,
    ]);
    const stranger = await at.signIn({ ...person, sub: 'sub-other' });
    expect([stranger.status, stranger.text]).to.deep.include(403);
    expect(stranger.text).to.contain('belongs to another identity');
    expect((await userOf(user.email))?.sso?.subject).to.equal('sub-bob');
  });

  // docs/sso.md#rights-2
  it('gives the rights that the claim has at each sign-in', async () => {
    const network = await makeNetwork(service.deps, at.id);
    const networks = [{ id: network._id, access: 'full' as const }];
    await at.configure({
      claim: 'realm_access.roles',
      roles: [
        { value: 'lead', role: 'admin' },
        { value: 'staff', role: 'operator', tier: 2, networks, manage_inventory: true },
      ],
      default: null,
    });
    const person = (roles: readonly string[]) => at.person('cleo', { realm_access: { roles } });
    await at.enter(person(['staff']));
    const email = `cleo@${at.domain}`;
    expect(await userOf(email)).to.deep.include({
      role: 'operator',
      tier: 2,
      networks,
      manageInventory: true,
    });
    await at.enter(person(['staff', 'lead']));
    expect(await userOf(email)).to.deep.include({
      role: 'admin',
      tier: 1,
      networks: null,
      manageInventory: false,
    });
    const without = await at.signIn(person(['other']));
    expect([without.status, without.headers.getSetCookie().join()]).to.deep.equal([403, '']);
    expect(without.text).to.contain('gives you no role');
  });

  // docs/sso.md#rights-2
  it('gives no access to networks that were deleted since, and keeps the last super admin', async () => {
    const network = await makeNetwork(service.deps, at.id);
    const networks = [{ id: network._id, access: 'read' as const }];
    await at.configure({ claim: 'groups', roles: [{ value: 'x', role: 'viewer', networks }], default: null });
    await service.deps.mongo.models.networks.deleteOne({ _id: network._id });
    await at.enter(at.person('dan', { groups: ['x'] }));
    expect((await userOf(`dan@${at.domain}`))?.networks).to.deep.equal([]);
    const cookies = await at.enter(at.person('admin', { groups: 'x' }));
    expect(await at.whose(cookies)).to.deep.include({ role: 'super_admin' });
  });

  // docs/sso.md#rights-3
  it('takes what the ID token lacks from the userinfo endpoint', async () => {
    const lean = await SignOn.open(
      service,
      { claim: 'groups', roles: [{ value: 'x', role: 'admin' }], default: null },
      { claimsInIdToken: false },
    );
    try {
      expect(await lean.whose(await lean.enter(lean.person('eve', { groups: ['x'] })))).to.include({
        role: 'admin',
      });
      expect(lean.provider.asked).to.include('/me');
    } finally {
      await lean.provider.close();
    }
  });

  // docs/sso.md#sessions-1
  it('asks for no second factor, and makes no access tokens', async () => {
    await service.deps.mongo.models.organisations.updateOne(
      { _id: at.id },
      { $set: { signIn: { requiresSecondFactor: true } } },
    );
    const Cookie = await at.enter(at.person('finn'));
    expect(await at.whose(Cookie)).not.to.equal(null);
    const { api } = service;
    const list = await api.call('GET', '/v1/networks', { headers: { Cookie } });
    expect(list.status, list.text).to.equal(200);
    const headers = { Origin: api.url, 'Sec-Fetch-Site': 'same-origin', Cookie };
    const token = await api.call('POST', '/v1/access_tokens', { body: { name: 'script' }, headers });
    expect([token.status, token.text]).to.deep.include(409);
  });

  // docs/sso.md#sign-in-3
  it('ends the session that the browser had before', async () => {
    const before = await at.enter(at.person('gil'));
    const begun = await at.begin();
    const path = await at.atProvider(begun, at.person('hal'));
    await at.comeBack(path, `${begun.cookies}; ${before}`);
    expect(await at.whose(before)).to.equal(null);
  });

  // docs/sso.md#sign-in-1
  it('goes on at a path of the service alone', async () => {
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const begun = await at.begin(next);
      const reply = await at.comeBack(await at.atProvider(begun, at.person('kim')), begun.cookies);
      expect([reply.status, reply.headers.get('Location')], next).to.deep.equal([303, '/upgrades']);
    }
  });
});
