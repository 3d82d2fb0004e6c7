import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { makeUserWithPassword } from '../browser/web-session.js';
import { makeDevice } from '../fixtures/records/device.js';
import { makeOrganisation, makeUser } from '../fixtures/records/organisation.js';
import { makeSsid } from '../fixtures/records/ssid.js';
import { signInAt } from './console-page.js';
import { fill, press, reach } from './keyboard.js';

describe('first steps in the console', () => {
  let service: BrowserService;
  let page: Page;

  before(async () => {
    service = await browserService('console-first-steps');
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
  });
  after(() => service.close());

  const step = (text: string) => page.getByRole('listitem').filter({ hasText: text });

  it('lead an empty organisation to its network, SSID and device, and then go away', async () => {
    const { api, part } = service.fixture;
    const { deps } = api;
    const { _id: org } = await makeOrganisation(deps);
    const { user } = await makeUserWithPassword(api, org, { role: 'super_admin' });
    await signInAt(page, '', user.email);
    for (const what of ['Create a network', 'Create an SSID', 'Add a device'])
      await step(`${what}: to do`).waitFor();
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
    await step('Add a device').getByRole('link', { name: 'Read a list from a file' }).waitFor();
    await step('Add a device').getByRole('link', { name: 'Run a command on the device' }).waitFor();
    await press(page.getByRole('link', { name: 'Create the first one' }));
    await press(page.getByRole('button', { name: 'Create network', exact: true }));
    await fill(page.getByRole('dialog').getByLabel('Name'), 'Depot');
    await press(page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Depot' }).waitFor();
    await page.goto('/console');
    await step('Create a network: done').waitFor();
    await page.getByRole('link', { name: 'Create one in Depot' }).waitFor();
    const network = await deps.mongo.models.networks.findOne({ organisationId: org }).orFail().lean();
    await makeSsid(api, { admin: await makeUser(deps, org), network });
    await page.reload();
    await step('Create an SSID: done').waitFor();
    const lastHeartbeatAt = new Date(Date.now() - 200_000);
    await makeDevice(deps, org, { part, network, name: 'First', state: { lastHeartbeatAt } });
    await page.goto('/console');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('heading', { name: 'First steps' }).count()).to.equal(0);

    // Its last heartbeat is shown by its age, and on focus by its time.
    await page.goto('/console/devices');
    const heard = page.getByRole('row', { name: 'First' }).locator('time');
    expect(await heard.innerText()).to.match(/^\d min ago$/);
    await reach(heard);
    expect(await heard.innerText()).to.contain(`${lastHeartbeatAt.getFullYear()}`);
    await page.context().close();
  });
});
