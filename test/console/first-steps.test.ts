import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { simulate, type Simulation } from '../../dev/simulator/simulate.js';
import { loadAxe, violationsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { makeUserWithPassword } from '../browser/web-session.js';
import { makeDevice } from '../fixtures/records/device.js';
import { askingDevice, enrolledKey, waitingEnrolment } from '../fixtures/records/enrolment.js';
import { makeOrganisation } from '../fixtures/records/organisation.js';
import { signInAt } from './console-page.js';
import { check, choose, fill, openTab, press, reach } from './keyboard.js';

describe('first steps in the console', () => {
  let service: BrowserService;
  let page: Page;
  let simulation: Simulation | undefined;

  before(async () => {
    service = await browserService('console-first-steps');
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
  });
  after(async () => {
    await simulation?.stop();
    await service.close();
  });

  const step = (text: string) => page.getByRole('listitem').filter({ hasText: text });

  it('lead an empty organisation to a device that has its SSID, and then go away', async () => {
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
    await press(page.getByRole('link', { name: 'Create the first one' }));
    await press(page.getByRole('button', { name: 'Create network', exact: true }));
    await fill(page.getByRole('dialog').getByLabel('Name'), 'Depot');
    await press(page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Depot' }).waitFor();

    await page.goto('/console');
    await step('Create a network: done').waitFor();
    await press(page.getByRole('link', { name: 'Create one in Depot' }));
    await fill(page.getByLabel('Name', { exact: true }), 'Depot Wi-Fi');
    await check(page.getByRole('radio', { name: 'Clients with the password' }));
    await fill(page.getByLabel('Key', { exact: true }), 'room-service-only');
    await press(page.getByRole('button', { name: 'Create', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Depot Wi-Fi' }).waitFor();

    await page.goto('/console');
    await step('Create an SSID: done').waitFor();
    await press(page.getByRole('link', { name: 'Run a command on the device' }));
    await press(page.getByRole('button', { name: 'Create token', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Create enrolment token' });
    await fill(dialog.getByLabel('Name', { exact: true }), 'First');
    await choose(page, 'Network', 'Depot');
    await press(dialog.getByRole('button', { name: 'Create', exact: true }));
    const command = await page.getByRole('dialog', { name: 'Enrol devices' }).locator('pre').innerText();
    const [, secret = ''] = /echo ([\w-]{43}) >/.exec(command) ?? [];

    const asking = askingDevice({ secret });
    const macId = asking.mac_id;
    await waitingEnrolment(api, asking);
    await page.goto('/console/enrolment');
    await press(page.getByRole('button', { name: `Approve ${macId}`, exact: true }));
    await choose(page, 'Hardware part', new RegExp(`^${part._id}`));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }));
    await page.getByText('No device waits.').waitFor();

    const deviceKey = await enrolledKey(api, asking);
    const spec = {
      macId,
      deviceKey,
      firmwareVersion: '1.9.0',
      behaviour: { kind: 'normal' },
      ports: 0,
    } as const;
    simulation = simulate([{ ...spec, configuration: 'applies' }], { url: api.url, speed: 4 });
    await page.goto('/console/devices');
    await press(page.getByRole('link', { name: macId }));
    await openTab(page, 'Configuration');
    await page.getByText('In sync', { exact: true }).waitFor();
    await press(page.getByText('The configuration, without its secrets'));
    await page.getByText('"Depot Wi-Fi"').waitFor();

    await page.goto('/console');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('heading', { name: 'First steps' }).count()).to.equal(0);
    await page.context().close();
  });

  it('end at a list whose heartbeats are shown by their age, and on focus by their time', async () => {
    const { api, network, org, part } = service.fixture;
    const lastHeartbeatAt = new Date(Date.now() - 200_000);
    await makeDevice(api.deps, org, { part, network, name: 'First', state: { lastHeartbeatAt } });
    const { page: list } = await service.open();
    await signInAt(list, '/devices', service.email);
    const heard = list.getByRole('row', { name: 'First' }).locator('time');
    expect(await heard.innerText()).to.match(/^\d min ago$/);
    await reach(heard);
    expect(await heard.innerText()).to.contain(`${lastHeartbeatAt.getFullYear()}`);
  });
});
