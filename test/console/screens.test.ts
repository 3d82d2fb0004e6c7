import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { makeUserWithPassword } from '../browser/web-session.js';
import { sampleOf, seed, testsAll } from '../fixtures/seed.js';
import { signInAt } from './console-page.js';
import { everyScreen } from './every-screen.js';
import { check, choose, fill, press } from './keyboard.js';
import { found } from './settled.js';

const WIDTHS = [1440, 1024, 390, 320];
const HEIGHT = 900;
const SCHEMES = ['light', 'dark'] as const;

/**
 * The width of a page that is wider than the window, with the innermost elements that may make it so: those in regions that
 * scroll by themselves are among them.
 */
const TOO_WIDE = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [document.documentElement.scrollWidth + ' px', ...[...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
    .filter((one) => one.childElementCount === 0).map((one) => one.outerHTML.slice(0, 200))]`;

/** Screens that a viewer's role does not open. */
const FOR_OTHERS =
  /^\/(?:devices\/import|rollouts\/(?:new|\d+\/(?:start|edit))|radius|enrolment|webhooks|audit|users|firmware\/new|networks\/\d+\/ssids\/new|settings\/single-sign-on)/;
/** Buttons that change something. */
const CHANGES =
  /^(add|approve|copy|invite|publish|withdraw|assign|cancel|claim|create|delete|disable|edit|enable|exclude|move|pause|preview|redeliver|release|remove|resume|retry|roll|rotate|save|send|start|upgrade)/i;

/** What everyone may change, by path. */
const OF_THE_OWN_ACCOUNT: Readonly<Record<string, readonly string[]>> = {
  '/tokens': ['Create token'],
  '/settings': ['Add authenticator app', 'Add passkey'],
};

/** A screen is tested in one scheme at one width, by the seed of the run, and the next ones in others. */
const schemesOf = (screen: number, width: number): readonly (typeof SCHEMES)[number][] => {
  if (testsAll) return SCHEMES;
  const chosen = Math.floor((seed + screen) / 4) % (WIDTHS.length * SCHEMES.length);
  return SCHEMES.filter((_, scheme) => chosen === scheme * WIDTHS.length + width);
};

describe('screens of the console', () => {
  let service: BrowserService;
  let page: Page;
  let paths: readonly string[];

  before(async () => {
    service = await browserService('console-screens');
    const { api, org } = service.fixture;
    paths = await everyScreen(service);
    // Without motion, no colour is measured while it changes.
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
    const { user } = await makeUserWithPassword(api, org, { role: 'super_admin' });
    await signInAt(page, '', user.email);
  });
  after(() => service.close());

  it('have no violation that axe finds and no horizontal scrolling, light and dark, down to 320 pixels', async () => {
    const wrong: string[] = [];
    for (const [index, path] of sampleOf([...paths.entries()])) {
      await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: HEIGHT });
      await page.goto(`/console${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await loadAxe(page);
      for (const [at, width] of WIDTHS.entries()) {
        await page.setViewportSize({ width, height: HEIGHT });
        for (const colorScheme of schemesOf(index, at)) {
          await page.emulateMedia({ colorScheme });
          const violations = await found(page, () => violationsOf(page));
          wrong.push(...violations.map((violation) => `${path} ${colorScheme} ${width}: ${violation}`));
        }
        const wide = await found(page, () => page.evaluate<string[]>(TOO_WIDE));
        wrong.push(...wide.map((element) => `${path} ${width}: too wide: ${element}`));
      }
    }
    expect(wrong.join('\n')).to.equal('');
  });

  it('offer a viewer nothing that a viewer cannot do', async () => {
    const { user } = await makeUserWithPassword(service.api, service.fixture.org, { role: 'viewer' });
    const { page: ownPage } = await service.open();
    await signInAt(ownPage, '/rollouts', user.email);
    const links = await ownPage
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link')
      .allInnerTexts();
    expect(links).not.to.include.oneOf(['Webhooks', 'Audit log']);
    for (const path of sampleOf(paths)) {
      await ownPage.goto(`/console${path}`);
      await ownPage.getByRole('heading', { level: 1 }).waitFor();
      await ownPage.waitForLoadState('networkidle');
      const heading = await ownPage.getByRole('heading', { level: 1 }).innerText();
      expect(heading === 'Not for your role', path).to.equal(FOR_OTHERS.test(path));
      const offered = await ownPage.getByRole('main').getByRole('button', { name: CHANGES }).allInnerTexts();
      expect(offered, path).to.deep.equal(OF_THE_OWN_ACCOUNT[path] ?? []);
    }
    await ownPage.context().close();
  });

  it('are reached by keys, which the settings can switch off', async () => {
    await page.setViewportSize({ width: 1440, height: HEIGHT });
    await page.goto('/console/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: /^Rollouts/ }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/console/settings');
    await check(page.getByRole('checkbox', { name: /^Keyboard shortcuts/ }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).to.equal(0);
    await check(page.getByRole('checkbox', { name: /^Keyboard shortcuts/ }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).to.equal(0);
  });

  it('keep their filters in the URL, for Back and reload', async () => {
    await page.goto('/console/audit');
    await fill(page.getByLabel('Action', { exact: true }), 'nothing like this');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing matches the filters.').waitFor();
    expect(new URL(page.url()).search).to.equal('?action=nothing+like+this');
    await page.reload();
    expect(await page.getByLabel('Action', { exact: true }).inputValue()).to.equal('nothing like this');
    await page.goBack();
    expect(new URL(page.url()).search).to.equal('');
  });

  it('change all devices that match the filters, and show how far the change is', async () => {
    const { api, org } = service.fixture;
    const tag = await service.tag('night shift');
    await page.setViewportSize({ width: 1440, height: HEIGHT });
    await page.goto('/console/devices');
    await check(page.getByRole('row').nth(1).getByRole('checkbox'));
    await press(page.getByRole('button', { name: 'Select all 3 matching', exact: true }));
    await page.getByText('3 devices selected').waitFor();
    await press(page.getByRole('button', { name: 'Add tags', exact: true }));
    await choose(page, 'Tags', 'night shift', page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await press(page.getByRole('dialog').getByRole('button', { name: 'Add tags', exact: true }));
    await page.getByRole('heading', { name: 'Change of 3 devices' }).waitFor();
    await page.getByText('tag: completed').waitFor();
    const tagged = await api.deps.mongo.models.devices.countDocuments({
      organisationId: org,
      'tags.id': tag._id,
    });
    expect(tagged).to.equal(3);
  });
});
