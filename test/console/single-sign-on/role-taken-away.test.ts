import { SignOnService, signInBy } from './sign-on-settings.js';
import { readAgain } from '../console-page.js';
import { press } from '../keyboard.js';

describe('a user of the console who has lost their role at the provider', () => {
  let at: SignOnService;
  before(async () => {
    at = await SignOnService.start('console-sso-roles');
  });
  after(() => at.service.close());

  // docs/sso.md#sessions-3
  it('is signed out when the provider is asked next, and is not signed in again', async () => {
    const company = await at.company({ isRefreshing: true });
    await at.configure(company);
    const { page } = await at.open();
    await signInBy(page, company, 'ann', ['staff']);
    await page.getByText('viewer', { exact: true }).waitFor();

    company.provider.person = { ...company.provider.person, groups: [] };
    const { ssoGrants } = at.service.api.deps.mongo.models;
    await ssoGrants.updateOne({ organisationId: company.id }, { $set: { dueAt: new Date() } });
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await readAgain(page, () => dialog.isVisible());

    const opened = page.context().waitForEvent('page');
    await press(dialog.getByRole('link', { name: /^Use single sign-on/ }));
    await (await opened).getByText(/gives you no role in this service/).waitFor();
    await company.provider.close();
  });
});
