import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { simulate, type Simulation } from '../../dev/simulator/simulate.js';
import { screenshot } from './browser.js';
import { browserService, type BrowserService } from './browser-service.js';
import { makeDevices, makePart, type TestDevice } from '../fixtures/records/device.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { eventually } from '../fixtures/eventually.js';
import { tomorrow } from '../fixtures/records/upgrade-fixture.js';

describe('upgrades page in a browser', () => {
  let service: BrowserService;
  let page: Page;
  let simulation: Simulation | undefined;

  before(async () => {
    service = await browserService('upgrades-page');
    const opened = await service.open();
    page = opened.page;
    await service.signIn(page);
  });
  beforeEach(() => page.goto('/upgrades'));
  afterEach(() => simulation?.stop());
  after(() => service.close());

  const rows = () => page.locator('#upgrades tbody tr[data-id]');
  const texts = (column: string) => page.locator(`#upgrades tbody td.c-${column}`).allInnerTexts();
  const message = () => page.locator('#said').innerText();

  async function pick(typed: string, label: string): Promise<void> {
    await page.getByLabel('Devices, networks and tags').fill(typed);
    await page.getByRole('option', { name: label }).click();
  }

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

  it('schedules an upgrade for a tag and follows its rows to Success', async () => {
    const { api, org, part } = service.fixture;
    const tag = await service.tag('lobby');
    const devices = await makeDevices(api.deps, org, 6, (index) => ({
      part,
      tags: [tag],
      name: `Lobby AP ${index + 1}`,
    }));
    const specs = devices.map(({ macId, deviceKey, firmwareVersion }) => ({
      macId,
      deviceKey,
      firmwareVersion,
      behaviour: { kind: 'normal' } as const,
      ports: 0,
    }));
    simulation = simulate(specs, { url: api.url, speed: 4, seed: 5, connections: 4 });

    await page.getByRole('button', { name: 'Schedule upgrade' }).click();
    await pick('lob', 'lobby devices with this tag');
    await screenshot(page, 'schedule-dialog');
    await page.getByRole('button', { name: 'Upgrade now' }).click();
    await eventually('the message', async () => (await message()) === 'Successfully created Upgrade!');
    await page.evaluate('window.neverReloaded = true');

    const bar = page.getByRole('progressbar', { name: 'Version 1.10.0 for tag lobby' });
    await bar.waitFor();
    await eventually('all rows', async () => (await rows().count()) === 6);
    await page.locator('.pill.downloading, .pill.installing').first().waitFor();
    await screenshot(page, 'running');
    await eventually(
      'every row says Success',
      async () => (await texts('status')).every((text) => text === 'Success'),
      120_000,
    );
    await eventually('the bar is full', async () => {
      const shown = await bar.getAttribute('aria-valuetext');
      return shown === '6 of 6 finished: 6 done';
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

  it('deletes a pending upgrade only after confirmation', async () => {
    await pendingUpgrades(3, 'Deleted');
    await page.getByRole('searchbox').fill('deleted');
    await eventually('three rows', async () => (await rows().count()) === 3);
    const deletion = page.getByRole('button', { name: 'Delete the upgrade of Deleted 01' });
    await deletion.click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete the upgrade?' });
    expect(await dialog.innerText()).to.contain('The pending upgrade of Deleted 01 to 1.10.0');
    await screenshot(page, 'delete-dialog');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    expect(await rows().count()).to.equal(3);
    await deletion.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await eventually('the row is gone', async () => (await rows().count()) === 2);
    expect(await message()).to.equal('Deleted the upgrade of Deleted 01.');
    expect(await texts('device_names')).not.to.include('Deleted 01');
  });

  it('asks before a deletion although the close of the last question is reported late', async () => {
    const answers = await page.evaluate(`(async () => {
      const { confirmDeletion } = await import('/assets/dialogs.js');
      const dialog = document.getElementById('confirm');
      const first = confirmDeletion('First?', '');
      dialog.close('cancel');
      const second = confirmDeletion('Second?', '');
      await new Promise((resolve) => dialog.addEventListener('close', () => setTimeout(resolve)));
      dialog.close('yes');
      return [await first, await second];
    })()`);
    expect(answers).to.deep.equal([false, true]);
  });

  it('deletes a whole pending schedule', async () => {
    await pendingUpgrades(5, 'Whole');
    const name = 'Delete the pending upgrades to 1.10.0 for network Whole';
    await page.getByRole('button', { name }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await eventually('the message', async () => (await message()) === 'Deleted 5 pending upgrades.');
    await page.getByRole('button', { name }).waitFor({ state: 'detached' });
  });

  it('schedules a chosen version for a date and time in a zone found by search', async () => {
    const device = await service.fixture.device({ name: 'Scheduled later' });
    await page.getByRole('button', { name: 'Schedule upgrade' }).click();
    await pick('scheduled later', 'Scheduled later');
    await page.getByLabel('This version').check();
    expect(await page.locator('#version option').allInnerTexts()).to.deep.equal(['1.10.0', '1.9.0']);
    await page.getByRole('combobox', { name: 'Version' }).selectOption('1.9.0');
    await page.getByLabel('At a date and time').check();
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).to.equal('Europe/Berlin');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('kolk');
    await page.getByRole('option', { name: 'Asia/Kolkata' }).click();
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Date and time', { exact: true }).fill(`${day}T02:30`);
    expect(await page.locator('#preview').innerText()).to.match(/^Starts in (29|30) days: .*UTC\+05:30/);
    await page.getByLabel('Save the previous configuration').check();
    await screenshot(page, 'schedule-later');
    await page.locator('#submit-schedule').click();
    await eventually('the message', async () => (await message()) === 'Successfully created Upgrade!');
    const upgrade = await service.fixture.pending(device);
    expect(upgrade).to.include({ version: '1.9.0', timeZone: 'Asia/Kolkata', savePrevConfig: true });
    const due = new Date(`${day}T02:30:00+05:30`).getTime();
    expect(upgrade?.dueAt.getTime()).to.equal(due);
  });

  it("shows the service's message on a refusal, and keeps the form", async () => {
    const other = await makePart(service.api.deps);
    const device = await service.fixture.device({ name: 'Without firmware', part: other });
    await page.getByRole('button', { name: 'Schedule upgrade' }).click();
    await page.getByRole('button', { name: 'Upgrade now' }).click();
    const refusal = page.locator('#refusal');
    expect(await refusal.innerText()).to.equal('Choose at least one device, network or tag.');
    await pick('without firmware', 'Without firmware');
    await page.getByRole('button', { name: 'Upgrade now' }).click();
    await eventually('the refusal', async () => (await refusal.innerText()).includes(device.macId));
    expect(await refusal.innerText()).to.equal(`Firmware 1.10.0 is not available for: ${device.macId}`);
    await page.getByRole('button', { name: 'Close' }).click();
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
    const signInPage = page.waitForURL('**/sign_in?next=%2Fupgrades', { timeout: 60_000 });
    // The page sends a request at once. A poll in flight may already navigate to the sign-in page and abort the
    // evaluation.
    await page.evaluate("window.dispatchEvent(new Event('online'))").catch(() => undefined);
    await signInPage;
    await service.signIn(page);
    expect(new URL(page.url()).pathname).to.equal('/upgrades');
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The page may notice the end of the session first.
    await page.waitForURL(/\/sign_in/);
  });
});
