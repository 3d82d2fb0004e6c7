import { expect } from 'chai';
import { sharedApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeOrganisation } from '../../fixtures/records/organisation.js';
import type { UserRecord } from '../../../shared/access/models/user.js';
import { makeUserWithPassword, signInAs } from '../../browser/web-session.js';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('upgrades page', () => {
  let api: TestApi;

  before(async () => {
    api = await sharedApi();
  });

  async function page(fields: Partial<UserRecord> = {}, name = 'Meridian Hotels'): Promise<Reply> {
    const org = await makeOrganisation(api.deps, { name });
    const { user } = await makeUserWithPassword(api, org._id, fields);
    const Cookie = await signInAs(api, user.email);
    return api.call('GET', '/upgrades', { headers: { ...BROWSER, Cookie } });
  }

  it('redirects to the sign-in page without a session', async () => {
    const reply = await api.call('GET', '/upgrades', { headers: BROWSER });
    expect([reply.status, reply.headers.get('Location')]).to.deep.equal([303, '/sign_in']);
  });

  it('is a page if the caller asks for HTML, and JSON otherwise', async () => {
    const { user, token } = await makeUserWithPassword(api, (await makeOrganisation(api.deps))._id);
    const Cookie = await signInAs(api, user.email);
    for (const [path, Accept, type] of [
      ['/upgrades', BROWSER.Accept, 'text/html; charset=utf-8'],
      ['/upgrades?id=7', 'text/html', 'text/html; charset=utf-8'],
      ['/upgrades', '*/*', 'application/json; charset=utf-8'],
      ['/upgrades', 'application/json, text/html;q=0.5', 'application/json; charset=utf-8'],
      ['/upgrades.json', 'text/html', 'application/json; charset=utf-8'],
    ] as const) {
      const reply = await api.call('GET', path, { headers: { Accept, Cookie } });
      expect(reply.headers.get('Content-Type'), `${path} ${Accept}`).to.equal(type);
    }
    const byToken = await api.call('GET', '/upgrades', { token, headers: BROWSER });
    expect(byToken.text).to.contain('<h1>Firmware upgrades</h1>');
  });

  it('is not cached, has nothing inline and references own files only', async () => {
    const { headers, text } = await page();
    expect(headers.get('Cache-Control')).to.equal('no-store');
    expect(text).not.to.match(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=|javascript:/i);
    const files = [...text.matchAll(/(?:src|href|action)="([^"]*)"/g)].map(([, file]) => file ?? '');
    expect(files).to.include('/assets/upgrades.js');
    for (const file of files) expect(file).to.match(/^(\/(?!\/)|#)/);
    for (const file of files.filter((name) => name.startsWith('/assets/'))) {
      expect((await api.call('GET', file)).status, file).to.equal(200);
    }
  });

  it('leads to a new rollout unless the user is a viewer', async () => {
    const link = '<a href="/console/rollouts/new">Upgrade devices</a>';
    expect((await page({ role: 'viewer' })).text).not.to.contain(link);
    expect((await page({ role: 'operator' })).text).to.contain(link);
  });

  it('does not link to the queues for users of an organisation', async () => {
    expect((await page({ role: 'super_admin' })).text).not.to.contain('/admin/queues');
    expect((await page({ role: 'admin' })).text).not.to.contain('/admin/queues');
  });

  it('escapes names', async () => {
    const { text } = await page({}, '"><img src=x onerror=alert(1)>');
    expect(text).to.contain('<b>&quot;&gt;&lt;img src=x onerror=alert(1)&gt;</b>');
    expect(text).not.to.contain('<img');
  });
});

// docs/http.md#requests-1
describe('an unknown path', () => {
  it('is a page for a browser, and JSON for programs and under /v1 and /device', async () => {
    const api = await sharedApi();
    for (const path of ['/no-such-page', '/docs/no/such', '/consoles']) {
      const reply = await api.call('GET', path, { headers: BROWSER });
      expect([reply.status, reply.headers.get('Content-Type')], path).to.deep.equal([
        404,
        'text/html; charset=utf-8',
      ]);
      expect(reply.text).to.include('There is no such page').and.include('href="/"');
    }
    for (const [path, headers] of [
      ['/no-such-page', {}],
      ['/v1/nothing', BROWSER],
      ['/device/v1/nothing', BROWSER],
    ] as const) {
      const reply = await api.call('GET', path, { headers });
      expect([reply.status, reply.body], path).to.deep.equal([
        404,
        { msg: 'No such path', error_code: 1104 },
      ]);
    }
  });
});

describe('files of the pages', () => {
  let api: TestApi;

  before(async () => {
    api = await sharedApi();
  });

  it('are served with their type and revalidated', async () => {
    for (const [name, type] of [
      ['site.css', 'text/css; charset=utf-8'],
      ['upgrades.js', 'text/javascript; charset=utf-8'],
      ['datatables.js', 'text/javascript; charset=utf-8'],
      ['icon.svg', 'image/svg+xml'],
    ] as const) {
      const first = await api.call('GET', `/assets/${name}`);
      expect([first.status, first.headers.get('Content-Type')], name).to.deep.equal([200, type]);
      expect(first.headers.get('Content-Encoding')).to.equal('gzip');
      expect(first.headers.get('Cache-Control')).to.equal('no-cache');
      // What a browser says when it asks whether its copy still holds; Node's fetch would forbid to answer so.
      const headers = { 'If-None-Match': first.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' };
      const second = await api.call('GET', `/assets/${name}`, { headers });
      expect([second.status, second.text], name).to.deep.equal([304, '']);
    }
  });

  it('are uncompressed if the client accepts no encoding', async () => {
    const plain = await api.call('GET', '/assets/site.css', { headers: { 'Accept-Encoding': 'identity' } });
    expect(plain.headers.get('Content-Encoding')).to.equal(null);
    expect(plain.text).to.contain(':root');
  });

  for (const name of [
    'datatables.d.ts',
    'nothing.js',
    '..%2Fassets.js',
    '%2e%2e%2f%2e%2e%2fpackage.json',
    '',
  ]) {
    it(`do not include ${name || 'an empty name'}`, async () => {
      expect((await api.call('GET', `/assets/${name}`)).status).to.equal(404);
    });
  }
});
