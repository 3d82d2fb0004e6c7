import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { UPGRADE_STATUSES } from '../../shared/upgrades/domain/upgrade-status.js';
import { screenshot } from './browser.js';
import { browserService, HOSTILE_NAME, type BrowserService } from './browser-service.js';
import { faintTexts } from './contrast.js';
import { makeDevices } from '../fixtures/records/device.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { tomorrow } from '../fixtures/records/upgrade-fixture.js';

const PHONE = { width: 360, height: 740 };

describe('looks of the pages', () => {
  let service: BrowserService;

  before(async () => {
    service = await browserService('looks');
    const { api, org, part } = service.fixture;
    const network = await makeNetwork(api.deps, org, { networkName: 'Old Town Hotel, east wing' });
    const devices = await makeDevices(api.deps, org, UPGRADE_STATUSES.length, (index) => ({
      network,
      part,
      name: index === 0 ? HOSTILE_NAME : `Old Town Hotel AP-${100 + index}`,
    }));
    const aps = [`network:${network._id}`, `AP:${devices[0]?._id ?? 0}`];
    await service.fixture.post({ aps, schedule_type: 'later', schedule_at: tomorrow() });
    const statuses = UPGRADE_STATUSES.filter((status) => status !== 'Pending');
    for (const [index, status] of statuses.entries()) {
      const upgrade = await service.fixture.pending(devices[index + 1] ?? devices[0] ?? fail());
      const message = status === 'Failed' ? `Came back on 1.0.0 ${'and-a-long-word'.repeat(8)}` : null;
      await service.fixture.set(upgrade?._id ?? 0, { status, message, progress: 42 });
    }
  });
  after(() => service.close());

  function fail(): never {
    throw new Error('no device was made');
  }

  async function opened(page: Page): Promise<void> {
    await service.signIn(page);
    await page.locator('#upgrades tbody tr[data-id]').first().waitFor();
  }

  const overflow = (page: Page) =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  it('fit a 360-pixel-wide phone without horizontal scrolling', async () => {
    const { page } = await service.open({ viewport: PHONE, hasTouch: true, isMobile: true });
    await page.goto('/sign_in');
    expect(await overflow(page), 'sign-in').to.equal(0);
    await opened(page);
    expect(await overflow(page), 'upgrades').to.equal(0);
    await screenshot(page, 'phone');
    const outside = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
         .map((one) => one.className)`,
    );
    expect(outside).to.deep.equal([]);
    await page.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`are readable in the ${colorScheme} colour scheme`, async () => {
      const { page } = await service.open({ colorScheme });
      await page.goto('/sign_in');
      expect(await faintTexts(page), 'sign-in').to.deep.equal([]);
      await screenshot(page, `sign-in-${colorScheme}`);
      await opened(page);
      expect(await faintTexts(page), 'upgrades').to.deep.equal([]);
      await screenshot(page, `upgrades-${colorScheme}`);
      const [red = 0] = (await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'))
        .match(/\d+/g)
        ?.map(Number) ?? [0];
      expect(red > 127, 'the ground is light').to.equal(colorScheme === 'light');
      await page.context().close();
    });
  }

  it('name every field, button and landmark', async () => {
    const { page } = await service.open();
    await opened(page);
    const nameless = await page.evaluate<string[]>(
      `[...document.querySelectorAll('input, select, button')].filter((one) =>
         !(one.labels?.length || one.getAttribute('aria-label') || one.textContent.trim() || one.type === 'hidden'))
         .map((one) => one.outerHTML)`,
    );
    expect(nameless).to.deep.equal([]);
    for (const role of ['banner', 'navigation', 'main'] as const) {
      const count = await page.getByRole(role, role === 'navigation' ? { name: 'Main' } : {}).count();
      expect(count, role).to.equal(1);
    }
    expect(await page.getByRole('status').count()).to.be.at.least(1);
    await page.context().close();
  });
});
