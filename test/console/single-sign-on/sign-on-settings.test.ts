import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../../browser/axe.js';
import type { WatchedPage } from '../../browser/browser.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeUserWithApp } from '../../fixtures/second-factor.js';
import { CLIENT_ID, CLIENT_SECRET } from '../../sso/test-provider.js';
import { markedInvalid, readAgain, signInAt } from '../console-page.js';
import { check, choose, fill, pick, press } from '../keyboard.js';
import { found } from '../settled.js';
import { expectWellBehaved, signInBy, SignOnService, type Company } from './sign-on-settings.js';

describe('the settings of single sign-on in the console', () => {
  let at: SignOnService;
  let company: Company;
  let opened: WatchedPage;
  let page: Page;
  before(async () => {
    at = await SignOnService.start('console-sso-settings');
  });
  beforeEach(async () => {
    company = await at.company();
    opened = await at.open();
    ({ page } = opened);
  });
  afterEach(async () => {
    await page.context().close();
    await company.provider.close();
    expectWellBehaved(opened, company);
  });
  after(() => at.service.close());

  const heading = () => page.getByRole('heading', { level: 1, name: 'Single sign-on' });
  const save = () => press(page.getByRole('button', { name: 'Save', exact: true }));
  const value = (number: number) => page.getByRole('group', { name: `Value ${number}`, exact: true });

  async function isAccessible(): Promise<void> {
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
  }

  // docs/sso.md#console-1
  // docs/sso.md#console-2
  it('set up a provider, mark what is refused at its field, and order the rights of a claim', async () => {
    const { id, domain, superAdmin, provider } = company;
    await signInAt(page, '/settings', superAdmin.user.email);
    await press(page.getByRole('link', { name: 'Set up single sign-on' }));
    await heading().waitFor();
    for (const path of ['callback', 'backchannel_logout'])
      await page.getByText(`${at.origin}/sso/${id}/${path}`, { exact: true }).waitFor();
    await fill(page.getByLabel('Issuer'), 'https://login.microsoftonline.com/common/v2.0');
    await fill(page.getByLabel('Client id'), CLIENT_ID);
    await fill(page.getByLabel('Client secret'), CLIENT_SECRET);
    await fill(page.getByLabel('Domains'), `${domain.toUpperCase()}\n`);
    await fill(page.getByLabel('Claim', { exact: true }), 'groups');
    for (const [index, group] of ['staff', 'fleet-admins'].entries()) {
      await press(page.getByRole('button', { name: 'Add a value of the claim', exact: true }));
      await fill(value(index + 1).getByLabel('Value of the claim'), group);
    }
    await choose(page, 'Role', /^Administrator/, value(2));
    await press(page.getByRole('button', { name: 'Move value 2 up', exact: true }));
    expect(await page.evaluate('document.activeElement.ariaLabel')).to.equal('Move value 1 down');
    expect(await value(1).getByLabel('Value of the claim').inputValue()).to.equal('fleet-admins');
    await save();
    await markedInvalid(page.getByLabel('Issuer'));
    await page.getByText('must be that of your own tenant', { exact: true }).waitFor();
    await fill(page.getByLabel('Issuer'), provider.issuer);
    await save();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByLabel('Client secret').inputValue()).to.equal('');
    expect(await page.getByLabel('Domains').inputValue()).to.equal(domain);
    const stored = await at.configurationOf(id);
    expect(stored.roles?.map(({ value: group, role }) => [group, role])).to.deep.equal([
      ['fleet-admins', 'admin'],
      ['staff', 'viewer'],
    ]);

    await page.getByText('Not proven').waitFor();
    await page.getByText(`_airfleet.${domain}`, { exact: true }).waitFor();
    await page.getByText(/^airfleet-domain=[\w-]{43}$/).waitFor();
    await company.prove();
    const proven = page.getByText(/^Proven since .*, by the command line$/);
    await readAgain(page, () => proven.isVisible());

    const { page: own } = await at.open();
    await signInBy(own, company, 'bea', ['staff', 'fleet-admins']);
    await own.getByText('admin', { exact: true }).waitFor();
    await own.goto('/console/settings/single-sign-on');
    await own.getByRole('heading', { level: 1, name: 'Not for your role' }).waitFor();
  });

  // docs/sso.md#console-3
  it('let only a session that the provider has signed in require it, and name who is excepted', async () => {
    await at.configure(company);
    const { id, superAdmin } = company;
    const { user: emergency } = await makeUserWithApp(at.service.api, id, { role: 'super_admin' });
    const { user: linked } = await makeUserWithApp(at.service.api, id, { role: 'super_admin' });
    const { users } = at.service.api.deps.mongo.models;
    await users.updateOne({ _id: linked._id }, { $set: { passwordHash: null } });
    await signInAt(page, '/settings/single-sign-on', superAdmin.user.email);
    const required = page.getByLabel('Require single sign-on');
    await page.getByText(/^Sign in by this provider first/).waitFor();
    expect(await required.isDisabled()).to.equal(true);

    await page.context().clearCookies();
    await signInBy(page, company, 'boss', ['owners']);
    await page.goto('/console/settings/single-sign-on');
    await check(required);
    await save();
    const needed = 'must be an enabled super admin with a password and a second factor';
    await page.getByText(needed, { exact: true }).waitFor();
    const picker = page.getByLabel('User for emergencies');
    await press(picker);
    await page.getByRole('option', { name: emergency.email }).waitFor();
    expect(await page.getByRole('option').allTextContents()).to.deep.equal([emergency.email]);
    await pick(page.getByRole('option', { name: emergency.email }));
    await save();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { required: isRequired, breakGlassId } = await at.configurationOf(id);
    expect([isRequired, breakGlassId]).to.deep.equal([true, emergency._id]);
    await isAccessible();
  });

  // docs/sso.md#console-4
  it('keep the secret, ask when another change came first, and are removed', async () => {
    await at.configure(company);
    const { id, superAdmin } = company;
    await signInAt(page, '/settings/single-sign-on', superAdmin.user.email);
    const before = await at.configurationOf(id);
    await fill(page.getByLabel('Claim', { exact: true }), 'teams');
    const { ssoConfigurations } = at.service.api.deps.mongo.models;
    await ssoConfigurations.updateOne({ _id: id }, { $set: { claim: 'units' }, $inc: { revision: 1 } });
    await save();
    await page.getByText('Claim: now units', { exact: true }).waitFor();
    await press(page.getByRole('button', { name: 'Keep my values', exact: true }));
    await press(page.getByRole('button', { name: 'Remove value 1', exact: true }));
    expect(await page.evaluate('document.activeElement.ariaLabel')).to.equal('Remove value 1');
    await save();
    await page.getByText('Saved', { exact: true }).waitFor();
    const after = await at.configurationOf(id);
    expect([after.claim, after.roles?.length]).to.deep.equal(['teams', 1]);
    expect(after.clientSecret).to.deep.equal(before.clientSecret);

    await press(page.getByRole('button', { name: 'Remove single sign-on', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Remove single sign-on' });
    await dialog.getByText(/^Users who have no password are mailed a link/).waitFor();
    await press(dialog.getByRole('button', { name: 'Remove', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    await eventually('the form is empty', async () => (await page.getByLabel('Issuer').inputValue()) === '');
    expect((await at.configurationOf(id)).issuer).to.equal(undefined);
  });

  it('have no violation that axe finds and no horizontal scrolling, light and dark, at 320 pixels', async () => {
    await at.configure(company);
    await signInAt(page, '/settings/single-sign-on', company.superAdmin.user.email);
    await press(page.getByRole('button', { name: 'Which values?', exact: true }));
    await page.getByText('Entra ID', { exact: true }).waitFor();
    await check(value(1).getByLabel('Only some networks'));
    await loadAxe(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1440, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await found(page, () => violationsOf(page)), `${colorScheme} ${width}`).to.deep.equal([]);
        const isWide = 'document.documentElement.scrollWidth > innerWidth';
        expect(
          await found(page, async () => ((await page.evaluate(isWide)) === true ? ['too wide'] : [])),
          `${colorScheme} ${width}`,
        ).to.deep.equal([]);
      }
    }
  });
});
