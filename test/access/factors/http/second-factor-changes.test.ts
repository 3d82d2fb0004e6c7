import { expect } from 'chai';
import {
  cookiesOf,
  makeUserWithPassword,
  ownOriginJson,
  PASSWORD,
  PASSWORD_HASH,
} from '../../../browser/web-session.js';
import type { Reply } from '../../../fixtures/api.js';
import { runCli } from '../../../fixtures/cli.js';
import { makeOperator, makeOrganisation, makeUser } from '../../../fixtures/records/organisation.js';
import { refused } from '../../../fixtures/records/rollout-fixture.js';
import { TestService } from '../../../fixtures/records/test-service.js';
import { enterPassword, setUpApp } from '../../../fixtures/second-factor.js';
import { FactorService, STEP_S, WRONG } from '../../factor-service.js';

describe('second factors', () => {
  let at: FactorService;
  before(async () => {
    at = await FactorService.open();
  });
  after(() => at.close());

  // docs/console-api.md#begin_second_factor-2
  it('are at most ten', async () => {
    const { Cookie } = await at.userWithApp();
    for (let count = 1; count < 10; count += 1) {
      await setUpApp(at.service.api, Cookie, at.clock.now(), `App ${count}`);
    }
    const more = await at.call('POST', '/v1/me/second_factors', Cookie, { kind: 'totp' });
    expect(refused(more)).to.deep.equal([409, 1111]);
  });

  // docs/console-api.md#confirm_second_factor-1
  // docs/http.md#second-factor-7
  it('end the other sessions when the first one is added, and are stored encrypted', async () => {
    const { user } = await makeUserWithPassword(at.service.api, at.org);
    const [here, elsewhere] = [await at.signIn(user.email), await at.signIn(user.email)];
    const app = await setUpApp(at.service.api, here, at.clock.now());
    expect([await at.isSignedIn(here), await at.isSignedIn(elsewhere)]).to.deep.equal([true, false]);
    const stored = JSON.stringify(await at.service.deps.mongo.models.users.findById(user._id).lean());
    expect(stored).not.to.contain(app.secret);
    for (const code of app.recoveryCodes) expect(stored).not.to.contain(code);
    const listed = await at.call('GET', '/v1/me/second_factors', here);
    expect(listed.text).not.to.contain(app.secret);
    at.clock.advance(STEP_S);
    const second = await setUpApp(at.service.api, here, at.clock.now(), 'Tablet');
    expect(second.recoveryCodes).to.deep.equal([]);
    at.clock.advance(STEP_S);
    expect(
      (await at.prove(await at.enter(user.email), { code: second.codeAt(at.clock.now()) })).status,
    ).to.equal(201);
  });

  // docs/console-api.md#begin_second_factor-1
  // docs/console-api.md#confirm_second_factor-2
  // docs/console-api.md#update_second_factor-1
  // docs/console-api.md#remove_second_factor-1
  it('are changed only in a session that has just signed in, and never by a token', async () => {
    const { user, token } = await makeUserWithPassword(at.service.api, at.org);
    const Cookie = await at.signIn(user.email);
    const app = await setUpApp(at.service.api, Cookie, at.clock.now());
    const changes = [
      ['POST', '/v1/me/second_factors', { kind: 'totp' }],
      ['POST', `/v1/me/second_factors/${app.id}/confirm`, { code: WRONG }],
      ['PATCH', `/v1/me/second_factors/${app.id}`, { name: 'Phone' }],
      ['DELETE', `/v1/me/second_factors/${app.id}`, {}],
      ['POST', '/v1/me/recovery_codes', {}],
    ] as const;
    at.clock.advance(601);
    for (const [method, path, body] of changes) {
      expect(refused(await at.call(method, path, Cookie, body)), path).to.deep.equal([401, 1133]);
      expect(refused(await at.service.api.call(method, path, { body, token })), path).to.deep.equal([
        401, 1133,
      ]);
    }
    const again = cookiesOf(await at.prove(await at.enter(user.email), { code: app.codeAt(at.clock.now()) }));
    const unknown = `/v1/me/second_factors/${'0'.repeat(24)}`;
    expect(refused(await at.call('DELETE', unknown, again))).to.deep.equal([404, 1104]);
    expect(refused(await at.call('PATCH', unknown, again, { name: 'Phone' }))).to.deep.equal([404, 1104]);
    expect(refused(await at.call('POST', `${unknown}/confirm`, again, { code: WRONG }))).to.deep.equal([
      404, 1104,
    ]);
    const begun = await at.call('POST', '/v1/me/second_factors', again, { kind: 'totp' });
    const { id } = (begun.body as { data: { second_factor: { id: string } } }).data.second_factor;
    const confirm = `/v1/me/second_factors/${id}/confirm`;
    expect(refused(await at.call('POST', confirm, again, { code: WRONG }))).to.deep.equal([422, 1109]);
    at.clock.advance(599);
    expect((await at.call('DELETE', `/v1/me/second_factors/${app.id}`, again)).status).to.equal(204);
    expect((await at.enter(user.email)).status).to.equal(201);
    expect(refused(await at.call('POST', '/v1/me/recovery_codes', again))).to.deep.equal([409, 1111]);
  });

  // docs/administration.md#update_organisation-1
  // docs/http.md#second-factor-6
  it('are set up before anything else where the organisation requires them', async () => {
    const own = (await makeOrganisation(at.service.deps))._id;
    const admin = await makeUserWithPassword(at.service.api, own, { role: 'super_admin' });
    const member = await makeUserWithPassword(at.service.api, own, { role: 'operator' });
    const Cookie = await at.signIn(member.user.email);
    const change = (body: object, by: string): Promise<Reply> =>
      at.call('PATCH', '/v1/organisation', by, body);
    const adminCookie = await at.signIn(admin.user.email);
    const early = await change({ require_second_factor: true }, adminCookie);
    expect(refused(early)).to.deep.equal([422, 1109]);
    await setUpApp(at.service.api, adminCookie, at.clock.now());
    expect((await change({ require_second_factor: true }, adminCookie)).status).to.equal(200);

    expect((await at.call('GET', '/v1/me', Cookie)).status).to.equal(200);
    for (const path of ['/v1/networks', '/v1/me/sessions', '/v1/access_tokens'])
      expect(refused(await at.call('GET', path, Cookie)), path).to.deep.equal([403, 1132]);
    expect(refused(await at.service.api.call('GET', '/v1/networks', { token: member.token }))).to.deep.equal([
      403, 1132,
    ]);
    const body = { email: member.user.email, password: PASSWORD };
    expect(refused(await at.service.api.call('POST', '/v1/access_tokens', { body }))).to.deep.equal([
      403, 1132,
    ]);
    await setUpApp(at.service.api, Cookie, at.clock.now());
    expect((await at.call('GET', '/v1/networks', Cookie)).status).to.equal(200);
    expect((await at.service.api.call('GET', '/v1/networks', { token: member.token })).status).to.equal(200);
    expect(refused(await change({ require_second_factor: false }, Cookie))).to.deep.equal([403, 1102]);
  });

  // docs/administration.md#reset_second_factors-1
  it('are reset by a super_admin for lower roles, and by the command line for everyone', async () => {
    const superAdmin = await makeUser(at.service.deps, at.org, { role: 'super_admin' });
    const reset = (id: number, token: string): Promise<Reply> =>
      at.service.api.call('DELETE', `/v1/users/${id}/second_factors`, { token });
    const member = await at.userWithApp({ role: 'admin' });
    const admin = await makeUser(at.service.deps, at.org, { role: 'admin' });
    expect(refused(await reset(member.id, admin.token))).to.deep.equal([403, 1102]);
    expect((await reset(member.id, superAdmin.token)).status).to.equal(200);
    expect(await at.isSignedIn(member.Cookie)).to.equal(false);
    expect((await at.enter(member.email)).status).to.equal(201);
    expect(refused(await reset(member.id, superAdmin.token))).to.deep.equal([409, 1111]);
    expect(await at.audited(`user:${member.id}`)).to.include('second_factors.reset');

    const peer = await at.userWithApp({ role: 'super_admin' });
    expect(refused(await reset(peer.id, superAdmin.token))).to.deep.equal([403, 1102]);
    const run = await runCli(at.service.api, ['user', 'second-factor-reset', '--email', peer.email]);
    expect([run.code, run.lines.join()]).to.deep.equal([0, `${peer.email} has no second factor any more`]);
    expect((await at.enter(peer.email)).status).to.equal(201);
    await at.sendMails();
    expect(at.subjects).to.include('The second factors of your airfleet account were removed');
  });

  // docs/http.md#second-factor-6
  it('are required of operators of the installation by REQUIRE_OPERATOR_SECOND_FACTOR', async () => {
    const { operator } = await makeOperator(at.service.deps, PASSWORD_HASH);
    const Cookie = await at.signIn(operator.email);
    const app = await setUpApp(at.service.api, Cookie, at.clock.now());
    at.clock.advance(STEP_S);
    expect(
      (await at.prove(await at.enter(operator.email), { code: app.codeAt(at.clock.now()) })).status,
    ).to.equal(201);
    const strict = await TestService.open({ REQUIRE_OPERATOR_SECOND_FACTOR: 'true' }, at.clock);
    try {
      const other = (await makeOperator(strict.deps, PASSWORD_HASH)).operator;
      const at = cookiesOf(await enterPassword(strict.api, other.email, PASSWORD));
      const headers = { ...ownOriginJson(strict.api), Cookie: at };
      const me = await strict.api.call('GET', '/v1/me', { headers });
      expect(me.body).to.deep.nested.include({
        'data.me.second_factor': { is_required: true, is_set_up: false },
      });
      const board = await strict.api.call('GET', '/admin/queues', {
        headers: { ...headers, Accept: 'text/html' },
      });
      expect([board.status, board.headers.get('Location')]).to.deep.equal([303, '/console']);
    } finally {
      await strict.close();
    }
  });
});
