import { expect } from 'chai';
import { UsageError } from '../../../api/cli/command.js';
import { runLoop } from '../../../dev/run-loop.js';
import { startMailReceiver, headerOf } from '../../../dev/mail-receiver.js';
import { cookiesOf, ownOriginJson, PASSWORD, PASSWORD_HASH } from '../../browser/web-session.js';
import type { Reply } from '../../fixtures/api.js';
import { runCli } from '../../fixtures/cli.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { challengeOf, enterPassword, makeUserWithApp } from '../../fixtures/second-factor.js';
import { openSsoService, SignOn, SSO_PATH } from '../sso-service.js';

describe('single sign-on that is required', () => {
  let service: TestService;
  let at: SignOn;
  /** The session of the super admin, by single sign-on. */
  let session: string;
  let app: Awaited<ReturnType<typeof makeUserWithApp>>;
  const mailed: string[] = [];
  let closeMails: () => Promise<void>;
  before(async () => {
    const receiver = await startMailReceiver((mail) => {
      mailed.push(`${mail.to.join()}: ${headerOf(mail, 'Subject')}`);
    });
    closeMails = () => receiver.close();
    service = await openSsoService({ SMTP_URL: receiver.url, MAIL_FROM: 'fleet@example.test' });
  });
  beforeEach(async () => {
    service.clock.set(new Date());
    at = await SignOn.open(service);
    session = await at.enter(at.person('admin'));
    app = await makeUserWithApp(service.api, at.id, { role: 'super_admin' });
  });
  afterEach(() => at.provider.close());
  after(async () => {
    await service.close();
    await closeMails();
  });

  const put = (fields: object, Cookie = session): Promise<Reply> => {
    const body = at.input({ client_secret: '***', ...fields });
    return service.api.call('PUT', SSO_PATH, { body, headers: { ...ownOriginJson(service.api), Cookie } });
  };
  const pathsIn = ({ body }: Reply): string[] =>
    (body as { errors: { path: string }[] }).errors.map(({ path }) => path);
  const demand = async (): Promise<void> => {
    const reply = await put({ required: true, break_glass: app.user._id });
    expect(reply.status, reply.text).to.equal(200);
  };
  const canRequire = async (Cookie: string): Promise<boolean> => {
    const { body } = await service.api.call('GET', SSO_PATH, { headers: { Cookie } });
    return (body as { data: { sso: { can_require: boolean } } }).data.sso.can_require;
  };
  const isAlive = async (token: string): Promise<boolean> =>
    (await service.api.call('GET', '/v1/me', { token })).status === 200;

  // docs/sso.md#required-2
  // docs/sso.md#show_sso-2
  it('is set only in a session that this very configuration has signed in', async () => {
    const required = { required: true, break_glass: app.user._id };
    const byPassword = await at.call('PUT', at.input(required));
    expect(await canRequire(app.Cookie)).to.equal(false);
    expect(await canRequire(session)).to.equal(true);
    expect([refused(byPassword), pathsIn(byPassword)]).to.deep.equal([[422, 1109], ['required']]);
    const other = await put({ ...required, client_id: 'another', client_secret: 'another secret' });
    expect(pathsIn(other)).to.deep.equal(['required']);
    await demand();
    const moved = await put({ ...required, client_id: 'another', client_secret: 'another secret' });
    expect(pathsIn(moved)).to.deep.equal(['required']);
    expect((await put({ ...required, claim: null })).status).to.equal(200);
  });

  // docs/sso.md#required-3
  it('needs one super admin with a password and a second factor', async () => {
    const { user: admin } = await makeUserWithApp(service.api, at.id, { role: 'admin' });
    const { user: bare } = await makeUser(service.deps, at.id, {
      role: 'super_admin',
      passwordHash: PASSWORD_HASH,
    });
    const { user: linked } = await makeUserWithApp(service.api, at.id, { role: 'super_admin' });
    const { user: disabled } = await makeUserWithApp(service.api, at.id, { role: 'super_admin' });
    const { users } = service.deps.mongo.models;
    await users.updateOne({ _id: linked._id }, { $set: { passwordHash: null } });
    await users.updateOne({ _id: disabled._id }, { $set: { disabledAt: new Date() } });
    for (const break_glass of [null, admin._id, bare._id, linked._id, disabled._id, 999_999_999])
      expect(pathsIn(await put({ required: true, break_glass }))).to.deep.equal(['break_glass']);
  });

  const emergency = () => `/v1/users/${app.user._id}`;
  const headers = () => ({ ...ownOriginJson(service.api), Cookie: session });
  const WAYS: readonly [string, () => Promise<Reply>][] = [
    [
      'disabled',
      () => service.api.call('PATCH', emergency(), { body: { is_disabled: true }, headers: headers() }),
    ],
    [
      'demoted',
      () => service.api.call('PATCH', emergency(), { body: { role: 'admin' }, headers: headers() }),
    ],
    ['deleted', () => service.api.call('DELETE', emergency(), { headers: headers() })],
  ];
  for (const [what, take] of WAYS) {
    // docs/sso.md#required-4
    it(`keeps that super admin from being ${what}`, async () => {
      await demand();
      expect(refused(await take())).to.deep.equal([409, 1111]);
      expect((await put({ required: false })).status).to.equal(200);
      const { status, text } = await take();
      expect(status, text).to.equal(200);
    });

    // docs/sso.md#required-4
    it(`is not set together with a super admin that is ${what} at the same time`, async () => {
      const demanded = put({ required: true, break_glass: app.user._id });
      const replies = await Promise.all([demanded, take()]);
      const [isDemanded, isTaken] = replies.map(({ status }) => status === 200);
      expect(isDemanded && isTaken, replies.map(({ text }) => text).join()).to.equal(false);
    });
  }

  // docs/sso.md#required-4
  it('keeps that super admin from being disabled by the command line', async () => {
    await demand();
    const disable = () => runCli(service.api, ['user', 'disable', '--email', app.user.email]);
    const refusal = await disable().catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(UsageError);
    expect((await put({ required: false })).status).to.equal(200);
    expect((await disable()).code).to.equal(0);
  });

  // docs/sso.md#required-1
  it('ends passwords, and what they have made, but for that super admin', async () => {
    const { api } = service;
    const { user, token } = await makeUser(service.deps, at.id, { passwordHash: PASSWORD_HASH });
    const before = cookiesOf(await enterPassword(api, user.email, PASSWORD));
    await demand();
    expect(await isAlive(token)).to.equal(false);
    expect(await at.whose(before)).to.equal(null);
    const wrong = await enterPassword(api, user.email, 'not the password');
    const right = await enterPassword(api, user.email, PASSWORD);
    expect([right.status, right.body]).to.deep.equal([401, wrong.body]);
    const credentials = { email: user.email, password: PASSWORD };
    expect(refused(await api.call('POST', '/v1/access_tokens', { body: credentials }))).to.deep.equal([
      401, 1101,
    ]);
    expect(await at.whose(session)).not.to.equal(null);
    expect(await at.whose(app.Cookie)).not.to.equal(null);
    const challenge = await enterPassword(api, app.user.email, PASSWORD);
    expect(challengeOf(challenge)).not.to.equal('');

    expect((await put({ required: false })).status).to.equal(200);
    expect(await isAlive(token)).to.equal(true);
    expect((await enterPassword(api, user.email, PASSWORD)).status).to.equal(201);
  });

  // docs/sso.md#required-3
  it('lets that super admin do nothing but set up a factor without one', async () => {
    await demand();
    const { users } = service.deps.mongo.models;
    await users.updateOne({ _id: app.user._id }, { $unset: { secondFactors: 1, recoveryCodes: 1 } });
    await service.deps.accessEpoch.change();
    const headers = { ...ownOriginJson(service.api), Cookie: app.Cookie };
    expect(refused(await service.api.call('GET', '/v1/networks', { headers }))).to.deep.equal([403, 1132]);
  });

  // docs/sso.md#remove_sso-2
  it('is removed, and users without a password are mailed a link to one', async () => {
    await demand();
    await at.enter(at.person('ann'));
    await at.enter(at.person('bob'));
    mailed.length = 0;
    const headers = { ...ownOriginJson(service.api), Cookie: session };
    const removed = await service.api.call('DELETE', SSO_PATH, { headers });
    expect(removed.status, removed.text).to.equal(200);
    for (let pass = 0; pass < 2; pass += 1) await runLoop('ssoInvitations', service.deps);
    while ((await runLoop('mails', service.deps)).isMore);
    const invited = mailed.filter((line) => line.endsWith('Your airfleet account')).sort();
    expect(invited).to.deep.equal(
      ['ann', 'bob'].map((name) => `${name}@${at.domain}: Your airfleet account`),
    );
    expect((await enterPassword(service.api, at.superAdmin.user.email, PASSWORD)).status).to.equal(201);
  });
});
