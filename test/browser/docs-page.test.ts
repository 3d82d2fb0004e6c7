import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { sharedApi } from '../fixtures/api.js';
import { launchBrowser, openPage } from './browser.js';
import { upgradeFixture } from '../fixtures/records/upgrade-fixture.js';

describe('/docs in a browser', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  it('lists every operation and tries one with a token, using only our own files', async () => {
    const fixture = await upgradeFixture();
    const device = await fixture.device();
    const { url } = await sharedApi();
    const { page, misdeeds } = await openPage(browser, url);
    await page.goto('/docs');
    await page.locator('.btn.authorize').click();
    await page.locator('.auth-container input').first().fill(fixture.admin.token);
    await page.locator('.auth-btn-wrapper .authorize').first().click();
    await page.locator('.btn-done').first().click();

    const operation = page
      .locator('#operations-Inventory_and_SSIDs-list_inventory, [id$="-list_inventory"]')
      .first();
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.execute').click();
    const answer = operation.locator('.live-responses-table .response-col_description');
    await answer.getByText(device.macId).first().waitFor();
    expect(misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
  });
});
