import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserService, type BrowserService } from './browser-service.js';
import { eventually } from '../fixtures/eventually.js';
import { tomorrow } from '../fixtures/records/upgrade-fixture.js';
import { PASSWORD } from './web-session.js';

const MAX_TABS = 60;
/** The focused element as a screen reader names it, and whether its focus is visible. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === document.body) return { name: '', visible: true };
  const style = getComputedStyle(element.closest('th') && element.offsetWidth === 0 ? element.closest('th') : element);
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
  return { name: name.trim(), visible: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 };
})()`;

describe('upgrades page by keyboard alone', () => {
  let service: BrowserService;
  let page: Page;

  before(async () => {
    service = await browserService('keyboard');
    page = (await service.open()).page;
  });
  after(() => service.close());

  const focused = () => page.evaluate<{ name: string; visible: boolean }>(FOCUSED);

  /** Presses Tab until the element of this name has the focus. Fails if the focus is invisible on the way. */
  async function tabTo(name: string | RegExp): Promise<void> {
    const passed: string[] = [];
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      await page.keyboard.press('Tab');
      const focus = await focused();
      if (focus.name !== '') expect(focus.visible, `the focus on ${focus.name} can be seen`).to.equal(true);
      if (typeof name === 'string' ? focus.name === name : name.test(focus.name)) return;
      passed.push(focus.name);
    }
    throw new Error(`Tab does not lead to ${String(name)}, only to ${passed.join(' | ')}`);
  }

  /** Schedules an upgrade of a new device for tomorrow, and returns its id. */
  async function later(name: string): Promise<number> {
    const device = await service.fixture.device({ name });
    const request = { schedule_type: 'later', schedule_at: tomorrow() };
    await service.fixture.post({ aps: [`AP:${device._id}`], ...request });
    return (await service.fixture.pending(device))?._id ?? 0;
  }

  it('signs in', async () => {
    await page.goto('/upgrades');
    // The browser gives the focus when it renders the page, which can be after the load.
    await eventually('the focus on the first field', async () => (await focused()).name === 'Email');
    await page.keyboard.type(service.email);
    await tabTo('Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/upgrades');
  });

  it('skips to the content', async () => {
    await page.keyboard.press('Tab');
    expect(await focused()).to.deep.equal({ name: 'Skip to content', visible: true });
    await page.keyboard.press('Enter');
    await tabTo('Rollouts and schedules');
    await tabTo('Upgrade devices');
  });

  it('sorts', async () => {
    await later('Night AP');
    await page.reload();
    await tabTo('MAC: Activate to sort');
    await page.keyboard.press('Enter');
    await page.locator('th[aria-sort="ascending"]', { hasText: 'MAC' }).waitFor();
  });

  it('keeps the focus on a row that is drawn again, and moves to the next one when it goes', async () => {
    const readAgain = () => page.evaluate(`window.dispatchEvent(new Event('online'))`);
    const row = (name: string) => page.getByRole('link', { name });
    const first = await later('First AP');
    await page.reload();
    await row('First AP').focus();
    await later('Second AP');
    await readAgain();
    await row('Second AP').waitFor({ state: 'attached' });
    expect((await focused()).name).to.equal('First AP');
    await service.fixture.call('DELETE', `/upgrades/${first}.json`);
    await readAgain();
    await row('First AP').waitFor({ state: 'detached' });
    await eventually('the focus on the next row', async () => (await focused()).name === 'Night AP');
  });

  it('signs out', async () => {
    await page.reload();
    await tabTo('Sign out');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sign_in');
  });
});
