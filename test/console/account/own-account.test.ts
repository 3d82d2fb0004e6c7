import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../../browser/axe.js';
import { browserService, type BrowserService } from '../../browser/browser-service.js';
import { makeUserWithPassword } from '../../browser/web-session.js';
import { signInAt } from '../console-page.js';
import { choose, fill, press } from '../keyboard.js';

/** The tooltips of all times on the page. */
const TITLES = `[...document.querySelectorAll('time')].map((time) => time.title)`;

describe('the own account in the console', () => {
  let service: BrowserService;
  let page: Page;
  before(async () => {
    service = await browserService('console-account');
  });
  beforeEach(async () => {
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
  });
  afterEach(() => page.context().close());
  after(() => service.close());

  // docs/console-api.md#update_me-2
  it('shows times in the chosen locale and time zone', async () => {
    const { user } = await makeUserWithPassword(service.api, service.fixture.org, {
      timeZone: 'Asia/Kathmandu',
    });
    await signInAt(page, '/settings', user.email);
    await press(page.getByRole('button', { name: 'Change profile', exact: true }));
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
    await fill(page.getByLabel('Name'), 'Åsa Lind');
    await choose(page, 'Dates as in', 'German (Austria)');
    await press(page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Åsa Lind').waitFor();
    await page.getByText('German (Austria)').waitFor();
    const titles = await page.evaluate<string[]>(TITLES);
    expect(titles.length).to.be.above(0);
    for (const title of titles)
      expect(title)
        .to.match(/\(Asia\/Kathmandu\)/)
        .and.to.match(/(Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch/);
  });

  it('says that a service without mails changes no email', async () => {
    const { user } = await makeUserWithPassword(service.api, service.fixture.org);
    await signInAt(page, '/settings', user.email);
    await press(page.getByRole('button', { name: 'Change email', exact: true }));
    await fill(page.getByLabel('New email'), 'new@example.test');
    await press(page.getByRole('dialog').getByRole('button', { name: 'Send a link', exact: true }));
    await page.getByText('This service sends no mails').waitFor();
  });
});
