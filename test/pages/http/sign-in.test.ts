import { expect } from 'chai';
import { accountKey } from '../../../shared/access/operations/sign-in.js';
import { sharedApi, startTestApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeOrganisation } from '../../fixtures/records/organisation.js';
import {
  cookiesOf,
  makeUserWithPassword,
  ownOriginJson,
  PASSWORD,
  postForm,
  signInAs,
} from '../../browser/web-session.js';

/** The cookies of a response but for the session, as a browser keeps them after signing out. */
const browserOf = (reply: Reply): string =>
  cookiesOf(reply)
    .split('; ')
    .filter((pair) => pair.startsWith('airfleet_browser'))
    .join('; ');

describe('sign-in page', () => {
  let api: TestApi;
  let org: number;

  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
  });

  const newUser = async (): Promise<string> => (await makeUserWithPassword(api, org)).user.email;
  const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('is a form without scripts that is not cached', async () => {
    const page = await api.call('GET', '/sign_in', { headers: html });
    expect(page.status).to.equal(200);
    expect(page.headers.get('Content-Type')).to.equal('text/html; charset=utf-8');
    expect(page.headers.get('Cache-Control')).to.equal('no-store');
    expect(page.text).to.contain('<form class="card sign-in" method="post" action="/sign_in"');
    expect(page.text).not.to.contain('<script');
  });

  it('redirects to the upgrades with a valid session', async () => {
    const reply = await postForm(api, '/sign_in', { email: await newUser(), password: PASSWORD });
    expect(reply.status).to.equal(303);
    expect(reply.headers.get('Location')).to.equal('/upgrades');
    const page = await api.call('GET', '/upgrades', { headers: { ...html, Cookie: cookiesOf(reply) } });
    expect(page.status).to.equal(200);
    expect(page.text).to.contain('<h1>Firmware upgrades</h1>');
  });

  it('accepts the email in any case', async () => {
    expect(await signInAs(api, ` ${(await newUser()).toUpperCase()} `)).to.contain('airfleet_session=');
  });

  it('redirects a user who is already signed in', async () => {
    const Cookie = await signInAs(api, await newUser());
    const page = await api.call('GET', '/sign_in?next=/docs', { headers: { ...html, Cookie } });
    expect([page.status, page.headers.get('Location')]).to.deep.equal([303, '/docs']);
  });

  for (const [what, fields] of [
    ['a wrong password', { password: 'wrong' }],
    ['an unknown email', { email: 'nobody@example.test', password: PASSWORD }],
    ['nothing at all', { email: '', password: '' }],
    ['a password of 2,000 characters', { password: 'x'.repeat(2000) }],
  ] as const) {
    it(`answers ${what} with the form and 401, without a cookie`, async () => {
      const reply = await postForm(api, '/sign_in', { email: await newUser(), ...fields });
      expect(reply.status).to.equal(401);
      expect(reply.text).to.contain('role="alert" id="refusal">Email or password is wrong');
      expect(reply.headers.getSetCookie()).to.deep.equal([]);
    });
  }

  it('keeps the email and the next path, escaped, after a refusal', async () => {
    const email = '"><script>alert(1)</script>@example.test';
    const reply = await postForm(api, '/sign_in', { email, password: 'x', next: '/upgrades?id=1' });
    expect(reply.status).to.equal(401);
    expect(reply.text).to.contain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@example.test"');
    expect(reply.text).to.contain('name="next" value="/upgrades?id=1"');
    expect(reply.text).not.to.contain('<script');
  });

  it('redirects to `next` if it is an own path', async () => {
    const form = { email: await newUser(), password: PASSWORD, next: '/admin/queues?a=b#c' };
    const reply = await postForm(api, '/sign_in', form);
    expect(reply.headers.get('Location')).to.equal('/admin/queues?a=b#c');
  });

  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example']) {
    it(`does not redirect to ${next}`, async () => {
      const reply = await postForm(api, '/sign_in', { email: await newUser(), password: PASSWORD, next });
      expect(reply.headers.get('Location')).to.equal('/upgrades');
    });
  }

  it('locks an account after ten failures, also for the right password and for access tokens', async () => {
    const email = await newUser();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await postForm(api, '/sign_in', { email, password: 'wrong' })).status).to.equal(401);
    }
    const locked = await postForm(api, '/sign_in', { email, password: PASSWORD });
    expect(locked.status).to.equal(429);
    expect(locked.text).to.contain('Too many failed sign-ins');
    expect(Number(locked.headers.get('Retry-After'))).to.be.within(1, 900);
    const token = await api.call('POST', '/v1/access_tokens', { body: { email, password: PASSWORD } });
    expect(token.status).to.equal(429);
  });

  // docs/reliability.md#password-guessing
  it('locks an account after failures from different addresses', async () => {
    const behindProxy = await startTestApi({ env: { TRUST_PROXY: '1' } });
    try {
      const email = await newUser();
      const attempt = async (address: string, password: string): Promise<number> => {
        const from = { 'X-Forwarded-For': address };
        return (await postForm(behindProxy, '/sign_in', { email, password }, from)).status;
      };
      for (let last = 1; last <= 10; last += 1)
        expect(await attempt(`192.0.2.${last}`, 'wrong')).to.equal(401);
      expect(await attempt('198.51.100.1', PASSWORD)).to.equal(429);
      const other = await postForm(behindProxy, '/sign_in', { email: await newUser(), password: PASSWORD });
      expect(other.status, 'an account that nobody has tried').to.equal(303);
    } finally {
      await behindProxy.close();
    }
  });

  // docs/interface.md#create_access_token-2
  for (const [what, path] of [
    ['page', '/sign_in'],
    ['API', '/v1/session'],
  ] as const) {
    const attempt = async (email: string, password: string, Cookie = ''): Promise<Reply> => {
      const headers = { ...ownOriginJson(api), ...(Cookie === '' ? {} : { Cookie }) };
      return path === '/sign_in'
        ? postForm(api, path, { email, password }, Cookie === '' ? {} : { Cookie })
        : api.call('POST', path, { body: { email, password }, headers });
    };
    const signedIn = path === '/sign_in' ? 303 : 201;

    it(`lets an account that is locked sign in where it has signed in before, by the ${what}`, async () => {
      const [email, other] = [await newUser(), await newUser()];
      const first = await attempt(email, PASSWORD);
      expect(first.status).to.equal(signedIn);
      const home = browserOf(first);
      expect(home, 'without the session').not.to.contain('airfleet_session');
      for (let failed = 0; failed < 10; failed += 1) {
        expect((await attempt(email, 'wrong')).status).to.equal(401);
        expect((await attempt(other, 'wrong')).status).to.equal(401);
      }
      expect((await attempt(email, PASSWORD)).status, 'elsewhere').to.equal(429);
      expect((await attempt(email.toUpperCase(), PASSWORD, home)).status, 'at home').to.equal(signedIn);
      expect((await attempt(other, PASSWORD, home)).status, 'another account').to.equal(429);
      const forged = home.replace(/(\.sig=).{4}/, '$1AAAA');
      expect((await attempt(email, PASSWORD, forged)).status, 'a forged cookie').to.equal(429);
    });

    it(`locks the browser of an account after ten failures of its own, by the ${what}`, async () => {
      const email = await newUser();
      const [home, second] = [await attempt(email, PASSWORD), await attempt(email, PASSWORD)].map(browserOf);
      for (let failed = 0; failed < 10; failed += 1)
        expect((await attempt(email, 'wrong', home)).status).to.equal(401);
      const locked = await attempt(email, PASSWORD, home);
      expect(locked.status).to.equal(429);
      expect(locked.headers.get('RateLimit')).to.match(/^"sign-in-browser";r=0;t=\d+$/);
      expect((await attempt(email, PASSWORD, second)).status, 'another browser').to.equal(signedIn);
      expect((await attempt(email, PASSWORD)).status, 'a new browser').to.equal(signedIn);
    });
  }

  it('remembers five accounts of one browser, the last ones', async () => {
    const emails: string[] = [];
    let browser = '';
    for (let made = 0; made < 6; made += 1) {
      const email = await newUser();
      emails.push(email);
      browser = browserOf(
        await postForm(api, '/sign_in', { email, password: PASSWORD }, { Cookie: browser }),
      );
    }
    const known = emails.map((email) => browser.includes(accountKey(email).slice(0, 16)));
    expect(known).to.deep.equal([false, true, true, true, true, true]);
  });

  it('answers an unsupported method with 405 and Allow', async () => {
    const reply = await api.call('DELETE', '/sign_in');
    expect(reply.status).to.equal(405);
    expect(reply.headers.get('Allow')).to.contain('POST');
  });
});
