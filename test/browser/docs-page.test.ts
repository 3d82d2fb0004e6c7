import { expect } from 'chai';
import { sharedApi } from '../fixtures/api.js';
import { upgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { sampleOf } from '../fixtures/seed.js';
import { loadAxe, violationsOf } from './axe.js';
import { openPage } from './browser.js';
import { makeUserWithPassword, PASSWORD } from './web-session.js';

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describe('/docs in a browser', () => {
  it('lists every operation and tries one with a token, using only our own files', async () => {
    const fixture = await upgradeFixture();
    const device = await fixture.device();
    const { url } = await sharedApi();
    const { page, misdeeds } = await openPage(url);
    await page.goto('/docs');
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const count = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
    await page
      .locator('details.line')
      .nth(count - 1)
      .waitFor();
    expect(await page.locator('details.line').count()).to.equal(count);
    await page.getByLabel('Access token', { exact: true }).fill(fixture.admin.token);
    await page.getByLabel('Filter').fill('list_inventory');
    expect(await page.locator('details.line:visible').count()).to.equal(1);
    const operation = page.locator('#list_inventory');
    await operation.locator('summary').first().click();
    await operation.getByRole('button', { name: 'Send request', exact: true }).click();
    await operation.getByLabel('Answer', { exact: true }).getByText(device.macId).waitFor();
    await operation.getByText('200 OK').waitFor();
    expect(misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
    await page.context().close();
  });

  it('is accessible on a wide page and a phone, light and dark, and has the navigation of a signed-in user', async () => {
    const { api, org } = await upgradeFixture();
    const { user } = await makeUserWithPassword(api, org);
    const { page } = await openPage(api.url);
    await page.goto('/sign_in?next=/docs');
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link').allInnerTexts()).to.deep.equal(['Console', 'Upgrades', 'API']);
    await page.goto('/docs#create_network');
    await page.getByLabel('Body (JSON)').waitFor();
    await page.locator('#create_network').getByText('422').click();
    await loadAxe(page);
    for (const [at, width] of [1440, 390].entries()) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate<number>(OVERFLOW), `overflow at ${width}`).to.equal(0);
      for (const colorScheme of sampleOf(['light', 'dark'] as const, at, 2)) {
        await page.emulateMedia({ colorScheme });
        expect(await violationsOf(page), `${width} ${colorScheme}`).to.deep.equal([]);
      }
    }
    await page.context().close();
  });
});
