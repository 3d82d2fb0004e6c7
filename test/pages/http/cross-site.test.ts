import { expect } from 'chai';
import { sharedApi, type TestApi } from '../../fixtures/api.js';
import { makeOrganisation, makeTag } from '../../fixtures/records/organisation.js';
import { makeUserWithPassword, PASSWORD, postForm, signInAs } from '../../browser/web-session.js';

/** What a browser says of a request that a page of ours did not make. */
const FOREIGN: Record<string, Record<string, string>> = {
  'another site': { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  'a page of the same site but another origin': {
    Origin: 'https://other.example.test',
    'Sec-Fetch-Site': 'same-site',
  },
  'a page without an origin': { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
  'an old browser on another site': { Origin: 'https://evil.example', 'Sec-Fetch-Site': '' },
  'who claims our origin from another site': { 'Sec-Fetch-Site': 'cross-site' },
  'who says nothing': { Origin: '', 'Sec-Fetch-Site': '' },
};

describe('cross-site requests with the session cookie', () => {
  let api: TestApi;
  let email: string;
  let cookies: string;
  let org: number;

  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
    email = (await makeUserWithPassword(api, org)).user.email;
    cookies = await signInAs(api, email);
  });

  for (const [who, headers] of Object.entries(FOREIGN)) {
    it(`${who} cannot sign in`, async () => {
      const reply = await postForm(api, '/sign_in', { email, password: PASSWORD }, headers);
      expect(reply.status).to.equal(403);
      expect(reply.headers.getSetCookie()).to.deep.equal([]);
    });

    it(`${who} cannot sign out`, async () => {
      const reply = await postForm(api, '/sign_out', {}, { ...headers, Cookie: cookies });
      expect(reply.status).to.equal(403);
      const still = await api.call('GET', '/upgrades.json', { headers: { Cookie: cookies } });
      expect(still.status).to.equal(200);
    });

    // docs/reliability.md#cross-site
    it(`${who} cannot schedule or delete`, async () => {
      const tag = await makeTag(api.deps, org);
      const asked = { ...headers, Cookie: cookies, Accept: 'application/json' };
      const form = { 'upgrade[aps][]': `tag:${tag._id}` };
      expect((await postForm(api, '/upgrades', form, asked)).status).to.equal(403);
      const deletion = await api.call('DELETE', '/upgrades/1.json', {
        headers: { ...asked, Origin: headers['Origin'] ?? api.url },
      });
      expect(deletion.status).to.equal(403);
    });
  }

  it('own pages can, by either header', async () => {
    for (const headers of [
      { Origin: api.url, 'Sec-Fetch-Site': '' },
      { Origin: '', 'Sec-Fetch-Site': 'same-origin' },
    ]) {
      const reply = await postForm(api, '/sign_in', { email, password: PASSWORD }, headers);
      expect(reply.status).to.equal(303);
    }
  });

  it('a token needs no origin, because browsers do not send it themselves', async () => {
    const { token } = await makeUserWithPassword(api, org);
    const reply = await api.call('DELETE', '/upgrades/1.json', {
      token,
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(reply.status).to.equal(404);
  });

  it('other sites cannot frame our pages, which load own files only', async () => {
    const page = await api.call('GET', '/sign_in', { headers: { Accept: 'text/html' } });
    const policy = page.headers.get('Content-Security-Policy');
    expect(policy).to.contain("default-src 'none'").and.contain("script-src 'self';");
    expect(policy).to.contain("frame-ancestors 'none'").and.not.contain('unsafe');
    expect(page.headers.get('X-Frame-Options')).to.equal('DENY');
  });
});
