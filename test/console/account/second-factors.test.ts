import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../../browser/axe.js';
import { browserService, type BrowserService } from '../../browser/browser-service.js';
import { makeUserWithPassword } from '../../browser/web-session.js';
import { makeOrganisation } from '../../fixtures/records/organisation.js';
import { makeUserWithApp, TestApp } from '../../fixtures/second-factor.js';
import { confirmAction, signInAt } from '../console-page.js';
import { check, fill, press } from '../keyboard.js';

describe('second factors in the console', () => {
  let service: BrowserService;
  let page: Page;
  before(async () => {
    service = await browserService('console-factors');
  });
  beforeEach(async () => {
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
  });
  afterEach(() => page.context().close());
  after(() => service.close());

  /** Reads the key that the page shows beside the QR code, and enters its present code. @returns the app and its recovery codes */
  async function setUp(): Promise<TestApp> {
    await press(page.getByRole('button', { name: 'Continue', exact: true }));
    await page.getByRole('img', { name: 'QR code of the key below' }).waitFor();
    const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
    await fill(page.getByLabel('Code that the app shows'), '000000');
    await press(page.getByRole('button', { name: 'Confirm', exact: true }));
    await page.getByText('is not the code that the app shows now', { exact: true }).waitFor();
    await fill(page.getByLabel('Code that the app shows'), new TestApp('', secret, []).codeAt(new Date()));
    await press(page.getByRole('button', { name: 'Confirm', exact: true }));
    const codes = page.getByText(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    await codes.first().waitFor();
    expect(await codes.count()).to.equal(10);
    expect(await violationsOf(page)).to.deep.equal([]);
    return new TestApp('', secret, await codes.allInnerTexts());
  }
  async function enterCode(code: string): Promise<void> {
    await fill(page.getByLabel('Code of your authenticator app, or a recovery code'), code);
    await press(page.getByRole('button', { name: 'Sign in', exact: true }));
  }
  /** Enters the password in a page without a session. */
  async function enterPassword(email: string): Promise<void> {
    await page.context().clearCookies();
    await page.goto('/console');
    await fill(page.getByLabel('Email'), email);
    await fill(page.getByLabel('Password'), 'correct horse battery staple');
    await press(page.getByRole('button', { name: 'Sign in', exact: true }));
  }

  it('are added with a code of the app, asked for at the next sign-in, and removed', async () => {
    const { user } = await makeUserWithPassword(service.api, service.fixture.org);
    await signInAt(page, '/settings', user.email);
    await page.getByText('None. A password is enough to sign in.').waitFor();
    await press(page.getByRole('button', { name: 'Add authenticator app', exact: true }));
    const app = await setUp();
    await press(page.getByRole('button', { name: 'Done', exact: true }));
    await page.getByText('10 recovery codes left').waitFor();

    await enterPassword(user.email);
    await page.getByLabel('Code of your authenticator app, or a recovery code').waitFor();
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
    await enterCode('000000');
    await page.getByText('The code is wrong, or was used before').waitFor();
    await enterCode(app.codeAt(new Date(), 1));
    await page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'attached' });

    await enterPassword(user.email);
    await enterCode(app.recoveryCodes[0] ?? '');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'attached' });
    await page.goto('/console/settings');
    await page.getByText('9 recovery codes left').waitFor();
    await confirmAction(page, 'Remove');
    await page.getByText('None. A password is enough to sign in.').waitFor();
  });

  it('are set up before anything else where the organisation requires one', async () => {
    const { _id: org } = await makeOrganisation(service.api.deps, { signIn: { requiresSecondFactor: true } });
    const { user } = await makeUserWithPassword(service.api, org);
    await enterPassword(user.email);
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
    await setUp();
    await press(page.getByRole('button', { name: 'I have kept them', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it('are required by a super admin, who resets that of another user', async () => {
    const { _id: org } = await makeOrganisation(service.api.deps);
    const { user, app } = await makeUserWithApp(service.api, org, { role: 'super_admin' });
    const member = await makeUserWithApp(service.api, org, { role: 'viewer' });
    await enterPassword(user.email);
    await enterCode(app.recoveryCodes[0] ?? '');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'attached' });
    await page.goto('/console/settings');
    await press(page.getByRole('button', { name: 'Change sign-in', exact: true }));
    await check(page.getByRole('dialog').getByLabel('Require a second factor'));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Required', { exact: true }).waitFor();
    await page.goto(`/console/users/${member.user._id}`);
    await confirmAction(page, 'Reset second factor');
    await page.getByText('None', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Reset second factor', exact: true }).count()).to.equal(0);
  });
});
