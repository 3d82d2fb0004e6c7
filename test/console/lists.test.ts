import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { makeUserWithPassword } from '../browser/web-session.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevices } from '../fixtures/records/device.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { tomorrow } from '../fixtures/records/upgrade-fixture.js';
import { shownWebhook } from '../fixtures/records/webhook-fixture.js';
import { Receiver } from '../webhooks/receiver.js';
import { check, choose, openTab, pick, press } from './keyboard.js';
import { readAgain, signInAt } from './console-page.js';

const PAGE = 50;
/** As many as one page of a list that a picker reads. */
const NETWORKS = 200;

describe('lists of the console', () => {
  let service: BrowserService;
  let page: Page;

  before(async () => {
    service = await browserService('console-lists');
    const { api, org, part, network } = service.fixture;
    await makeDevices(api.deps, org, PAGE + 10, () => ({ network, part }));
    await makeNetwork(api.deps, org, { networkName: 'Annexe' });
    for (let made = 0; made < NETWORKS; made += 1)
      await makeNetwork(api.deps, org, { networkName: `Site ${made}` });
    await makeNetwork(api.deps, org, { networkName: 'Youngest' });
    ({ page } = await service.open());
    await signInAt(page, '', service.email);
  });
  after(() => service.close());

  const isFocused = (control: Locator) => control.and(page.locator(':focus')).waitFor();
  const dialog = () => page.getByRole('dialog');
  const selectFirst = () => check(page.getByRole('row').nth(1).getByRole('checkbox'));

  it('offer all devices that match a filter whose devices are not counted', async () => {
    await page.goto(`/console/devices?state=never_heard&network_id=${service.fixture.network._id}`);
    await selectFirst();
    await press(page.getByRole('button', { name: 'Select all matching', exact: true }));
    await page.getByText(`${PAGE + 10} devices selected`).waitFor();
  });

  it('ask for the number of a selection that is not counted to its end, and say that there are more', async () => {
    await page.goto('/console/devices');
    await page.route('**/v1/selections', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...rest, data: { ...data, count_is_exact: false } } });
    });
    await selectFirst();
    await press(page.getByRole('button', { name: /^Select all/ }));
    await page.getByText(`at least ${PAGE + 10} devices selected`).waitFor();
    await page.unroute('**/v1/selections');
    await press(page.getByRole('button', { name: 'Release', exact: true }));
    await page.getByRole('dialog', { name: `Release: at least ${PAGE + 10} devices` }).waitFor();
    await dialog()
      .getByLabel(`Type ${PAGE + 10} to confirm`)
      .waitFor();
    expect(await dialog().getByRole('button', { name: 'Release', exact: true }).isEnabled()).to.equal(false);
  });

  it('name all networks in their pickers, also the youngest of more than a page', async () => {
    await page.goto('/console/devices');
    await choose(page, 'Network', 'Annexe');
    await page.getByText('Nothing matches the filters.').waitFor();
    await press(page.getByLabel('Network', { exact: true }));
    await page.keyboard.type('Youngest');
    await page.getByRole('option', { name: 'Youngest' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('keep their rows when the next page cannot be read', async () => {
    await page.goto('/console/devices');
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    await eventually('the first page', async () => (await rows.count()) === PAGE);
    await page.route('**/v1/devices?*cursor=*', (route) => route.abort('connectionrefused'));
    await press(page.getByRole('button', { name: 'Next page', exact: true }));
    await page.getByText('The service cannot be reached').waitFor();
    expect(await rows.count()).to.equal(PAGE);
    await page.unroute('**/v1/devices?*cursor=*');
    await press(page.getByRole('button', { name: 'Retry', exact: true }));
    await eventually('the next page', async () => (await rows.count()) === 10);
  });

  it('of networks are sorted by what the service sorts by', async () => {
    await page.goto('/console/networks');
    await page.getByRole('columnheader', { name: 'Devices' }).waitFor();
    const sortable = page.getByRole('columnheader').filter({ has: page.getByRole('button') });
    expect(await sortable.allInnerTexts()).to.deep.equal(['Name']);
  });

  it('keep the order of their rows under the pointer, and change them in place', async () => {
    const { fixture } = service;
    const { _id: id } = await makeNetwork(fixture.api.deps, fixture.org, { networkName: 'Aardvark' });
    await page.goto('/console/networks?sort=network_name');
    const row = page.getByRole('row').filter({ has: page.getByRole('link') });
    await row.filter({ hasText: 'Aardvark' }).waitFor();
    const nameIn = (index: number) => row.nth(index).getByRole('link').first().innerText();
    const firsts = async (): Promise<string[]> => [await nameIn(0), await nameIn(1)];
    const body = { network_name: 'Beach' };
    expect((await fixture.call('PATCH', `/v1/networks/${id}`, { body })).status).to.equal(200);
    const box = await row.first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await readAgain(page, async () => (await firsts())[0] === 'Beach');
    expect(await firsts()).to.deep.equal(['Beach', 'Annexe']);
    await page.mouse.move(1, 1);
    await eventually('the new order', async () => (await firsts()).join() === 'Annexe,Beach');
  });

  it('lead to records whose forms are their own after Back', async () => {
    const { _id: id, networkName } = service.fixture.network;
    const name = page.getByLabel('Name', { exact: true });
    const shows = (text: string) => eventually(text, async () => (await name.inputValue()) === text);
    await page.goto(`/console/networks/${id}?tab=settings`);
    await shows(networkName);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.type('Annexe');
    await pick(page.getByRole('option', { name: 'Annexe' }));
    await page.getByRole('heading', { level: 1, name: 'Annexe' }).waitFor();
    await openTab(page, 'Settings');
    await shows('Annexe');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: networkName }).waitFor();
    await shows(networkName);
  });

  it('of users disable the user whom the dialog names, also when another administrator was faster', async () => {
    const { user } = await makeUserWithPassword(service.api, service.fixture.org, { role: 'viewer' });
    await page.goto(`/console/users/${user._id}`);
    await press(page.getByRole('button', { name: 'Disable', exact: true }));
    await page.getByRole('dialog', { name: `Disable ${user.email}` }).waitFor();
    const body = { is_disabled: true };
    expect((await service.fixture.call('PATCH', `/v1/users/${user._id}`, { body })).status).to.equal(200);
    for (let presses = 0; presses < 2; presses += 1) {
      const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await press(dialog().getByRole('button', { name: 'Disable', exact: true }));
      expect((await answered).status()).to.equal(412);
      await dialog().getByText('The record has changed since this page read it').waitFor();
    }
    const stored = await service.api.deps.mongo.models.users.findById(user._id).lean();
    expect(stored?.disabledAt).to.be.an.instanceOf(Date);
  });

  it('keep the focus near what is removed', async () => {
    await page.goto('/console/rollouts/new');
    for (const stage of [3, 3])
      await press(page.getByRole('button', { name: `Remove stage ${stage}`, exact: true }));
    await isFocused(page.getByRole('button', { name: 'Remove stage 2', exact: true }));
    await page.keyboard.press('Enter');
    await isFocused(page.getByRole('button', { name: 'Add a stage', exact: true }));

    await service.open().then(({ page: other }) => signInAt(other, '', service.email));
    await page.goto('/console/tokens');
    await press(page.getByRole('button', { name: 'Revoke Browser session', exact: true }).first());
    await press(dialog().getByRole('button', { name: 'Revoke', exact: true }));
    await dialog().waitFor({ state: 'detached' });
    await isFocused(page.getByRole('button', { name: 'Revoke Browser session', exact: true }).first());
  });

  it('show the test that was sent to a webhook', async () => {
    const receiver = await Receiver.open();
    const body = { url: receiver.url, types: ['rollout.paused'] };
    const { id } = shownWebhook(await service.fixture.call('POST', '/v1/webhooks', { body }), 201);
    await page.goto(`/console/webhooks/${id}`);
    await press(page.getByRole('button', { name: 'Send test', exact: true }));
    await page.getByRole('row', { name: /webhook\.test/ }).waitFor();
    await eventually('the test arrives', () => receiver.received.length === 1);
    await receiver.close();
  });

  it('show schedules beside rollouts, and cancel them', async () => {
    const { fixture } = service;
    const later = { schedule_type: 'later', schedule_at: tomorrow(), time_zone: 'Etc/UTC' };
    const aps = [`network:${fixture.network._id}`];
    expect((await fixture.post({ aps, version: '1.10.0', ...later })).status).to.equal(200);
    await page.goto('/console/rollouts');
    const title = `the upgrade of ${fixture.network.networkName} to 1.10.0`;
    await page.getByRole('row', { name: new RegExp(fixture.network.networkName) }).waitFor();
    await press(page.getByRole('button', { name: `Cancel ${title}`, exact: true }));
    await press(
      page
        .getByRole('dialog', { name: `Cancel ${title}` })
        .getByRole('button', { name: 'Cancel upgrades', exact: true }),
    );
    await page.getByText('No upgrade is scheduled outside of a rollout.').waitFor();
    const { schedules } = service.api.deps.mongo.models;
    const [stored] = await schedules.find({ organisationId: fixture.org }).lean();
    expect(stored?.state).to.equal('cancelled');
  });
});
