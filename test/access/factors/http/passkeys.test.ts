import { expect } from 'chai';
import {
  cookiesOf,
  makeUserWithPassword,
  ownOriginJson,
  PASSWORD,
  postForm,
} from '../../../browser/web-session.js';
import { makeOrganisation } from '../../../fixtures/records/organisation.js';
import { TestService } from '../../../fixtures/records/test-service.js';
import { refused } from '../../../fixtures/records/rollout-fixture.js';
import {
  beginPasskey,
  beginPasskeySession,
  passkeyOptionsOf,
  setUpPasskey,
} from '../../../fixtures/passkeys/set-up-passkey.js';
import { PASSKEY_ORIGIN } from '../../../fixtures/passkeys/software-authenticator.js';
import { enterPassword, setUpApp } from '../../../fixtures/second-factor.js';
import { FactorService } from '../../factor-service.js';
import {
  enterByPasskey,
  listedFactors,
  newAuthenticator,
  proveByPasskey,
  signedInBy,
  userWithPasskey,
} from '../../passkey-service.js';

describe('signing in with passkeys', () => {
  let at: FactorService;
  before(async () => {
    at = await FactorService.open();
  });
  after(() => at.close());

  // docs/http.md#passkeys-1
  // docs/console-api.md#begin_second_factor-3
  it('are asked to verify their user, and belong to the host of PUBLIC_URL', async () => {
    const { user } = await makeUserWithPassword(at.service.api, at.org);
    const Cookie = await at.signIn(user.email);
    const { options } = await beginPasskey(at.service.api, Cookie);
    expect(options).to.deep.include({
      rp: { id: new URL(PASSKEY_ORIGIN).hostname, name: 'airfleet' },
      attestation: 'none',
      excludeCredentials: [],
    });
    expect(options.authenticatorSelection).to.deep.include({
      residentKey: 'preferred',
      userVerification: 'required',
    });
    const authenticator = newAuthenticator();
    const { recoveryCodes } = await setUpPasskey(at.service.api, Cookie, authenticator, 'Key ring');
    expect(recoveryCodes).to.have.length(10);
    const [passkey] = await listedFactors(at, Cookie);
    expect(passkey).to.deep.include({ kind: 'passkey', name: 'Key ring', last_used_at: null });
    expect(await at.addressesOf(`user:${user._id}`, 'second_factor.added')).to.deep.equal(['127.0.0.1']);
    const more = await beginPasskey(at.service.api, Cookie);
    expect(more.options.excludeCredentials?.map(({ id }) => id)).to.deep.equal([authenticator.last.id]);
    await at.sendMails();
    expect(at.subjects).to.include('A passkey was added to your airfleet account');
  });

  // docs/http.md#passkeys-2
  // docs/console-api.md#open_session-4
  // docs/console-api.md#complete_session-1
  it('follow the password, like other second factors', async () => {
    const { email, id, authenticator } = await userWithPasskey(at);
    const first = await at.enter(email);
    expect((first.body as { data: { challenge: object } }).data.challenge).to.deep.include({
      methods: ['passkey', 'recovery_code'],
    });
    const options = passkeyOptionsOf(first);
    expect([options.rpId, options.userVerification]).to.deep.equal(['fleet.example.test', 'required']);
    expect(options.allowCredentials?.map((allowed) => allowed.id)).to.deep.equal([authenticator.last.id]);
    const Cookie = signedInBy(await proveByPasskey(at, first, authenticator));
    const [passkey] = await listedFactors(at, Cookie);
    expect(passkey?.['last_used_at']).to.equal(at.clock.now().toISOString());
    const entries = await at.service.deps.mongo.models.auditEntries
      .find({ subject: `user:${id}`, action: 'session.created' })
      .lean();
    expect(entries.map(({ after }) => after?.['second_factor'])).to.have.members([undefined, 'passkey']);
  });

  // docs/http.md#passkeys-2
  it('work beside apps and recovery codes', async () => {
    const { email, authenticator, Cookie, recoveryCodes } = await userWithPasskey(at);
    const app = await setUpApp(at.service.api, Cookie, at.clock.now());
    expect(app.recoveryCodes).to.deep.equal([]);
    const first = await at.enter(email);
    expect((first.body as { data: { challenge: object } }).data.challenge).to.deep.include({
      methods: ['totp', 'passkey', 'recovery_code'],
    });
    signedInBy(await at.prove(first, { code: app.codeAt(at.clock.now(), 1) }));
    signedInBy(await at.prove(await at.enter(email), { recovery_code: recoveryCodes[0] }));
    signedInBy(await proveByPasskey(at, await at.enter(email), authenticator));
  });

  // docs/http.md#passkeys-3
  // docs/console-api.md#begin_passkey_session-1
  it('sign in alone, as both factors', async () => {
    const { email, authenticator } = await userWithPasskey(at);
    const begun = await beginPasskeySession(at.service.api);
    const options = passkeyOptionsOf(begun);
    expect([options.rpId, options.userVerification, options.allowCredentials]).to.deep.equal([
      'fleet.example.test',
      'required',
      [],
    ]);
    const Cookie = signedInBy(await proveByPasskey(at, begun, authenticator));
    expect((await at.call('GET', '/v1/me', Cookie)).body).to.have.nested.property(
      'data.me.user.email',
      email,
    );
    // It is a recent sign-in.
    await beginPasskey(at.service.api, Cookie);
  });

  // docs/console-api.md#begin_passkey_session-2
  it('begin on pages of the service alone', async () => {
    const headers = { Origin: 'https://attacker.example', 'Sec-Fetch-Site': 'cross-site' };
    const begun = await at.service.api.call('POST', '/v1/session/passkey', { body: {}, headers });
    expect(refused(begun)).to.deep.equal([403, 1102]);
  });

  // docs/http.md#passkeys-3
  it('are the second factor that an organisation requires', async () => {
    const strict = await makeOrganisation(at.service.deps, { signIn: { requiresSecondFactor: true } });
    const { user } = await makeUserWithPassword(at.service.api, strict._id);
    const Cookie = await at.signIn(user.email);
    expect(refused(await at.call('GET', '/v1/networks', Cookie))).to.deep.equal([403, 1132]);
    const authenticator = newAuthenticator();
    await setUpPasskey(at.service.api, Cookie, authenticator);
    const alone = signedInBy(await enterByPasskey(at, authenticator));
    expect((await at.call('GET', '/v1/networks', alone)).status).to.equal(200);
  });

  // docs/http.md#passkeys-4
  it('work again and again, also those that count nothing', async () => {
    const { email, authenticator } = await userWithPasskey(at, {}, newAuthenticator(false));
    signedInBy(await proveByPasskey(at, await at.enter(email), authenticator));
    signedInBy(await enterByPasskey(at, authenticator));
    signedInBy(await enterByPasskey(at, authenticator));
    expect(authenticator.counter).to.equal(0);
  });

  // docs/http.md#passkeys-1
  it('are at most ten of a user, apps not counted', async () => {
    const { Cookie } = await userWithPasskey(at);
    await setUpApp(at.service.api, Cookie, at.clock.now());
    for (let more = 0; more < 9; more += 1) await setUpPasskey(at.service.api, Cookie, newAuthenticator());
    expect(await listedFactors(at, Cookie)).to.have.length(11);
    const eleventh = await at.call('POST', '/v1/me/second_factors', Cookie, { kind: 'passkey' });
    expect(refused(eleventh)).to.deep.equal([409, 1111]);
    expect((await at.call('POST', '/v1/me/second_factors', Cookie, { kind: 'totp' })).status).to.equal(201);
  });

  // docs/http.md#passkeys-5
  it('sign in no more once they are removed', async () => {
    const { email, id, Cookie, authenticator, factorId } = await userWithPasskey(at);
    const begun = await at.enter(email);
    expect((await at.call('DELETE', `/v1/me/second_factors/${factorId}`, Cookie)).status).to.equal(204);
    expect(refused(await proveByPasskey(at, begun, authenticator))).to.deep.equal([401, 1101]);
    expect(refused(await enterByPasskey(at, authenticator))).to.deep.equal([401, 1101]);
    expect(await at.addressesOf(`user:${id}`, 'second_factor.removed')).to.deep.equal(['127.0.0.1']);
    expect((await at.enter(email)).status).to.equal(201);
    await at.sendMails();
    expect(at.subjects).to.include('A second factor was removed from your airfleet account');
  });

  // docs/http.md#passkeys-6
  it('are refused without PUBLIC_URL, and where it names an address', async () => {
    for (const publicUrl of ['', 'http://127.0.0.1:8080']) {
      const service = await TestService.open(publicUrl === '' ? {} : { PUBLIC_URL: publicUrl });
      const { _id } = await makeOrganisation(service.deps);
      const { user } = await makeUserWithPassword(service.api, _id);
      expect(refused(await beginPasskeySession(service.api))).to.deep.equal([409, 1111]);
      const Cookie = cookiesOf(await enterPassword(service.api, user.email, PASSWORD));
      const begun = await service.api.call('POST', '/v1/me/second_factors', {
        body: { kind: 'passkey' },
        headers: { ...ownOriginJson(service.api), Cookie },
      });
      expect(refused(begun)).to.deep.equal([409, 1111]);
      expect((await service.api.call('GET', '/sign_in')).text).not.to.contain('passkey');
      await service.close();
    }
  });

  // docs/http.md#passkeys-3
  it('have buttons on the pages at /sign_in', async () => {
    const { email, authenticator } = await userWithPasskey(at);
    const page = await at.service.api.call('GET', '/sign_in');
    expect(page.text).to.contain('Sign in with a passkey');
    const first = await postForm(at.service.api, '/sign_in', { email, password: PASSWORD, next: '/docs' });
    const [, challenge = ''] = /name="challenge" value="([\w-]+)"/.exec(first.text) ?? [];
    const [, passkeys = ''] = /name="passkeys" value="([^"]*)"/.exec(first.text) ?? [];
    expect(passkeys).to.contain(authenticator.last.id);
    const wrong = await postForm(
      at.service.api,
      '/sign_in/second_factor',
      { challenge, code: '000000', next: '/docs', passkeys: passkeys.replaceAll('&quot;', '"') },
      { Cookie: cookiesOf(first) },
    );
    expect([wrong.status, wrong.text.includes(authenticator.last.id)]).to.deep.equal([401, true]);
  });
});
