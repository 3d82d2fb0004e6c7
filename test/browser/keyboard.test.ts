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

  /** Schedules an upgrade of a new device for tomorrow. */
  async function later(name: string): Promise<void> {
    const { _id } = await service.fixture.device({ name });
    await service.fixture.post({ aps: [`AP:${_id}`], schedule_type: 'later', schedule_at: tomorrow() });
  }

  it('signs in', async () => {
    await page.goto('/upgrades');
    expect((await focused()).name).to.equal('Email');
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
    await tabTo('Schedule upgrade');
  });

  it('schedules, choosing a target and a zone with arrows, Enter and Escape', async () => {
    const tag = await service.tag('night shift');
    const device = await service.fixture.device({ name: 'Night AP', tags: [tag] });
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('night');
    await page.locator('.option').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog').isVisible(), 'Escape closed the list only').to.equal(true);
    await page.keyboard.press('ArrowDown');
    await page.locator('.option').nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: /^Remove/ }).allInnerTexts()).to.have.length(1);
    await page.keyboard.press('Backspace');
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).to.equal(0);
    await page.keyboard.type('night');
    await page.locator('.option[aria-selected="true"]').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove tag night shift' }).waitFor();

    await tabTo(/^Latest release/);
    await tabTo('Now');
    await page.keyboard.press('ArrowDown');
    await tabTo('Time zone');
    await page.keyboard.type('new york');
    await page.getByRole('option', { name: 'America/New_York' }).waitFor();
    await page.keyboard.press('Enter');
    await tabTo('Save the previous configuration');
    await page.keyboard.press('Space');
    await tabTo('Schedule upgrade');
    await page.keyboard.press('Enter');
    await page.getByText('Successfully created Upgrade!').waitFor();
    const upgrade = await service.fixture.pending(device);
    expect(upgrade).to.include({ timeZone: 'America/New_York', savePrevConfig: true });
    expect((await focused()).name, 'the focus goes back to where it came from').to.equal('Schedule upgrade');
  });

  it('returns to the row that was redrawn under a dialog, and goes to the next row after a deletion', async () => {
    const [one, other] = ['First AP', 'Second AP'];
    await later(one);
    await page.reload();
    const deletion = (name: string) => page.getByRole('button', { name: `Delete the upgrade of ${name}` });
    await deletion(one).press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await later(other);
    await page.evaluate(`window.dispatchEvent(new Event('online'))`);
    await deletion(other).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    const focusOn = (name: string) =>
      eventually(
        `the focus on ${name}`,
        async () => (await focused()).name === `Delete the upgrade of ${name}`,
      );
    await focusOn(one);
    await deletion(other).press('Enter');
    await tabTo('Delete');
    await page.keyboard.press('Enter');
    await focusOn(one);
    await page.keyboard.press('Enter');
    await tabTo('Delete');
    await page.keyboard.press('Enter');
    await focusOn('Night AP');
  });

  it('sorts, and deletes after confirmation', async () => {
    await tabTo('MAC: Activate to sort');
    await page.keyboard.press('Enter');
    await page.locator('th[aria-sort="ascending"]', { hasText: 'MAC' }).waitFor();
    await tabTo('Delete the upgrade of Night AP');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    expect((await focused()).name, 'the harmless answer comes first').to.equal('Keep it');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    const returned = async () => (await focused()).name === 'Delete the upgrade of Night AP';
    await eventually('the focus returns to its button', returned);
    await page.keyboard.press('Enter');
    await tabTo('Delete');
    await page.keyboard.press('Enter');
    await page.getByText('Deleted the upgrade of Night AP.').waitFor();
    await eventually('no row', () => page.getByText('No upgrade has been scheduled yet.').isVisible());
  });

  it('signs out', async () => {
    await page.reload();
    await tabTo('Sign out');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sign_in');
  });
});
