import { expect } from 'chai';
import { unusedPort } from '../../../dev/demo/ports.js';
import { proveDomain } from '../../../shared/sso/operations/configuration/prove-domain.js';
import { loadAxe, violationsOf } from '../../browser/axe.js';
import { browserService, type BrowserService } from '../../browser/browser-service.js';
import { makeUserWithPassword, ownOriginJson, signInAs } from '../../browser/web-session.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { newDomain, SSO_PATH } from '../../sso/sso-service.js';
import { CLIENT_ID, CLIENT_SECRET, TestProvider } from '../../sso/test-provider.js';
import { withEndedSession } from '../console-page.js';
import { fill, press } from '../keyboard.js';

describe('single sign-on in the console', () => {
  let service: BrowserService;
  let provider: TestProvider;
  let origin: string;
  let email: string;
  before(async () => {
    const port = await unusedPort('127.0.0.1');
    origin = `http://localhost:${port}`;
    service = await browserService('console-sso-story', { PORT: String(port), PUBLIC_URL: origin });
    const { api, fixture } = service;
    const domain = newDomain();
    provider = await TestProvider.open(`${origin}/sso/${fixture.org}/callback`);
    const { user } = await makeUserWithPassword(api, fixture.org, { role: 'super_admin' });
    const headers = { ...ownOriginJson(api), Cookie: await signInAs(api, user.email) };
    const body = {
      issuer: provider.issuer,
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      domains: [domain],
      default: { role: 'viewer' },
    };
    const reply = await api.call('PUT', SSO_PATH, { body, headers });
    expect(reply.status, reply.text).to.equal(200);
    await proveDomain(api.deps, fixture.org, domain);
    email = `ann@${domain}`;
    await makeUser(api.deps, fixture.org, { email });
    provider.person = { sub: 'sub-ann', email, email_verified: true };
  });
  after(async () => {
    await provider.close();
    await service.close();
  });

  // docs/sso.md#sign-in-8
  it('signs in, and in another tab where a session has ended, which keeps what was entered', async () => {
    const { page } = await service.open({ reducedMotion: 'reduce' }, origin);
    const { _id: network } = await makeNetwork(service.api.deps, service.fixture.org);
    await page.goto(`/console/networks/${network}?tab=settings`);
    await press(page.getByRole('link', { name: 'Use single sign-on' }));
    await page.getByRole('button', { name: 'Continue', exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Single sign-on' }).waitFor();
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
    await fill(page.getByLabel('Email'), email);
    await press(page.getByRole('button', { name: 'Continue', exact: true }));
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await fill(page.getByLabel('Name', { exact: true }), 'Renamed');

    await withEndedSession(page, () => press(page.getByRole('button', { name: 'Save', exact: true })));
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    const opened = page.context().waitForEvent('page');
    await press(dialog.getByRole('link', { name: /^Use single sign-on/ }));
    await opened;
    await dialog.waitFor({ state: 'detached' });
    const { networks } = service.api.deps.mongo.models;
    await eventually(
      'the change is sent again',
      async () => (await networks.findById(network).lean())?.networkName === 'Renamed',
    );
  });
});
