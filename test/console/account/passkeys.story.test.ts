import { expect } from 'chai';
import { makeUserWithPassword } from '../../browser/web-session.js';
import { confirmAction, markedInvalid, signInAt } from '../console-page.js';
import { fill, press } from '../keyboard.js';
import { PasskeyPage } from './passkey-page.js';

describe('a passkey', () => {
  let at: PasskeyPage;
  before(async () => {
    at = await PasskeyPage.start('console-passkey-story');
  });
  beforeEach(() => at.open());
  afterEach(() => at.leave());
  after(() => at.service.close());

  it('is added, is renamed, signs in alone and after the password, and is removed', async () => {
    const { user } = await makeUserWithPassword(at.service.api, at.service.fixture.org);
    await signInAt(at.page, '/settings', user.email);
    await press(at.button('Add passkey'));
    expect(await at.makePasskey('Key ring')).to.equal(10);
    await press(at.button('Done'));
    await at.page.getByText('Key ring', { exact: true }).waitFor();

    await press(at.button('Rename'));
    const dialog = at.page.getByRole('dialog', { name: 'Rename Key ring' });
    await fill(dialog.getByLabel('Name'), 'x'.repeat(101));
    await press(dialog.getByRole('button', { name: 'Rename', exact: true }));
    await markedInvalid(dialog.getByLabel('Name'));
    await at.isAccessible();
    await fill(dialog.getByLabel('Name'), 'Front desk');
    await press(dialog.getByRole('button', { name: 'Rename', exact: true }));
    await at.page.getByText('Front desk', { exact: true }).waitFor();
    expect(await dialog.count()).to.equal(0);

    await at.page.context().clearCookies();
    await at.page.goto('/console');
    await at.button('Sign in with a passkey').waitFor();
    await at.isAccessible();
    await press(at.button('Sign in with a passkey'));
    await at.reachConsole();

    await at.page.context().clearCookies();
    await at.page.goto('/console');
    await at.enterPassword(user.email);
    await at.page.getByLabel('Recovery code').waitFor();
    await at.isAccessible();
    await press(at.button('Use a passkey'));
    await at.reachConsole();

    await at.page.goto('/console/settings');
    await confirmAction(at.page, 'Remove');
    await at.page.getByText('None. A password is enough to sign in.').waitFor();
    await at.page.context().clearCookies();
    await at.page.goto('/console');
    await press(at.button('Sign in with a passkey'));
    await at.page.getByText('The passkey was not accepted').waitFor();
  });
});
