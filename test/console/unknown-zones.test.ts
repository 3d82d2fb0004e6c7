import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { sampleOf } from '../fixtures/seed.js';
import { tomorrow } from '../fixtures/records/upgrade-fixture.js';
import { signInAt } from './console-page.js';
import { everyScreen } from './every-screen.js';

/** The zone of the records. The service knows it, the browsers of these tests do not. */
const ZONE = 'Asia/Kathmandu';
/** What browsers without a time zone give as theirs; some know their zone by name only. */
const OWN_ZONES = ['Etc/Unknown', undefined, ZONE] as const;
const OWN_LABEL = '(UTC, because this browser does not know its time zone)';
const LABEL = `UTC, because this browser does not know ${ZONE}`;

/** Makes a page's browser one without a time zone that does not know the zone of the records. */
const withoutZone = (own: string | undefined): string => `
  const refuse = (options) => {
    if (options?.timeZone === '${ZONE}') throw new RangeError('Invalid time zone specified: ${ZONE}');
  };
  const Format = Intl.DateTimeFormat;
  Intl.DateTimeFormat = new Proxy(Format, {
    apply: (target, self, [locales, options]) => (refuse(options), target(locales, options)),
    construct: (target, [locales, options]) => (refuse(options), new target(locales, options)),
  });
  const { resolvedOptions } = Format.prototype;
  Format.prototype.resolvedOptions = function () {
    return { ...resolvedOptions.call(this), timeZone: ${JSON.stringify(own)} };
  };
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    const shown = Date.prototype[name];
    Date.prototype[name] = function (locales, options) {
      refuse(options);
      return shown.call(this, locales, options);
    };
  }`;

/** Buttons of a screen, or of a part of it, that could not be shown. */
const BROKEN = /^(Retry|Retry \(in \d+ s\)|Reload)$/;
/** The tooltips of all times on the page. */
const TITLES = `[...document.querySelectorAll('time')].map((time) => time.title)`;

describe('browsers without a time zone', () => {
  let service: BrowserService;
  let paths: readonly string[];

  before(async () => {
    service = await browserService('unknown-zones');
    paths = await everyScreen(service, ZONE);
    const { fixture } = service;
    const aps = [`AP:${(await fixture.device())._id}`];
    const { status } = await fixture.post({
      aps,
      schedule_type: 'later',
      schedule_at: tomorrow(),
      time_zone: ZONE,
    });
    expect(status).to.equal(200);
  });
  after(() => service.close());

  async function open(own: string | undefined): Promise<Page> {
    const { page } = await service.open();
    await page.addInitScript(withoutZone(own));
    return page;
  }

  for (const own of OWN_ZONES) {
    it(`show every screen, with times in UTC that say so, where the zone is ${own}`, async () => {
      const page = await open(own);
      await signInAt(page, '', service.email);
      for (const path of sampleOf(paths)) {
        await page.goto(`/console${path}`);
        await page
          .locator('h1')
          .or(page.getByRole('button', { name: BROKEN }))
          .first()
          .waitFor();
        await page.waitForLoadState('networkidle');
        expect(await page.getByRole('heading', { level: 1 }).count(), path).to.equal(1);
        expect(await page.getByRole('button', { name: BROKEN }).count(), path).to.equal(0);
        for (const title of await page.evaluate<string[]>(TITLES)) expect(title, path).to.include(OWN_LABEL);
      }
      await page.context().close();
    });

    it(`show the table at /upgrades, and the zone of a start, where the zone is ${own}`, async () => {
      const page = await open(own);
      await service.signIn(page);
      await page.locator('#upgrades tbody tr[data-id]').first().waitFor();
      const starts = await page.locator('#upgrades tbody td.c-schedule_at').allInnerTexts();
      expect(starts.join('\n')).to.include(LABEL);
      await page.context().close();
    });
  }

  it('name the zone of a rollout that they do not know, and send its start as it was', async () => {
    const page = await open('Etc/Unknown');
    await signInAt(
      page,
      paths.find((path) => path.endsWith('?tab=settings') && path.includes('rollouts')) ?? '',
      service.email,
    );
    await page.getByText('Ends at the latest').waitFor();
    expect((await page.evaluate<string[]>(TITLES)).join('\n')).to.include(`(${LABEL})`);
    await page.goto(`/console${paths.find((path) => path.endsWith('/edit')) ?? ''}`);
    const start = await page.getByLabel('Start', { exact: true }).inputValue();
    expect(start).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00.*(Z|[+-]\d\d:\d\d)$/);
    await page.context().close();
  });
});
