import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, smallTargetsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import type { Misdeeds } from '../browser/browser.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevices } from '../fixtures/records/device.js';
import { signInAt } from './console-page.js';
import { press } from './keyboard.js';
import { observe } from '../../dev/run-loop.js';

const MINUTE_MS = 60_000;

describe('overview of the console', () => {
  let service: BrowserService;
  let page: Page;
  let misdeeds: Misdeeds;

  before(async () => {
    service = await browserService('console-overview');
    const { api, org, network, part } = service.fixture;
    await makeDevices(api.deps, org, 4, (index) => ({
      part,
      network: index === 0 ? null : network,
      firmwareVersion: index === 3 ? '1.10.0' : '1.9.0',
    }));
    await eventually('a count of these devices', () => observe(api.deps));
    ({ page, misdeeds } = await service.open());
    await signInAt(page, '', service.email);
  });
  after(() => service.close());

  it('shows numbers of which each opens the list of as many records', async () => {
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    const numbers = page.getByRole('main').getByRole('link', { name: /^\d+(?!\d| (?:hours|days)$)/ });
    const links = await Promise.all(
      (await numbers.all()).map(async (link) => ({
        count: Number.parseInt(await link.innerText(), 10),
        href: (await link.getAttribute('href')) ?? '',
      })),
    );
    expect(
      links.map(({ href }) => href.replace('/console', '').replace(/part_number=[^&]+/, 'part_number=P')),
    ).to.deep.equal([
      '/devices',
      '/devices?state=up',
      '/devices?state=down',
      '/devices?state=never_heard',
      '/devices?state=never_heard',
      '/devices?network_id=0',
      '/devices?part_number=P&version=1.9.0',
      '/devices?part_number=P&version=1.10.0',
    ]);
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    for (const [index, { count, href }] of links.entries()) {
      await press(numbers.nth(index));
      await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
      await eventually(`${count} rows of ${href}`, async () => (await rows.count()) === count);
      await page.goBack();
      await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    }
  });

  it('has targets of at least 24 pixels', async () => {
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 900 };
    for (const narrow of [width, 390]) {
      await page.setViewportSize({ width: narrow, height });
      await page.goto('/console');
      await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
      await page
        .getByRole('link', { name: /1\.10\.0|%\)/ })
        .first()
        .waitFor();
      await loadAxe(page);
      expect(await smallTargetsOf(page), `${narrow} pixels`).to.deep.equal([]);
    }
    await page.setViewportSize({ width, height });
  });

  it('has a chart whose range is in the URL', async () => {
    await page.goto('/console');
    await press(page.getByRole('link', { name: '7 days' }));
    expect(new URL(page.url()).search).to.equal('?range=7d');
    await page.getByRole('application', { name: 'Devices up and down over time' }).waitFor();
    expect(misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
  });

  it('shows a time in which the service did not hear devices as a band above the counts, not as a dip', async () => {
    const { deps } = service.fixture.api;
    const organisationId = service.fixture.org;
    const { deafPeriods, onlineSeries } = deps.mongo.models;
    const ago = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE_MS);
    const hour = { organisationId, tallyKey: null, stepS: 60, expiresAt: ago(-60) };
    for (let index = 5; index > 0; index -= 1)
      await onlineSeries.create({
        ...hour,
        _id: `${organisationId}:${index}`,
        from: ago(60 * index),
        points: Object.fromEntries(Array.from({ length: 60 }, (_, minute) => [minute, [9, 1]])),
      });
    for (const [from, to] of [
      [200, 198],
      [150, 90],
    ] as const)
      await deafPeriods.create({
        _id: `0:silent:${from}`,
        organisationId: 0,
        kind: 'silent',
        from: ago(from),
        to: ago(to),
        expiresAt: ago(-60),
      });
    await page.goto('/console');
    const chart = page.getByRole('application', { name: 'Devices up and down over time' });
    await chart.waitFor();
    const title = 'Service did not hear devices';
    const series = await chart.getByRole('group', { name: new RegExp(`^(Up|Down|${title})$`) }).all();
    const names = await Promise.all(series.map((each) => each.getAttribute('aria-label')));
    expect(names, 'in the order in which they are painted').to.deep.equal(['Down', 'Up', title]);
    const linesOf = async (name: string): Promise<number[]> => {
      const line = chart.getByRole('group', { name, exact: true }).locator('path').last();
      const path = (await line.getAttribute('d')) ?? '';
      return [...path.matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y));
    };
    const bottom = Math.max(...(await linesOf(title)));
    expect(Math.max(...(await linesOf('Up')).slice(60, -60)), 'the line of Up').to.be.below(bottom / 2);
  });
});
