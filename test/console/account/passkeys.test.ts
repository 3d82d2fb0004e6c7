import { makeUserWithPassword } from '../../browser/web-session.js';
import { makeOrganisation } from '../../fixtures/records/organisation.js';
import { signInAt, withEndedSession } from '../console-page.js';
import { press } from '../keyboard.js';
import { PasskeyPage } from './passkey-page.js';

describe('passkeys in the browser', () => {
  let at: PasskeyPage;
  before(async () => {
    at = await PasskeyPage.start('console-passkeys');
  });
  beforeEach(() => at.open());
  afterEach(() => at.leave());
  after(() => at.service.close());

  it('sign in at /sign_in, alone and on the second page', async () => {
    const { user } = await makeUserWithPassword(at.service.api, at.service.fixture.org);
    await signInAt(at.page, '/settings', user.email);
    await press(at.button('Add passkey'));
    await at.makePasskey('Laptop');

    await at.page.context().clearCookies();
    await at.page.goto('/upgrades');
    await at.button('Sign in with a passkey').waitFor();
    await at.isAccessible();
    await press(at.button('Sign in with a passkey'));
    await at.page.getByRole('heading', { name: 'Firmware upgrades' }).waitFor();

    // A poll of this page without its session would navigate to the sign-in page, and abort the next navigation.
    await at.page.goto('about:blank');
    await at.page.context().clearCookies();
    await at.page.goto('/upgrades');
    await at.enterPassword(user.email);
    await at.button('Use a passkey').waitFor();
    await at.isAccessible();
    await press(at.button('Use a passkey'));
    await at.page.getByRole('heading', { name: 'Firmware upgrades' }).waitFor();
  });

  it('sign in again in the dialog of an ended session', async () => {
    const { user } = await makeUserWithPassword(at.service.api, at.service.fixture.org);
    await signInAt(at.page, '/settings', user.email);
    await press(at.button('Add passkey'));
    await at.makePasskey('Laptop');
    await press(at.button('Done'));
    await withEndedSession(at.page, () => press(at.page.getByRole('link', { name: 'Networks' })));
    await press(
      at.page.getByRole('dialog').getByRole('button', { name: 'Sign in with a passkey', exact: true }),
    );
    await at.page.getByRole('link', { name: at.service.fixture.network.networkName }).waitFor();
  });

  it('are set up where the organisation requires a second factor', async () => {
    const { _id: org } = await makeOrganisation(at.service.api.deps, {
      signIn: { requiresSecondFactor: true },
    });
    const { user } = await makeUserWithPassword(at.service.api, org);
    await at.page.goto('/console');
    await at.enterPassword(user.email);
    await press(at.button('Use a passkey instead'));
    await at.makePasskey('Laptop');
    await press(at.button('I have kept them'));
    await at.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
});
