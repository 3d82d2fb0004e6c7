import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { screenshot } from './browser.js';
import { browserService, type BrowserService } from './browser-service.js';
import { makeDevices, type TestDevice } from '../fixtures/records/device.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { eventually } from '../fixtures/eventually.js';
import { tomorrow } from '../fixtures/records/upgrade-fixture.js';

describe('upgrades page in a browser', () => {
  let service: BrowserService;
  let page: Page;

  before(async () => {
    service = await browserService('upgrades-page');
    const opened = await service.open();
    page = opened.page;
    await service.signIn(page);
  });
  beforeEach(() => page.goto('/upgrades'));
  after(() => service.close());

  const rows = () => page.locator('#upgrades tbody tr[data-id]');
  const texts = (column: string) => page.locator(`#upgrades tbody td.c-${column}`).allInnerTexts();

  /** Creates pending upgrades of devices in a network of their own. */
  async function pendingUpgrades(count: number, networkName: string): Promise<TestDevice[]> {
    const { api, org, part } = service.fixture;
    const network = await makeNetwork(api.deps, org, { networkName });
    const devices = await makeDevices(api.deps, org, count, (index) => ({
      network,
      part,
      name: `${networkName} ${String(index).padStart(2, '0')}`,
    }));
    const aps = [`network:${network._id}`];
    await service.fixture.post({ aps, schedule_type: 'later', schedule_at: tomorrow() });
    await page.reload();
    await rows().first().waitFor();
    return devices;
  }

  it('follows the rows of an upgrade for a tag to Success without a reload', async () => {
    const { api, org, part } = service.fixture;
    const tag = await service.tag('lobby');
    const devices = await makeDevices(api.deps, org, 6, (index) => ({
      part,
      tags: [tag],
      name: `Lobby AP ${index + 1}`,
    }));
    const beat = async (device: TestDevice, firmware_version: string, upgrade?: object) => {
      const body = { mac_id: device.macId, firmware_version, upgrade };
      const reply = await api.call('POST', '/device/v1/heartbeat', { token: device.deviceKey, body });
      expect(reply.status, reply.text).to.equal(200);
      return (reply.body as { upgrade?: { id: number } | null }).upgrade;
    };
    expect((await service.fixture.post({ aps: [`tag:${tag._id}`] })).status).to.equal(200);
    await page.reload();
    await page.evaluate('window.neverReloaded = true');

    await eventually('all rows', async () => (await rows().count()) === 6);
    for (const device of devices) {
      const { id } = await eventually('an offer', () => beat(device, device.firmwareVersion));
      await beat(device, device.firmwareVersion, { id, state: 'downloading', progress: 40 });
    }
    await page.locator('.pill.downloading, .pill.installing').first().waitFor();
    await screenshot(page, 'running');
    await eventually('every row says Success', async () => {
      for (const device of devices) await beat(device, '1.10.0');
      return (await texts('status')).every((text) => text === 'Success');
    });
    expect(await page.evaluate('window.neverReloaded')).to.equal(true);
    await screenshot(page, 'success');
  });

  it('searches by name, MAC and status', async () => {
    const devices = await pendingUpgrades(4, 'Searched');
    const search = page.getByRole('searchbox');
    await search.fill('searched 02');
    await eventually('one row', async () => (await texts('device_names')).join() === 'Searched 02');
    await search.fill(devices[1]?.macId ?? '');
    await eventually('by MAC', async () => (await texts('device_names')).join() === 'Searched 01');
    await search.fill('PENDING');
    await eventually('by status', async () => (await rows().count()) >= 4);
    expect(new Set(await texts('status'))).to.deep.equal(new Set(['Pending']));
    await search.fill('nothing like this');
    await page.getByText('No upgrade matches the search.').waitFor();
  });

  it('sorts by a column in both directions, and pages', async () => {
    const devices = await pendingUpgrades(24, 'Sorted');
    await page.getByRole('searchbox').fill('sorted');
    await page.getByLabel('Rows').selectOption('10');
    await page.getByRole('columnheader', { name: 'MAC' }).click();
    const macs = devices.map(({ macId }) => macId).sort();
    const shows = (what: string, expected: string[]) =>
      eventually(what, async () => (await texts('mac_id')).join() === expected.join());
    await shows('ascending', macs.slice(0, 10));
    await page.getByRole('link', { name: 'Next' }).click();
    await shows('second page', macs.slice(10, 20));
    expect(await page.locator('.dt-info').innerText()).to.contain('11–20 of 24');
    await page.getByRole('link', { name: 'Last' }).click();
    await shows('last page', macs.slice(20));
    await page.getByRole('columnheader', { name: 'MAC' }).click();
    await shows('descending', [...macs].reverse().slice(0, 10));
    expect(await page.locator('th[aria-sort="descending"]').innerText()).to.equal('MAC');
  });

  it('leads to the upgrades of the device in the console', async () => {
    await pendingUpgrades(1, 'Linked');
    await page.getByRole('link', { name: 'Linked 00' }).click();
    await page.getByRole('heading', { level: 1, name: 'Linked 00' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the upgrade to 1.10.0', exact: true }).waitFor();
  });

  it('leads to the schedules and to a new rollout in the console', async () => {
    await page.getByRole('link', { name: 'Rollouts and schedules' }).click();
    await page.getByRole('heading', { level: 2, name: 'Schedules' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Upgrade devices' }).click();
    await page.getByRole('heading', { level: 1, name: 'Create rollout' }).waitFor();
  });

  it('shows an outage of the service, and resumes when it is back', async () => {
    await page.context().setOffline(true);
    const freshness = page.locator('#freshness');
    await eventually('stale', async () => (await freshness.innerText()).startsWith('Not up to date'));
    await page.context().setOffline(false);
    await eventually('live', async () => (await freshness.innerText()) === 'Live');
  });

  it('redirects to the sign-in page when the session has ended, and back after sign-in', async () => {
    await page.context().clearCookies();
    const signInPage = page.waitForURL('**/sign_in?next=%2Fupgrades');
    // The page sends a request at once. A poll in flight may already navigate to the sign-in page and abort the
    // evaluation.
    await page.evaluate("window.dispatchEvent(new Event('online'))").catch(() => undefined);
    await signInPage;
    await service.signIn(page);
    expect(new URL(page.url()).pathname).to.equal('/upgrades');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    // The page may notice the end of the session first.
    await page.waitForURL(/\/sign_in/);
  });
});
