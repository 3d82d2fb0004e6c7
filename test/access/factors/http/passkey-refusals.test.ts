import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { cookiesOf } from '../../../browser/web-session.js';
import type { Reply } from '../../../fixtures/api.js';
import { refused } from '../../../fixtures/records/rollout-fixture.js';
import {
  beginPasskey,
  beginPasskeySession,
  passkeyOptionsOf,
  setUpPasskey,
} from '../../../fixtures/passkeys/set-up-passkey.js';
import { newAttestation } from '../../../fixtures/passkeys/attestation.js';
import type { Answering } from '../../../fixtures/passkeys/software-authenticator.js';
import { FactorService } from '../../factor-service.js';
import {
  enterByPasskey,
  listedFactors,
  newAuthenticator,
  proveByPasskey,
  signedInBy,
  userWithPasskey,
} from '../../passkey-service.js';
import { workOf } from '../../work.js';

const ELSEWHERE = 'https://fleet.example.test.attacker.example';

describe('passkeys that are refused', () => {
  let at: FactorService;
  before(async () => {
    at = await FactorService.open();
  });
  after(() => at.close());

  const FORGED: readonly (readonly [what: string, answering: Answering])[] = [
    ['that were used on a page of another origin', { origin: ELSEWHERE }],
    ['that signed another challenge', { challenge: 'b3RoZXI' }],
    ['that did not verify their user', { isVerified: false }],
    ['whose counter has not grown, as that of a copy', { counter: 1 }],
  ];
  for (const [what, answering] of FORGED) {
    // docs/http.md#passkeys-4
    it(`are those ${what}, after a password and alone`, async () => {
      const { email, id, authenticator } = await userWithPasskey(at);
      signedInBy(await enterByPasskey(at, authenticator));
      const second = await proveByPasskey(at, await at.enter(email), authenticator, answering);
      const alone = await enterByPasskey(at, authenticator, answering);
      for (const reply of [second, alone]) {
        expect(refused(reply), reply.text).to.deep.equal([401, 1101]);
        expect(await at.isSignedIn(cookiesOf(reply))).to.equal(false);
      }
      const failures = (await at.audited(`user:${id}`)).filter((action) => action === 'second_factor.failed');
      expect(failures).to.have.length(2);
      signedInBy(await enterByPasskey(at, authenticator));
    });
  }

  // docs/http.md#passkeys-4
  it('are those whose challenge was answered before, also of two answers at once', async () => {
    const { authenticator } = await userWithPasskey(at, {}, newAuthenticator(false));
    const begun = await beginPasskeySession(at.service.api);
    const proof = { assertion: authenticator.get(passkeyOptionsOf(begun)) };
    const replies = await Promise.all([at.prove(begun, proof), at.prove(begun, proof)]);
    expect(replies.map(({ status }) => status)).to.have.members([201, 401]);
    expect(refused(await at.prove(begun, proof))).to.deep.equal([401, 1101]);
    const next = await beginPasskeySession(at.service.api);
    expect(refused(await at.prove(next, proof))).to.deep.equal([401, 1101]);
  });

  // docs/http.md#passkeys-4
  it('are those of another browser, and of a sign-in of more than five minutes', async () => {
    const { authenticator } = await userWithPasskey(at);
    const [one, other] = [
      await beginPasskeySession(at.service.api),
      await beginPasskeySession(at.service.api),
    ];
    const proof = { assertion: authenticator.get(passkeyOptionsOf(one)) };
    for (const Cookie of [cookiesOf(other), ''])
      expect(refused(await at.prove(one, proof, Cookie))).to.deep.equal([401, 1101]);
    at.clock.advance(301);
    expect(refused(await at.prove(one, proof))).to.deep.equal([401, 1101]);
  });

  // docs/http.md#passkeys-4
  it('are those of another user, whichever account they name', async () => {
    const [own, other] = [await userWithPasskey(at), await userWithPasskey(at)];
    const { userHandle } = own.authenticator.last;
    const second = await proveByPasskey(at, await at.enter(own.email), other.authenticator);
    expect(refused(second)).to.deep.equal([401, 1101]);
    for (const named of [userHandle, undefined])
      expect(
        refused(
          await proveByPasskey(at, await at.enter(own.email), other.authenticator, { userHandle: named }),
        ),
      ).to.deep.equal([401, 1101]);
    expect(refused(await enterByPasskey(at, other.authenticator, { userHandle }))).to.deep.equal([401, 1101]);
  });

  // docs/http.md#passkeys-4
  it('get the same answer and cost the same work whether there is an account, it is disabled, or it has other passkeys', async () => {
    const [here, disabled] = [await userWithPasskey(at), await userWithPasskey(at)];
    await at.service.deps.mongo.models.users.updateOne(
      { _id: disabled.id, organisationId: at.org },
      { disabledAt: at.clock.now() },
    );
    const unknown = Buffer.from(`${at.org}:999999999`).toString('base64url');
    const stranger = newAuthenticator();
    await setUpPasskey(at.service.api, (await userWithPasskey(at)).Cookie, stranger);
    const attempts: readonly (() => Promise<Reply>)[] = [
      () => enterByPasskey(at, stranger, { userHandle: unknown }),
      () => enterByPasskey(at, stranger, { userHandle: here.authenticator.last.userHandle }),
      () => enterByPasskey(at, disabled.authenticator),
    ];
    const works = [];
    for (const attempt of attempts) works.push(await workOf(at.service.deps, attempt));
    const [first] = works;
    expect(first?.status).to.equal(401);
    for (const work of works) expect(work).to.deep.equal(first);
    const nameless = await enterByPasskey(at, stranger, { userHandle: 'bm9uZQ' });
    expect([nameless.status, nameless.text]).to.deep.equal([401, first?.text]);
    expect(await at.audited(`user:${here.id}`)).not.to.include('second_factor.failed');
  });

  // docs/http.md#passkeys-4
  it('lock the sign-in by passkey after ten failures, and leave that by password open', async () => {
    const { email, authenticator } = await userWithPasskey(at, { email: `${randomUUID()}@example.test` });
    const fail = () => enterByPasskey(at, authenticator, { isVerified: false });
    for (let tries = 0; tries < 10; tries += 1) expect((await fail()).status).to.equal(401);
    expect(refused(await enterByPasskey(at, authenticator))).to.deep.equal([429, 1105]);
    signedInBy(await proveByPasskey(at, await at.enter(email), authenticator));
  });

  const NOT_MADE_HERE: readonly (readonly [what: string, answering: Answering])[] = [
    ['on a page of another origin', { origin: ELSEWHERE }],
    ['for another challenge', { challenge: 'b3RoZXI' }],
    ['without verifying its user', { isVerified: false }],
  ];
  for (const [how, answering] of NOT_MADE_HERE) {
    // docs/console-api.md#confirm_second_factor-2
    it(`are no factors when made ${how}`, async () => {
      const { Cookie } = await userWithPasskey(at);
      const { id, options } = await beginPasskey(at.service.api, Cookie);
      const credential = newAuthenticator().create(options, answering);
      const confirm = `/v1/me/second_factors/${id}/confirm`;
      expect(refused(await at.call('POST', confirm, Cookie, { credential }))).to.deep.equal([422, 1109]);
    });
  }

  // docs/console-api.md#confirm_second_factor-3
  it('are no factors when they attest their authenticator, which no one asked for', async () => {
    const { Cookie } = await userWithPasskey(at);
    const { id, options } = await beginPasskey(at.service.api, Cookie);
    const credential = newAuthenticator().create(options, { attestedBy: await newAttestation() });
    const confirm = `/v1/me/second_factors/${id}/confirm`;
    expect(refused(await at.call('POST', confirm, Cookie, { credential }))).to.deep.equal([422, 1109]);
  });

  // docs/console-api.md#confirm_second_factor-2
  it('are added once, in the session that asked for them', async () => {
    const { email, Cookie, authenticator } = await userWithPasskey(at);
    const elsewhere = signedInBy(await proveByPasskey(at, await at.enter(email), authenticator));
    const { id, options } = await beginPasskey(at.service.api, Cookie);
    const made = newAuthenticator();
    const confirm = (cookie: string, credential = made.create(options), of = id) =>
      at.call('POST', `/v1/me/second_factors/${of}/confirm`, cookie, { credential });
    expect(refused(await confirm(elsewhere))).to.deep.equal([404, 1104]);
    const credential = made.create(options);
    expect((await confirm(Cookie, credential)).status).to.equal(200);
    expect(refused(await confirm(Cookie, credential))).to.deep.equal([404, 1104]);

    const again = await beginPasskey(at.service.api, Cookie);
    const copied = made.create(again.options, { credentialId: credential.id });
    expect(refused(await confirm(Cookie, copied, again.id))).to.deep.equal([404, 1104]);
    expect(await listedFactors(at, Cookie)).to.have.length(2);
  });

  // docs/console-api.md#begin_second_factor-1
  it('are neither added nor removed in a session of more than ten minutes, or with a token', async () => {
    const { Cookie, factorId } = await userWithPasskey(at);
    const { id, options } = await beginPasskey(at.service.api, Cookie);
    const credential = newAuthenticator().create(options);
    const requests: readonly (readonly [string, string, object])[] = [
      ['POST', '/v1/me/second_factors', { kind: 'passkey' }],
      ['POST', `/v1/me/second_factors/${id}/confirm`, { credential }],
      ['DELETE', `/v1/me/second_factors/${factorId}`, {}],
    ];
    const made = await at.call('POST', '/v1/access_tokens', Cookie, {});
    const { access_token: token } = made.body as { access_token: string };
    at.clock.advance(601);
    for (const [method, path, body] of requests) {
      expect(refused(await at.call(method, path, Cookie, body)), path).to.deep.equal([401, 1133]);
      const byToken = await at.service.api.call(method, path, { body, token });
      expect(refused(byToken), path).to.deep.equal([401, 1133]);
    }
  });
});
