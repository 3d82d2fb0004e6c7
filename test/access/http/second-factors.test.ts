import { expect } from 'chai';
import { runLoop } from '../../../dev/run-loop.js';
import { headerOf, startMailReceiver, type MailReceiver } from '../../../dev/mail-receiver.js';
import {
  cookiesOf,
  makeUserWithPassword,
  ownOriginJson,
  PASSWORD,
  postForm,
} from '../../browser/web-session.js';
import type { Reply } from '../../fixtures/api.js';
import { TestClock } from '../../fixtures/clock.js';
import { runCli } from '../../fixtures/cli.js';
import { makeOperator, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { TestService } from '../../fixtures/records/test-service.js';
import {
  challengeOf,
  enterPassword,
  makeUserWithApp,
  setUpApp,
  type TestApp,
} from '../../fixtures/second-factor.js';

const STEP_S = 30;
const WRONG = '000000';

describe('second factors', () => {
  const clock = new TestClock();
  let receiver: MailReceiver;
  let subjects: string[];
  let service: TestService;
  let org: number;
  before(async () => {
    receiver = await startMailReceiver((mail) => {
      subjects.push(headerOf(mail, 'Subject'));
    });
    service = await TestService.open(
      { SMTP_URL: receiver.url, MAIL_FROM: 'fleet@example.test', PUBLIC_URL: 'https://fleet.example.test' },
      clock,
    );
    org = (await makeOrganisation(service.deps))._id;
  });
  beforeEach(async () => {
    await service.deps.mongo.models.mails.deleteMany({});
    subjects = [];
    clock.advance(10 * STEP_S);
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  const call = (method: string, path: string, Cookie: string, body?: object): Promise<Reply> =>
    service.api.call(method, path, {
      headers: { ...ownOriginJson(service.api), Cookie },
      ...(body ? { body } : {}),
    });
  const enter = (email: string): Promise<Reply> => enterPassword(service.api, email, PASSWORD);
  const prove = (first: Reply, proof: object, Cookie = cookiesOf(first)): Promise<Reply> =>
    call('POST', '/v1/session/second_factor', Cookie, { challenge: challengeOf(first), ...proof });
  const isSignedIn = async (Cookie: string): Promise<boolean> =>
    (await call('GET', '/v1/me', Cookie)).status === 200;
  const audited = async (subject: string): Promise<string[]> => {
    const entries = await service.deps.mongo.models.auditEntries.find({ subject }).lean();
    return entries.map(({ action }) => action);
  };
  async function signIn(email: string): Promise<string> {
    const reply = await enter(email);
    expect(reply.status, reply.text).to.equal(201);
    return cookiesOf(reply);
  }
  async function userWithApp(
    fields = {},
  ): Promise<{ email: string; id: number; app: TestApp; Cookie: string }> {
    const { user, app, Cookie } = await makeUserWithApp(service.api, org, fields, clock.now());
    clock.advance(STEP_S);
    return { email: user.email, id: user._id, app, Cookie };
  }

  // docs/http.md#second-factor-1
  // docs/console-api.md#show_me-3
  // docs/console-api.md#open_session-4
  // docs/console-api.md#complete_session-1
  it('are asked for after the password, and a code of the app opens the session', async () => {
    const { email, app } = await userWithApp();
    const first = await enter(email);
    expect(first.headers.getSetCookie().join()).not.to.contain('airfleet_session=');
    const signedIn = await prove(first, { code: app.codeAt(clock.now()) });
    expect(signedIn.status, signedIn.text).to.equal(201);
    expect(await isSignedIn(cookiesOf(signedIn))).to.equal(true);
    const me = await call('GET', '/v1/me', cookiesOf(signedIn));
    expect((me.body as { data: { me: object } }).data.me).to.deep.include({
      second_factor: { is_required: false, is_set_up: true },
    });
  });

  // docs/http.md#second-factor-2
  it('take each code once, also of two sign-ins at once', async () => {
    const { email, app } = await userWithApp();
    const code = app.codeAt(clock.now());
    const attempts = await Promise.all([enter(email), enter(email)]);
    const replies = await Promise.all(attempts.map((first) => prove(first, { code })));
    expect(replies.map(({ status }) => status)).to.have.members([201, 401]);
    expect((await prove(await enter(email), { code: app.codeAt(clock.now(), -1) })).status).to.equal(401);
    expect((await prove(await enter(email), { code: app.codeAt(clock.now(), 1) })).status).to.equal(201);
  });

  // docs/http.md#second-factor-3
  it('end a challenge after five minutes, five wrong codes, its use, and a new password', async () => {
    const { email, id, app } = await userWithApp();
    const late = await enter(email);
    clock.advance(301);
    expect((await prove(late, { code: app.codeAt(clock.now()) })).status, 'late').to.equal(401);

    const guessed = await enter(email);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await prove(guessed, { code: WRONG })).status).to.equal(401);
    expect((await prove(guessed, { code: app.codeAt(clock.now()) })).status, 'guessed').to.equal(401);
    expect(
      (await audited(`user:${id}`)).filter((action) => action === 'second_factor.failed'),
    ).to.have.length(5);

    const used = await enter(email);
    expect((await prove(used, { code: app.codeAt(clock.now()) })).status).to.equal(201);
    clock.advance(STEP_S);
    expect((await prove(used, { code: app.codeAt(clock.now()) })).status, 'used').to.equal(401);

    const revoked = await enter(email);
    await service.deps.stores.credentials.revokeAll(
      { userId: id, organisationId: org },
      { author: { actor: 'cli', requestId: null }, at: clock.now() },
    );
    expect((await prove(revoked, { code: app.codeAt(clock.now()) })).status, 'revoked').to.equal(401);
  });

  // docs/http.md#second-factor-3
  it('bind a challenge to the browser that entered the password', async () => {
    const { email, app } = await userWithApp();
    const [one, other] = [await enter(email), await enter(email)];
    const proof = { code: app.codeAt(clock.now()) };
    expect((await prove(one, proof, cookiesOf(other))).status).to.equal(401);
    expect((await prove(one, proof, '')).status).to.equal(401);
    expect((await prove(one, proof)).status).to.equal(201);
  });

  // docs/http.md#second-factor-3
  it('lock after ten wrong codes within an hour, however many challenges they had', async () => {
    const { email, app } = await userWithApp();
    for (let tries = 0; tries < 10; tries += 1)
      expect((await prove(await enter(email), { code: WRONG })).status).to.equal(401);
    const locked = await prove(await enter(email), { code: app.codeAt(clock.now()) });
    expect(refused(locked)).to.deep.equal([429, 1105]);
  });

  // docs/http.md#second-factor-4
  // docs/console-api.md#list_second_factors-1
  // docs/console-api.md#renew_recovery_codes-1
  it('have ten recovery codes, each of which signs in once, and tell the user', async () => {
    const { email, app } = await userWithApp();
    expect(app.recoveryCodes).to.have.length(10);
    const [code = ''] = app.recoveryCodes;
    const replies = [];
    for (const given of [code.toUpperCase().replaceAll('-', ' '), code])
      replies.push(await prove(await enter(email), { recovery_code: given }));
    expect(replies.map(({ status }) => status)).to.deep.equal([201, 401]);
    const Cookie = cookiesOf(replies[0] as Reply);
    expect((await call('GET', '/v1/me/second_factors', Cookie)).body).to.deep.nested.include({
      'data.recovery_codes_left': 9,
    });
    const renewed = await call('POST', '/v1/me/recovery_codes', Cookie);
    expect(renewed.status, renewed.text).to.equal(201);
    expect((await prove(await enter(email), { recovery_code: app.recoveryCodes[1] })).status).to.equal(401);
    await runLoop('mails', service.deps);
    expect(subjects).to.include.members([
      'A second factor was added to your airfleet account',
      'A recovery code of your airfleet account was used',
      'Your airfleet account has new recovery codes',
    ]);
  });

  // docs/http.md#second-factor-5
  // docs/interface.md#create_access_token-7
  it('keep a stolen password from making a token', async () => {
    const { email, app } = await userWithApp();
    const make = (proof: object): Promise<Reply> =>
      service.api.call('POST', '/v1/access_tokens', { body: { email, password: PASSWORD, ...proof } });
    expect(refused(await make({}))).to.deep.equal([401, 1131]);
    expect(refused(await make({ code: WRONG }))).to.deep.equal([401, 1101]);
    expect((await make({ code: app.codeAt(clock.now()) })).status).to.equal(201);
    expect((await make({ recovery_code: app.recoveryCodes[0] })).status).to.equal(201);
  });

  // docs/console-api.md#begin_second_factor-2
  it('are at most ten', async () => {
    const { Cookie } = await userWithApp();
    for (let count = 1; count < 10; count += 1) {
      await setUpApp(service.api, Cookie, clock.now(), `App ${count}`);
    }
    const more = await call('POST', '/v1/me/second_factors', Cookie, { kind: 'totp' });
    expect(refused(more)).to.deep.equal([409, 1111]);
  });

  // docs/console-api.md#confirm_second_factor-1
  // docs/http.md#second-factor-7
  it('end the other sessions when the first one is added, and are stored encrypted', async () => {
    const { user } = await makeUserWithPassword(service.api, org);
    const [here, elsewhere] = [await signIn(user.email), await signIn(user.email)];
    const app = await setUpApp(service.api, here, clock.now());
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).to.deep.equal([true, false]);
    const stored = JSON.stringify(await service.deps.mongo.models.users.findById(user._id).lean());
    expect(stored).not.to.contain(app.secret);
    for (const code of app.recoveryCodes) expect(stored).not.to.contain(code);
    const listed = await call('GET', '/v1/me/second_factors', here);
    expect(listed.text).not.to.contain(app.secret);
    clock.advance(STEP_S);
    const second = await setUpApp(service.api, here, clock.now(), 'Tablet');
    expect(second.recoveryCodes).to.deep.equal([]);
    clock.advance(STEP_S);
    expect((await prove(await enter(user.email), { code: second.codeAt(clock.now()) })).status).to.equal(201);
  });

  // docs/console-api.md#begin_second_factor-1
  // docs/console-api.md#confirm_second_factor-2
  // docs/console-api.md#remove_second_factor-1
  it('are changed only in a session that has just signed in, and never by a token', async () => {
    const { user, token } = await makeUserWithPassword(service.api, org);
    const Cookie = await signIn(user.email);
    const app = await setUpApp(service.api, Cookie, clock.now());
    const changes = [
      ['POST', '/v1/me/second_factors', { kind: 'totp' }],
      ['POST', `/v1/me/second_factors/${app.id}/confirm`, { code: WRONG }],
      ['DELETE', `/v1/me/second_factors/${app.id}`, {}],
      ['POST', '/v1/me/recovery_codes', {}],
    ] as const;
    clock.advance(601);
    for (const [method, path, body] of changes) {
      expect(refused(await call(method, path, Cookie, body)), path).to.deep.equal([401, 1133]);
      expect(refused(await service.api.call(method, path, { body, token })), path).to.deep.equal([401, 1133]);
    }
    const again = cookiesOf(await prove(await enter(user.email), { code: app.codeAt(clock.now()) }));
    const unknown = `/v1/me/second_factors/${'0'.repeat(24)}`;
    expect(refused(await call('DELETE', unknown, again))).to.deep.equal([404, 1104]);
    expect(refused(await call('POST', `${unknown}/confirm`, again, { code: WRONG }))).to.deep.equal([
      404, 1104,
    ]);
    const begun = await call('POST', '/v1/me/second_factors', again, { kind: 'totp' });
    const { id } = (begun.body as { data: { second_factor: { id: string } } }).data.second_factor;
    const confirm = `/v1/me/second_factors/${id}/confirm`;
    expect(refused(await call('POST', confirm, again, { code: WRONG }))).to.deep.equal([422, 1109]);
    clock.advance(599);
    expect((await call('DELETE', `/v1/me/second_factors/${app.id}`, again)).status).to.equal(204);
    expect((await enter(user.email)).status).to.equal(201);
    expect(refused(await call('POST', '/v1/me/recovery_codes', again))).to.deep.equal([409, 1111]);
  });

  // docs/administration.md#update_organisation-1
  // docs/http.md#second-factor-6
  it('are set up before anything else where the organisation requires them', async () => {
    const own = (await makeOrganisation(service.deps))._id;
    const admin = await makeUserWithPassword(service.api, own, { role: 'super_admin' });
    const member = await makeUserWithPassword(service.api, own, { role: 'operator' });
    const Cookie = await signIn(member.user.email);
    const change = (body: object, at: string): Promise<Reply> => call('PATCH', '/v1/organisation', at, body);
    const adminCookie = await signIn(admin.user.email);
    const early = await change({ require_second_factor: true }, adminCookie);
    expect(refused(early)).to.deep.equal([422, 1109]);
    await setUpApp(service.api, adminCookie, clock.now());
    expect((await change({ require_second_factor: true }, adminCookie)).status).to.equal(200);

    expect((await call('GET', '/v1/me', Cookie)).status).to.equal(200);
    for (const path of ['/v1/networks', '/v1/me/sessions', '/v1/access_tokens'])
      expect(refused(await call('GET', path, Cookie)), path).to.deep.equal([403, 1132]);
    expect(refused(await service.api.call('GET', '/v1/networks', { token: member.token }))).to.deep.equal([
      403, 1132,
    ]);
    const body = { email: member.user.email, password: PASSWORD };
    expect(refused(await service.api.call('POST', '/v1/access_tokens', { body }))).to.deep.equal([403, 1132]);
    await setUpApp(service.api, Cookie, clock.now());
    expect((await call('GET', '/v1/networks', Cookie)).status).to.equal(200);
    expect((await service.api.call('GET', '/v1/networks', { token: member.token })).status).to.equal(200);
    expect(refused(await change({ require_second_factor: false }, Cookie))).to.deep.equal([403, 1102]);
  });

  // docs/administration.md#reset_second_factors-1
  it('are reset by a super_admin for lower roles, and by the command line for everyone', async () => {
    const superAdmin = await makeUser(service.deps, org, { role: 'super_admin' });
    const reset = (id: number, token: string): Promise<Reply> =>
      service.api.call('DELETE', `/v1/users/${id}/second_factors`, { token });
    const member = await userWithApp({ role: 'admin' });
    const admin = await makeUser(service.deps, org, { role: 'admin' });
    expect(refused(await reset(member.id, admin.token))).to.deep.equal([403, 1102]);
    expect((await reset(member.id, superAdmin.token)).status).to.equal(200);
    expect(await isSignedIn(member.Cookie)).to.equal(false);
    expect((await enter(member.email)).status).to.equal(201);
    expect(refused(await reset(member.id, superAdmin.token))).to.deep.equal([409, 1111]);
    expect(await audited(`user:${member.id}`)).to.include('second_factors.reset');

    const peer = await userWithApp({ role: 'super_admin' });
    expect(refused(await reset(peer.id, superAdmin.token))).to.deep.equal([403, 1102]);
    const run = await runCli(service.api, ['user', 'second-factor-reset', '--email', peer.email]);
    expect([run.code, run.lines.join()]).to.deep.equal([0, `${peer.email} has no second factor any more`]);
    expect((await enter(peer.email)).status).to.equal(201);
    await runLoop('mails', service.deps);
    expect(subjects).to.include('The second factors of your airfleet account were removed');
  });

  // docs/http.md#second-factor-6
  it('are required of operators of the installation by REQUIRE_OPERATOR_SECOND_FACTOR', async () => {
    const { operator } = await makeOperator(
      service.deps,
      (await makeUserWithPassword(service.api, org)).user.passwordHash ?? '',
    );
    const Cookie = await signIn(operator.email);
    const app = await setUpApp(service.api, Cookie, clock.now());
    clock.advance(STEP_S);
    expect((await prove(await enter(operator.email), { code: app.codeAt(clock.now()) })).status).to.equal(
      201,
    );
    const strict = await TestService.open({ REQUIRE_OPERATOR_SECOND_FACTOR: 'true' }, clock);
    try {
      const made = await makeUserWithPassword(strict.api, (await makeOrganisation(strict.deps))._id);
      const other = (await makeOperator(strict.deps, made.user.passwordHash ?? '')).operator;
      const at = cookiesOf(await enterPassword(strict.api, other.email, PASSWORD));
      const headers = { ...ownOriginJson(strict.api), Cookie: at };
      const me = await strict.api.call('GET', '/v1/me', { headers });
      expect(me.body).to.deep.nested.include({
        'data.me.second_factor': { is_required: true, is_set_up: false },
      });
      const board = await strict.api.call('GET', '/admin/queues', {
        headers: { ...headers, Accept: 'text/html' },
      });
      expect(board.status).to.equal(403);
    } finally {
      await strict.close();
    }
  });

  // docs/http.md#second-factor-1
  it('have a second page at /sign_in, which works without a script', async () => {
    const { email, app } = await userWithApp();
    const first = await postForm(service.api, '/sign_in', { email, password: PASSWORD, next: '/docs' });
    expect([first.status, first.text.includes('Second factor')]).to.deep.equal([200, true]);
    const challenge = /name="challenge" value="([\w-]+)"/.exec(first.text)?.[1] ?? '';
    const submit = (code: string): Promise<Reply> =>
      postForm(
        service.api,
        '/sign_in/second_factor',
        { challenge, code, next: '/docs' },
        { Cookie: cookiesOf(first) },
      );
    const wrong = await submit(WRONG);
    expect([wrong.status, wrong.text.includes('The code is wrong')]).to.deep.equal([401, true]);
    const right = await submit(app.codeAt(clock.now()));
    expect([right.status, right.headers.get('Location')]).to.deep.equal([303, '/docs']);
    expect(await isSignedIn(cookiesOf(right))).to.equal(true);
  });
});
