import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { cookiesOf, PASSWORD, postForm } from '../../../browser/web-session.js';
import type { Reply } from '../../../fixtures/api.js';
import { refused } from '../../../fixtures/records/rollout-fixture.js';
import { FactorService, STEP_S, WRONG } from '../../factor-service.js';

describe('signing in with a second factor', () => {
  let at: FactorService;
  before(async () => {
    at = await FactorService.open();
  });
  after(() => at.close());

  // docs/http.md#second-factor-1
  // docs/console-api.md#show_me-3
  // docs/console-api.md#open_session-4
  // docs/console-api.md#complete_session-1
  it('are asked for after the password, and a code of the app opens the session', async () => {
    const { email, app } = await at.userWithApp();
    const first = await at.enter(email);
    expect(first.headers.getSetCookie().join()).not.to.contain('airfleet_session=');
    const signedIn = await at.prove(first, { code: app.codeAt(at.clock.now()) });
    expect(signedIn.status, signedIn.text).to.equal(201);
    expect(await at.isSignedIn(cookiesOf(signedIn))).to.equal(true);
    const me = await at.call('GET', '/v1/me', cookiesOf(signedIn));
    expect((me.body as { data: { me: object } }).data.me).to.deep.include({
      second_factor: { is_required: false, is_set_up: true },
    });
  });

  // docs/http.md#second-factor-2
  it('take each code once, also of two sign-ins at once', async () => {
    const { email, app } = await at.userWithApp();
    const code = app.codeAt(at.clock.now());
    const attempts = await Promise.all([at.enter(email), at.enter(email)]);
    const replies = await Promise.all(attempts.map((first) => at.prove(first, { code })));
    expect(replies.map(({ status }) => status)).to.have.members([201, 401]);
    expect((await at.prove(await at.enter(email), { code: app.codeAt(at.clock.now(), -1) })).status).to.equal(
      401,
    );
    expect((await at.prove(await at.enter(email), { code: app.codeAt(at.clock.now(), 1) })).status).to.equal(
      201,
    );
  });

  // docs/http.md#second-factor-3
  it('end a challenge after five minutes, five wrong codes, its use, and a new password', async () => {
    const { email, id, app } = await at.userWithApp();
    const late = await at.enter(email);
    at.clock.advance(301);
    expect((await at.prove(late, { code: app.codeAt(at.clock.now()) })).status, 'late').to.equal(401);

    const guessed = await at.enter(email);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await at.prove(guessed, { code: WRONG })).status).to.equal(401);
    expect((await at.prove(guessed, { code: app.codeAt(at.clock.now()) })).status, 'guessed').to.equal(401);
    expect(
      (await at.audited(`user:${id}`)).filter((action) => action === 'second_factor.failed'),
    ).to.have.length(5);

    const used = await at.enter(email);
    expect((await at.prove(used, { code: app.codeAt(at.clock.now()) })).status).to.equal(201);
    at.clock.advance(STEP_S);
    expect((await at.prove(used, { code: app.codeAt(at.clock.now()) })).status, 'used').to.equal(401);

    const revoked = await at.enter(email);
    await at.service.deps.stores.credentials.revokeAll(
      { userId: id, organisationId: at.org },
      { author: { actor: 'cli', requestId: null }, at: at.clock.now() },
    );
    expect((await at.prove(revoked, { code: app.codeAt(at.clock.now()) })).status, 'revoked').to.equal(401);
  });

  // docs/http.md#second-factor-3
  it('bind a challenge to the browser that entered the password', async () => {
    const { email, app } = await at.userWithApp();
    const [one, other] = [await at.enter(email), await at.enter(email)];
    const proof = { code: app.codeAt(at.clock.now()) };
    expect((await at.prove(one, proof, cookiesOf(other))).status).to.equal(401);
    expect((await at.prove(one, proof, '')).status).to.equal(401);
    expect((await at.prove(one, proof)).status).to.equal(201);
  });

  // docs/http.md#second-factor-3
  it('lock after ten wrong codes within an hour, however many challenges they had', async () => {
    // Other databases have users of the same ids and emails, whose wrong codes are counted in the same Redis.
    const { email, app } = await at.userWithApp({ email: `${randomUUID()}@example.test` });
    for (let tries = 0; tries < 10; tries += 1)
      expect((await at.prove(await at.enter(email), { code: WRONG })).status).to.equal(401);
    const locked = await at.prove(await at.enter(email), { code: app.codeAt(at.clock.now()) });
    expect(refused(locked)).to.deep.equal([429, 1105]);
  });

  // docs/http.md#second-factor-4
  // docs/console-api.md#list_second_factors-1
  // docs/console-api.md#renew_recovery_codes-1
  it('have ten recovery codes, each of which signs in once, and tell the user', async () => {
    const { email, app } = await at.userWithApp();
    expect(app.recoveryCodes).to.have.length(10);
    const [code = ''] = app.recoveryCodes;
    const replies = [];
    for (const given of [code.toUpperCase().replaceAll('-', ' '), code])
      replies.push(await at.prove(await at.enter(email), { recovery_code: given }));
    expect(replies.map(({ status }) => status)).to.deep.equal([201, 401]);
    const Cookie = cookiesOf(replies[0] as Reply);
    expect((await at.call('GET', '/v1/me/second_factors', Cookie)).body).to.deep.nested.include({
      'data.recovery_codes_left': 9,
    });
    const renewed = await at.call('POST', '/v1/me/recovery_codes', Cookie);
    expect(renewed.status, renewed.text).to.equal(201);
    expect((await at.prove(await at.enter(email), { recovery_code: app.recoveryCodes[1] })).status).to.equal(
      401,
    );
    await at.sendMails();
    expect(at.subjects).to.include.members([
      'A second factor was added to your airfleet account',
      'A recovery code of your airfleet account was used',
      'Your airfleet account has new recovery codes',
    ]);
  });

  // docs/http.md#second-factor-5
  // docs/interface.md#create_access_token-7
  it('keep a stolen password from making a token', async () => {
    const { email, app } = await at.userWithApp();
    const make = (proof: object): Promise<Reply> =>
      at.service.api.call('POST', '/v1/access_tokens', { body: { email, password: PASSWORD, ...proof } });
    expect(refused(await make({}))).to.deep.equal([401, 1131]);
    expect(refused(await make({ code: WRONG }))).to.deep.equal([401, 1101]);
    expect((await make({ code: app.codeAt(at.clock.now()) })).status).to.equal(201);
    expect((await make({ recovery_code: app.recoveryCodes[0] })).status).to.equal(201);
  });

  // docs/http.md#second-factor-1
  it('have a second page at /sign_in, which works without a script', async () => {
    const { email, app } = await at.userWithApp();
    const first = await postForm(at.service.api, '/sign_in', { email, password: PASSWORD, next: '/docs' });
    expect([first.status, first.text.includes('Second factor')]).to.deep.equal([200, true]);
    const challenge = /name="challenge" value="([\w-]+)"/.exec(first.text)?.[1] ?? '';
    const submit = (code: string): Promise<Reply> =>
      postForm(
        at.service.api,
        '/sign_in/second_factor',
        { challenge, code, next: '/docs' },
        { Cookie: cookiesOf(first) },
      );
    const wrong = await submit(WRONG);
    expect([wrong.status, wrong.text.includes('The code is wrong')]).to.deep.equal([401, true]);
    const right = await submit(app.codeAt(at.clock.now()));
    expect([right.status, right.headers.get('Location')]).to.deep.equal([303, '/docs']);
    expect(await at.isSignedIn(cookiesOf(right))).to.equal(true);
  });
});
