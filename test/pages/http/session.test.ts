import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { hashToken } from '../../../shared/platform/values/secrets.js';
import { sharedApi, startTestApi, type TestApi } from '../../fixtures/api.js';
import { makeOrganisation } from '../../fixtures/records/organisation.js';
import { TestClock } from '../../fixtures/clock.js';
import { eventually } from '../../fixtures/eventually.js';
import {
  cookiesOf,
  makeUserWithPassword,
  ownOrigin,
  PASSWORD,
  postForm,
  signInAs,
} from '../../browser/web-session.js';

const DAY_S = 86_400;

describe('browser session', () => {
  let api: TestApi;
  let org: number;

  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
  });

  const newUser = async (): Promise<string> => (await makeUserWithPassword(api, org)).user.email;
  const secretOf = (cookies: string): string => /airfleet_session=([^;]+)/.exec(cookies)?.[1] ?? '';
  const statusWith = async (Cookie: string): Promise<number> =>
    (await api.call('GET', '/upgrades.json', { headers: { Cookie } })).status;

  it('is a cookie protected from scripts, other sites and other paths', async () => {
    const reply = await postForm(api, '/sign_in', { email: await newUser(), password: PASSWORD });
    const lines = reply.headers.getSetCookie();
    expect(lines.map((line) => line.split('=')[0])).to.deep.equal([
      'airfleet_session',
      'airfleet_session.sig',
      'airfleet_browser',
      'airfleet_browser.sig',
    ]);
    for (const line of lines) {
      expect(line).to.match(/; path=\/; expires=[^;]+GMT; samesite=lax; httponly$/i);
    }
  });

  // docs/http.md#second-factor-9
  it('leads a user who must set up a second factor from every page to the console', async () => {
    const { _id } = await makeOrganisation(api.deps, { signIn: { requiresSecondFactor: true } });
    const { user } = await makeUserWithPassword(api, _id);
    const Cookie = await signInAs(api, user.email);
    for (const path of ['/upgrades', '/sign_in', '/docs', '/admin', '/admin/queues']) {
      const reply = await api.call('GET', path, { headers: { Cookie, Accept: 'text/html' } });
      expect([reply.status, reply.headers.get('Location')], path).to.deep.equal([303, '/console']);
    }
    const shown = await api.call('GET', '/console', { headers: { Cookie, Accept: 'text/html' } });
    expect(shown.status).to.equal(200);
    expect(await statusWith(Cookie)).to.equal(403);
  });

  it('is https-only over https', async () => {
    const behindProxy = await startTestApi({ env: { TRUST_PROXY: '1' } });
    try {
      const https = { 'X-Forwarded-Proto': 'https', Origin: behindProxy.url.replace('http:', 'https:') };
      const form = { email: await newUser(), password: PASSWORD };
      const reply = await postForm(behindProxy, '/sign_in', form, https);
      expect(reply.status).to.equal(303);
      for (const line of reply.headers.getSetCookie()) {
        expect(line, 'no other host or path can set it').to.match(
          /^__Host-airfleet_(session|browser)(\.sig)?=/,
        );
        expect(line)
          .to.match(/; path=\/;/i)
          .and.to.match(/; secure/i)
          .and.not.to.match(/domain/i);
      }
      const Cookie = cookiesOf(reply);
      const page = await behindProxy.call('GET', '/upgrades.json', { headers: { ...https, Cookie } });
      expect(page.status).to.equal(200);
      expect(reply.headers.get('Strict-Transport-Security')).to.contain('max-age=');
    } finally {
      await behindProxy.close();
    }
  });

  it('is stored as a hash only', async () => {
    const secret = secretOf(await signInAs(api, await newUser()));
    const { accessTokens } = api.deps.mongo.models;
    expect(await accessTokens.countDocuments({ _id: hashToken(secret), kind: 'session' })).to.equal(1);
    expect(await accessTokens.countDocuments({ _id: secret })).to.equal(0);
  });

  it('is replaced at every sign-in', async () => {
    const email = await newUser();
    const first = await signInAs(api, email);
    const again = await postForm(api, '/sign_in', { email, password: PASSWORD }, { Cookie: first });
    const second = cookiesOf(again);
    expect(secretOf(second)).not.to.equal(secretOf(first));
    expect(await statusWith(second)).to.equal(200);
    expect(await statusWith(first)).to.equal(401);
  });

  it('does not accept a secret that an attacker planted', async () => {
    const planted = 'airfleet_session=chosen-by-somebody-else; airfleet_session.sig=AAAA';
    const form = { email: await newUser(), password: PASSWORD };
    const reply = await postForm(api, '/sign_in', form, { Cookie: planted });
    expect(secretOf(cookiesOf(reply))).not.to.equal('chosen-by-somebody-else');
    expect(await statusWith(planted)).to.equal(401);
  });

  it('is refused when its signature is missing or wrong', async () => {
    const cookies = await signInAs(api, await newUser());
    const secret = secretOf(cookies);
    expect(await statusWith(`airfleet_session=${secret}`)).to.equal(401);
    expect(await statusWith(`airfleet_session=${secret}; airfleet_session.sig=${'A'.repeat(27)}`)).to.equal(
      401,
    );
  });

  it('is not accepted as an access token, nor an access token as a session', async () => {
    const { user, token } = await makeUserWithPassword(api, org);
    const secret = secretOf(await signInAs(api, user.email));
    expect((await api.call('GET', '/upgrades.json', { token: secret })).status).to.equal(401);
    const signature = createHmac('sha1', api.deps.env.sessionSecrets[0] ?? '')
      .update(`airfleet_session=${token}`)
      .digest('base64url');
    expect(await statusWith(`airfleet_session=${token}; airfleet_session.sig=${signature}`)).to.equal(401);
  });

  it('is revoked by signing out', async () => {
    const Cookie = await signInAs(api, await newUser());
    const out = await api.call('POST', '/sign_out', { headers: { ...ownOrigin(api), Cookie } });
    expect([out.status, out.headers.get('Location')]).to.deep.equal([303, '/sign_in']);
    expect(cookiesOf(out)).to.equal('');
    expect(out.headers.getSetCookie()).to.have.length(2);
    expect(await statusWith(Cookie)).to.equal(401);
  });

  it('ends after a day', async () => {
    const clock = new TestClock(new Date());
    const own = await startTestApi({ now: clock.now });
    try {
      const { user } = await makeUserWithPassword(own, org);
      const Cookie = await signInAs(own, user.email);
      const status = async (): Promise<number> =>
        (await own.call('GET', '/upgrades.json', { headers: { Cookie } })).status;
      for (let used = 0; used < 3; used += 1) {
        clock.advance(DAY_S / 3 - 20);
        expect(await status()).to.equal(200);
        // The use is recorded after the answer.
        const recorded = { userId: user._id, lastUsedAt: clock.now() };
        await eventually('the use is recorded', () => own.deps.mongo.models.accessTokens.exists(recorded));
      }
      clock.advance(61);
      expect(await status()).to.equal(401);
    } finally {
      await own.close();
    }
  });
});
