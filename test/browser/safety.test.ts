import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Misdeeds } from './browser.js';
import { screenshot } from './browser.js';
import { browserService, HOSTILE_NAME, type BrowserService } from './browser-service.js';
import { makeNetwork, makeOperator } from '../fixtures/records/organisation.js';
import { PASSWORD, PASSWORD_HASH } from './web-session.js';
import { tomorrow } from '../fixtures/records/upgrade-fixture.js';

const NONE: Misdeeds = { violations: [], foreign: [], dialogs: [], errors: [] };

describe('pages under the Content-Security-Policy', () => {
  let service: BrowserService;

  before(async () => {
    service = await browserService('safety');
  });
  after(() => service.close());

  const images = (page: Page) => page.evaluate<number>(`document.querySelectorAll('main img').length`);

  it('show markup in names of devices, networks and tags and in messages as text', async () => {
    const { api, org } = service.fixture;
    const network = await makeNetwork(api.deps, org, { networkName: `net ${HOSTILE_NAME}` });
    const tag = await service.tag(`tag ${HOSTILE_NAME}`);
    const device = await service.fixture.device({ name: HOSTILE_NAME, network, tags: [tag] });
    await service.fixture.post({
      aps: [`network:${network._id}`, `tag:${tag._id}`, `AP:${device._id}`],
      schedule_type: 'later',
      schedule_at: tomorrow(),
    });
    const { page, misdeeds } = await service.open();
    await service.signIn(page);
    const row = page.locator('#upgrades tbody tr[data-id]');
    await row.waitFor();
    expect(await row.locator('.c-device_names').innerText()).to.equal(HOSTILE_NAME);
    await screenshot(page, 'hostile-name');
    const upgrade = await service.fixture.pending(device);
    await service.fixture.set(upgrade?._id ?? 0, { message: HOSTILE_NAME });
    await page.reload();
    await row.getByText(HOSTILE_NAME).last().waitFor();

    expect(await images(page)).to.equal(0);
    await page.goto('/console/rollouts');
    await page.getByRole('row', { name: HOSTILE_NAME }).getByText(tag.name).waitFor();
    expect(await images(page)).to.equal(0);
    expect(misdeeds).to.deep.equal(NONE);
    await page.context().close();
  });

  it('allow sign-in without scripts', async () => {
    const { page, misdeeds } = await service.open({ javaScriptEnabled: false });
    await service.signIn(page);
    await page.locator('noscript .message').waitFor();
    expect(misdeeds).to.deep.equal(NONE);
    await page.context().close();
  });

  it("show the queue board's queues and jobs without a violation or a request to another origin", async () => {
    const { api } = service.fixture;
    const { operator: user } = await makeOperator(api.deps, PASSWORD_HASH);
    const device = await service.fixture.device();
    await service.fixture.post({
      aps: [`AP:${device._id}`],
      schedule_type: 'later',
      schedule_at: tomorrow(),
    });
    const { page, misdeeds } = await service.open();
    await page.goto('/admin/queues');
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/admin/queues');
    await page.goto('/admin/queues/queue/upgrade-schedules?status=delayed');
    await page.getByText('scheduleId').first().waitFor();
    await screenshot(page, 'queue-board');
    expect(misdeeds).to.deep.equal(NONE);
    await page.context().close();
  });
});
