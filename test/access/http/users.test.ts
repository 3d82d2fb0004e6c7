import { expect } from 'chai';
import { CLI } from '../../../shared/audit/domain/audit-entry.js';
import { callerOf } from '../../../shared/access/operations/identify.js';
import { deleteUser } from '../../../shared/access/operations/users/delete-user.js';
import { makeUserWithPassword, signInAs } from '../../browser/web-session.js';
import type { Reply } from '../../fixtures/api.js';
import { secretOf, setPassword } from '../password-link.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { faultsIn, refused } from '../../fixtures/records/rollout-fixture.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

interface ShownUser {
  readonly id: number;
  readonly email: string;
  readonly role: string;
  readonly is_disabled: boolean;
  readonly last_sign_in_at: string | null;
  readonly revision: number;
  readonly invitation?: { readonly url: string; readonly expires_at: string } | null;
}

function shown(reply: Reply, status = 200): ShownUser {
  expect(reply.status, reply.text).to.equal(status);
  return (reply.body as { data: { user: ShownUser } }).data.user;
}

const unaccompanied = (): Promise<void> => Promise.resolve();

let made = 0;

function newEmail(): string {
  made += 1;
  return `person-${made}-${Date.now()}@example.test`;
}

describe('users', () => {
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  const create = (body: object, options = {}): Promise<Reply> =>
    fixture.call('POST', '/v1/users', { body: { email: newEmail(), role: 'viewer', ...body }, ...options });
  const patch = (id: number, body: object, options = {}): Promise<Reply> =>
    fixture.call('PATCH', `/v1/users/${id}`, { body, ...options });
  const signIn = (email: string, password: string): Promise<Reply> =>
    fixture.api.call('POST', '/v1/access_tokens', { body: { email, password } });
  const works = async (token: string): Promise<boolean> =>
    (await fixture.api.call('GET', '/v1/networks', { token })).status === 200;
  const tokenOf = (reply: Reply) => (reply.body as { access_token: string }).access_token;

  // docs/administration.md#create_user-1
  it('get a link that is shown once, and sign in with the password that they set there', async () => {
    const email = newEmail();
    const headers = { 'Idempotency-Key': 'user' };
    const first = await create({ email: email.toUpperCase() }, { headers });
    const { id, invitation, ...user } = shown(first, 201);
    expect(user).to.deep.include({
      email,
      role: 'viewer',
      tier: 1,
      networks: null,
      manage_inventory: false,
      is_disabled: false,
      last_sign_in_at: null,
      revision: 1,
    });
    expect(shown(await create({ email: email.toUpperCase() }, { headers }), 201)).to.include({
      id,
      invitation: null,
    });
    expect((await signIn(email, 'a wrong password')).status).to.equal(401);
    const password = await setPassword(fixture.api, invitation);
    const signedIn = await signIn(email, password);
    expect(await works(tokenOf(signedIn))).to.equal(true);
    const again = await fixture.call('GET', `/v1/users/${id}`);
    expect(again.headers.get('ETag')).to.equal('"1"');
    const { last_sign_in_at: signedInAt } = shown(again);
    expect(signedInAt).to.be.a('string');
    expect((await fixture.call('DELETE', `/v1/users/${id}/sessions`)).status).to.equal(200);
    expect(shown(await fixture.call('GET', `/v1/users/${id}`)).last_sign_in_at).to.equal(signedInAt);
    for (const reply of [await create({ password }), await patch(id, { password })]) {
      expect(refused(reply)).to.deep.equal([422, 1109]);
      expect(faultsIn(reply)).to.have.length(1);
    }
    const entries = await fixture.api.deps.mongo.models.auditEntries.find({ subject: `user:${id}` }).lean();
    expect(entries.map(({ action }) => action)).to.include('user.created');
    expect(JSON.stringify(entries)).not.to.include(secretOf(invitation));
  });

  // docs/administration.md#create_user-2
  it('get no role, networks or rights that their creator does not have', async () => {
    const { api, org, network } = fixture;
    expect(refused(await create({ role: 'admin' }))).to.deep.equal([403, 1102]);
    expect(refused(await create({ role: 'super_admin' }))).to.deep.equal([403, 1102]);
    const superAdmin = await makeUser(api.deps, org, { role: 'super_admin' });
    expect(shown(await create({ role: 'super_admin' }, superAdmin), 201).role).to.equal('super_admin');
    const other = await makeNetwork(api.deps, org);
    const networks = [{ id: network._id, access: 'read' as const }];
    const restricted = await makeUser(api.deps, org, { networks, manageInventory: false });
    const bad = await create(
      {
        manage_inventory: true,
        networks: [
          { id: network._id, access: 'full' },
          { id: other._id, access: 'read' },
        ],
      },
      restricted,
    );
    expect(refused(bad)).to.deep.equal([422, 1109]);
    expect(faultsIn(bad).map((fault) => fault.split(':')[0])).to.have.members([
      'manage_inventory',
      'networks[0]',
      'networks[1].id',
    ]);
    // A network that the caller does not see is answered as one that does not exist.
    const hidden = await create({ networks: [{ id: other._id, access: 'read' }] }, restricted);
    const unknown = await create({ networks: [{ id: 999_999_999, access: 'read' }] }, restricted);
    expect(faultsIn(hidden)).to.deep.equal(faultsIn(unknown));
    expect(refused(await create({}, restricted))).to.deep.equal([422, 1109]);
    expect((await create({ networks }, restricted)).status).to.equal(201);
    for (const body of [
      { networks: [{ id: 999_999_999, access: 'read' }] },
      { email: superAdmin.user.email },
      { email: 'x' },
    ])
      expect(refused(await create(body)), JSON.stringify(body)).to.deep.equal([422, 1109]);
  });

  // docs/administration.md#update_user-3
  it('get no rights that the caller does not have by a new role or by being enabled', async () => {
    const { api, org, network } = fixture;
    const networks = [{ id: network._id, access: 'full' as const }];
    const restricted = await makeUser(api.deps, org, { networks, manageInventory: false });
    const viewer = shown(await create({ manage_inventory: true }), 201);
    const bad = await patch(viewer.id, { role: 'operator' }, restricted);
    expect(refused(bad)).to.deep.equal([422, 1109]);
    expect(faultsIn(bad).map((fault) => fault.split(':')[0])).to.have.members([
      'manage_inventory',
      'networks',
    ]);
    shown(await patch(viewer.id, { is_disabled: true }, restricted));
    expect(refused(await patch(viewer.id, { is_disabled: false }, restricted))).to.deep.equal([422, 1109]);
    const operator = shown(await create({ role: 'operator' }), 201);
    expect(shown(await patch(operator.id, { role: 'viewer' }, restricted)).role).to.equal('viewer');
    const fitting = shown(await create({ networks: [{ id: network._id, access: 'read' }] }), 201);
    expect(shown(await patch(fitting.id, { role: 'operator' }, restricted)).role).to.equal('operator');
    const gone = await makeNetwork(api.deps, org);
    const stale = shown(await create({ networks: [{ id: gone._id, access: 'read' }] }), 201);
    expect((await fixture.call('DELETE', `/v1/networks/${gone._id}`)).status).to.equal(200);
    expect(shown(await patch(stale.id, { role: 'operator' })).role).to.equal('operator');
  });

  // docs/http.md#revisions-1
  it('have another revision after the command line has disabled and enabled them', async () => {
    const { api, org } = fixture;
    const { id, revision } = shown(await create({}), 201);
    const account = { userId: id, organisationId: org };
    const by = { author: CLI, at: new Date() };
    await api.deps.stores.credentials.change(account, { disabledAt: new Date() }, by);
    const ifMatch = { headers: { 'If-Match': `"${revision}"` } };
    expect(refused(await patch(id, { is_disabled: false }, ifMatch))).to.deep.equal([412, 1112]);
    await api.deps.stores.credentials.enable(account, by);
    expect(shown(await fixture.call('GET', `/v1/users/${id}`)).revision).to.equal(revision + 2);
  });

  // docs/administration.md#update_user-1
  // docs/administration.md#update_user-2
  it('get new rights at once, and lose tokens and sessions when they are disabled', async () => {
    const { id, email, invitation } = shown(await create({ role: 'operator' }), 201);
    const password = await setPassword(fixture.api, invitation);
    const token = tokenOf(await signIn(email, password));
    const tag = () => fixture.api.call('POST', '/v1/tags', { token, body: { name: newEmail() } });
    expect((await tag()).status).to.equal(201);
    expect(shown(await patch(id, { role: 'viewer' }))).to.include({ role: 'viewer', revision: 2 });
    expect(refused(await tag())).to.deep.equal([403, 1102]);
    expect(shown(await patch(id, { is_disabled: true })).is_disabled).to.equal(true);
    expect(await works(token)).to.equal(false);
    expect((await signIn(email, password)).status).to.equal(401);
    expect(shown(await patch(id, { is_disabled: false })).is_disabled).to.equal(false);
    expect(await works(token)).to.equal(false);
    expect(await works(tokenOf(await signIn(email, password)))).to.equal(true);
    expect(refused(await patch(id, { tier: 2 }, { headers: { 'If-Match': '"1"' } }))).to.deep.equal([
      412, 1112,
    ]);
  });

  // docs/http.md#requests-2
  // docs/http.md#requests-6
  it('take the spellings of flags, and forms', async () => {
    const { id } = shown(await create({ role: 'operator', manage_inventory: '1' }), 201);
    const form = await fixture.call('PATCH', `/v1/users/${id}`, {
      body: new URLSearchParams({ is_disabled: 'true' }),
    });
    expect(shown(form).is_disabled).to.equal(true);
    expect(shown(await patch(id, { is_disabled: 0, manage_inventory: 'false' }))).to.include({
      is_disabled: false,
      manage_inventory: false,
    });
    for (const is_disabled of ['maybe', 'TRUE', 2, '']) {
      const reply = await patch(id, { is_disabled });
      expect(refused(reply)).to.deep.equal([422, 1109]);
      expect(faultsIn(reply)).to.deep.equal(['is_disabled: must be true or false']);
    }
  });

  // docs/administration.md#update_user-3
  // docs/administration.md#delete_user-1
  it('do not change their own rights, and do not delete themselves', async () => {
    const superAdmin = await makeUser(fixture.api.deps, fixture.org, { role: 'super_admin' });
    const own = superAdmin.user._id;
    const email = { email: newEmail() };
    for (const body of [{ role: 'admin' }, { is_disabled: true }, { tier: 2 }, { networks: [] }, email])
      expect(refused(await patch(own, body, superAdmin)), JSON.stringify(body)).to.deep.equal([403, 1102]);
    expect(refused(await fixture.call('DELETE', `/v1/users/${own}`, superAdmin))).to.deep.equal([403, 1102]);
    const { user, token } = await makeUser(fixture.api.deps, fixture.org, { role: 'operator' });
    expect(await works(token)).to.equal(true);
    expect((await fixture.call('DELETE', `/v1/users/${user._id}`)).status).to.equal(200);
    expect(await works(token)).to.equal(false);
  });

  it('are not deleted at a revision that they had before', async () => {
    const { deps } = fixture.api;
    const { id } = shown(await create({}), 201);
    const { users } = deps.stores;
    const find: typeof users.find = async (user) => {
      const read = await users.find(user);
      if (read?.revision === 1) shown(await patch(id, { tier: 2 }));
      return read;
    };
    const changing = { ...deps, stores: { ...deps.stores, users: { ...users, find } } };
    const remove = (revisions: readonly number[] | null) =>
      deleteUser(changing, callerOf(fixture.admin.user), { id, revisions }, unaccompanied).catch(
        (error: unknown) => error,
      );
    expect(await remove([1])).to.include({ refusal: 'revisionChanged' });
    expect(shown(await fixture.call('GET', `/v1/users/${id}`)).revision).to.equal(2);
    expect(await remove([2])).to.equal(undefined);
    expect(refused(await fixture.call('GET', `/v1/users/${id}`))[0]).to.equal(404);
  });

  // docs/administration.md#list_users-1
  it('are listed to those who manage them', async () => {
    const { api, org, admin } = fixture;
    const [operator, superAdmin] = [
      await makeUser(api.deps, org, { role: 'operator' }),
      await makeUser(api.deps, org, { role: 'super_admin' }),
    ];
    const listed = async (token: string): Promise<number[]> => {
      const { body } = await fixture.call('GET', '/v1/users', { token });
      return (body as { data: { users: ShownUser[] } }).data.users.map(({ id }) => id);
    };
    expect(await listed(admin.token)).to.deep.equal([admin.user._id, operator.user._id]);
    expect(await listed(superAdmin.token)).to.have.length(3);
    expect(refused(await fixture.call('GET', '/v1/users', operator))).to.deep.equal([403, 1102]);
  });

  // docs/administration.md#end_user_sessions-1
  it('lose all browser sessions at once, and keep their access tokens', async () => {
    const { api, org } = fixture;
    const { user, token } = await makeUserWithPassword(api, org, { role: 'operator' });
    const cookies = [await signInAs(api, user.email), await signInAs(api, user.email)];
    const statuses = () =>
      Promise.all(
        cookies.map(async (Cookie) => (await api.call('GET', '/v1/me', { headers: { Cookie } })).status),
      );
    expect([await works(token), await statuses()]).to.deep.equal([true, [200, 200]]);
    expect((await fixture.call('DELETE', `/v1/users/${user._id}/sessions`)).status).to.equal(200);
    expect([await works(token), await statuses()]).to.deep.equal([true, [401, 401]]);
    const [entry] = await api.deps.mongo.models.auditEntries
      .find({ subject: `user:${user._id}` })
      .sort({ at: -1, _id: -1 })
      .lean();
    expect(entry).to.include({ action: 'sessions.ended', actor: `user:${fixture.admin.user._id}` });
  });
});
