import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import type { Misdeeds } from '../browser/browser.js';
import { makeUserWithPassword } from '../browser/web-session.js';
import { eventually } from '../fixtures/eventually.js';
import { newAuthority } from '../fixtures/records/authority.js';
import { confirmAction, markedInvalid, signInAt } from './console-page.js';
import { check, choose, fill, press } from './keyboard.js';

describe('administration in the console', () => {
  let service: BrowserService;
  let page: Page;
  let misdeeds: Misdeeds;
  let network: number;
  let ownEmail: string;

  before(async () => {
    service = await browserService('console-administration');
    network = service.fixture.network._id;
    ({ page, misdeeds } = await service.open({ reducedMotion: 'reduce' }));
    const { user } = await makeUserWithPassword(service.api, service.fixture.org, { role: 'super_admin' });
    ownEmail = user.email;
    await signInAt(page, '/settings', ownEmail);
  });
  after(() => service.close());
  afterEach(() => {
    expect(misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
  });

  describe('firmware', () => {
    const sha256 = '0f'.repeat(32);

    it('is published with what the service refuses at its field, and is released and withdrawn', async () => {
      const { part } = service.fixture;
      await page.goto('/console/firmware');
      const unreleased = page.getByRole('row').filter({ hasText: '3.0.0' });
      await unreleased.getByText('Not released').waitFor();
      await press(page.getByRole('button', { name: 'Publish release', exact: true }));
      await fill(page.getByLabel('Version'), '4.0.0');
      await choose(page, 'Hardware part', new RegExp(`^${part._id}`));
      await fill(page.getByLabel('URL'), 'https://firmware.example/4.0.0.bin');
      await fill(page.getByLabel('SHA-256'), 'too short');
      await press(page.getByRole('button', { name: 'Publish', exact: true }));
      const hash = page.getByLabel('SHA-256');
      await markedInvalid(hash);
      await fill(hash, sha256);
      await press(page.getByRole('button', { name: 'Publish', exact: true }));
      await page.getByRole('heading', { level: 1, name: '4.0.0' }).waitFor();
      await page.getByText('Not released').waitFor();
      await page.getByRole('cell', { name: sha256 }).waitFor();

      for (const [action, state] of [
        ['Release', 'Released'],
        ['Withdraw', 'Not released'],
      ] as const) {
        await confirmAction(page, action);
        await page.getByText(state, { exact: true }).waitFor();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await page.goto('/console/firmware');
      const listed = page.getByRole('row').filter({ hasText: '4.0.0' });
      await listed.getByRole('cell', { name: sha256 }).waitFor();
    });
  });

  describe('notifications', () => {
    it('are chosen by the user, and alerts set for the organisation', async () => {
      await page.goto('/console/settings');
      await page.getByText('This installation sends no e-mails').waitFor();
      await press(page.getByRole('button', { name: 'Change notifications', exact: true }));
      const own = page.getByRole('dialog', { name: 'Change notifications' });
      await check(own.getByRole('checkbox', { name: 'Only some kinds of alerts' }));
      await choose(page, 'Chosen kinds', 'Rollout paused');
      await page.keyboard.press('Escape');
      await press(own.getByRole('button', { name: 'Save', exact: true }));
      await page.getByText('Rollout paused; all networks').waitFor();

      await press(page.getByRole('button', { name: 'Change Device down', exact: true }));
      const minutes = page.getByLabel('After minutes');
      await fill(minutes, '2');
      await press(page.getByRole('button', { name: 'Save', exact: true }));
      await markedInvalid(minutes);
      await fill(minutes, '20');
      await press(page.getByRole('button', { name: 'Save', exact: true }));
      await page.getByText('After 20 minutes').waitFor();

      await press(page.getByRole('button', { name: 'Change default e-mails', exact: true }));
      await choose(page, 'Users who have not chosen get e-mails', 'None of them');
      await press(page.getByRole('button', { name: 'Save', exact: true }));
      await page.getByText('None of them').waitFor();
    });
  });

  describe('the certificate authority of devices', () => {
    it('is brought by a super administrator, refused with the reason, and removed', async () => {
      const { certificate } = await newAuthority();
      await page.goto('/console/settings');
      await press(page.getByRole('button', { name: 'Replace authority', exact: true }));
      const dialog = page.getByRole('dialog', { name: 'Replace the authority' });
      await fill(dialog.getByLabel('Certificate'), 'no certificate');
      await press(dialog.getByRole('button', { name: 'Save', exact: true }));
      await dialog.getByText('must be one certificate in PEM', { exact: true }).waitFor();
      await fill(dialog.getByLabel('Certificate'), certificate);
      await press(dialog.getByRole('button', { name: 'Save', exact: true }));
      await page.getByText('O=airfleet, CN=').waitFor();
      await press(page.getByRole('button', { name: 'Remove authority', exact: true }));
      const removal = page.getByRole('dialog', { name: 'Remove the authority' });
      await press(removal.getByRole('button', { name: 'Remove', exact: true }));
      await page
        .getByRole('button', { name: 'Remove authority', exact: true })
        .waitFor({ state: 'detached' });
    });
  });

  describe('users', () => {
    it('are invited by a link that is shown once, set a password, are changed, disabled, enabled and deleted', async () => {
      const email = `new${Date.now()}@users.example`;
      await page.goto('/console/users');
      await press(page.getByRole('button', { name: 'Invite user', exact: true }));
      const invitation = page.getByRole('dialog', { name: 'Invite a user' });
      await fill(invitation.getByLabel('Email'), 'no address');
      await press(invitation.getByRole('button', { name: 'Create account', exact: true }));
      await invitation
        .getByText('must be an e-mail address of at most 254 characters', { exact: true })
        .waitFor();
      await fill(invitation.getByLabel('Email'), email);
      await press(invitation.getByRole('button', { name: 'Create account', exact: true }));
      const shownOnce = page.getByRole('dialog', { name: `Password link of ${email}` });
      const link = (await shownOnce.locator('.wrap-anywhere').innerText()).trim();
      await press(shownOnce.getByRole('button', { name: 'Done', exact: true }));

      const { page: theirs } = await service.open();
      await theirs.goto(link);
      await fill(theirs.getByLabel(/^New password/), 'three cold lighthouses');
      expect([await theirs.getByLabel(/^Code/).isVisible(), new URL(theirs.url()).hash]).to.deep.equal([
        false,
        '',
      ]);
      await press(theirs.getByRole('button', { name: 'Set password', exact: true }));
      await theirs.getByRole('heading', { level: 1, name: 'Your password is set' }).waitFor();
      await theirs.goto('/console/settings');
      await fill(theirs.getByLabel('Email'), email);
      await fill(theirs.getByLabel('Password'), 'three cold lighthouses');
      await press(theirs.getByRole('button', { name: 'Sign in', exact: true }));
      await theirs.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      await theirs.context().close();

      await press(page.getByRole('link', { name: email }));
      await choose(page, 'Role', /^Operator/);
      await check(page.getByRole('checkbox', { name: 'Only some networks' }));
      await choose(page, 'Networks with read access', service.fixture.network.networkName);
      await page.keyboard.press('Escape');
      await press(page.getByRole('button', { name: 'Save', exact: true }));
      await page.getByText('Saved', { exact: true }).waitFor();
      const { users } = service.api.deps.mongo.models;
      expect(await users.findOne({ email }).lean()).to.deep.include({
        role: 'operator',
        networks: [{ id: network, access: 'read' }],
      });

      for (const [action, state] of [
        ['Disable', 'Disabled'],
        ['Enable', 'Enabled'],
      ] as const) {
        await confirmAction(page, action);
        await page.getByText(state, { exact: true }).waitFor();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await confirmAction(page, 'Delete');
      await page.getByRole('heading', { level: 1, name: /^Users/ }).waitFor();
      await page.getByRole('link', { name: email }).waitFor({ state: 'detached' });
      expect(await users.countDocuments({ email })).to.equal(0);
    });

    it('cannot disable or delete themselves, and keep what another administrator changed meanwhile', async () => {
      const { user } = await makeUserWithPassword(service.api, service.fixture.org, { role: 'viewer' });
      await page.goto('/console/users');
      await press(page.getByRole('main').getByRole('link', { name: ownEmail }));
      await page.getByRole('button', { name: 'End sessions', exact: true }).waitFor();
      expect(
        await page.getByRole('button', { name: 'Disable', exact: true }).getAttribute('aria-disabled'),
      ).to.equal('true');
      await page.goto(`/console/users/${user._id}`);
      await fill(page.getByLabel('Email'), 'mine@users.example');
      const { status } = await service.fixture.call('PATCH', `/v1/users/${user._id}`, {
        body: { role: 'operator' },
      });
      expect(status).to.equal(200);
      await press(page.getByRole('button', { name: 'Save', exact: true }));
      await page.getByText('Another change was saved after you opened this form').waitFor();
      await press(page.getByRole('button', { name: 'Discard my values', exact: true }));
      await eventually(
        'the stored account',
        async () => (await page.getByLabel('Email').inputValue()) === user.email,
      );
      await page.getByLabel('Role').filter({ hasText: 'Operator' }).waitFor();
    });
  });
});
