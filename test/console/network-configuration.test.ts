import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { makeUserWithPassword } from '../browser/web-session.js';
import { eventually } from '../fixtures/eventually.js';
import { NO_RADIO } from '../fixtures/records/radio.js';
import { HeldNetwork } from './held-network.js';
import { markedInvalid, openGroups, readAgain, signInAt } from './console-page.js';
import { check, choose, fill, openTab, press, reach } from './keyboard.js';
import { observe } from '../../dev/run-loop.js';

describe('the configuration of a network in the console', () => {
  let service: BrowserService;
  let page: Page;
  let network: number;
  let edited: HeldNetwork;
  let ssid: number;

  before(async () => {
    service = await browserService('console-configuration');
    network = service.fixture.network._id;
    edited = await HeldNetwork.open(service, ['Lobby']);
    [ssid] = edited.ssids as [number];
    await edit({ ssid_name: 'Bar', max_association: 2007 });
    await edited.refuse();
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
    await signInAt(page, `/networks/${network}?tab=configuration`, service.email);
  });
  after(() => service.close());

  const edit = (network_ssid: object): Promise<void> => edited.edit(ssid, network_ssid);
  const shown = () => edited.shown(ssid);
  const alert = (of: Page) => of.getByText('The last change is held');

  async function asViewer(): Promise<Page> {
    const { user } = await makeUserWithPassword(service.api, service.fixture.org, { role: 'viewer' });
    const { page: theirs } = await service.open();
    await signInAt(theirs, `/networks/${network}?tab=configuration`, user.email);
    return theirs;
  }

  it('shows a viewer why a change is held, without the retry', async () => {
    const theirs = await asViewer();
    await alert(theirs).waitFor();
    await theirs.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(await theirs.getByRole('button', { name: /^(Retry|Undo)/ }).count()).to.equal(0);
    expect(await theirs.getByRole('tab', { name: 'Settings' }).count()).to.equal(0);
    await theirs.context().close();
  });

  it('shows which device has refused a held change and by which error, and tests the change again', async () => {
    const { _id: id, partNumber } = edited.canary.device;
    await alert(page).waitFor();
    await page.getByText(/has refused it with the error “apply”: the device could not apply/).waitFor();
    const row = page.getByRole('table', { name: 'First devices' }).getByRole('row', { name: partNumber });
    await row.getByRole('link', { name: `Device ${id}` }).waitFor();
    // It was chosen and has fetched the change, which it neither applied nor passed.
    expect(await row.getByRole('time').count()).to.equal(2);
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
    await press(page.getByRole('link', { name: 'the SSIDs' }));
    await page.getByRole('button', { name: 'Create SSID', exact: true }).waitFor();
    await openTab(page, 'Configuration');
    await press(page.getByRole('button', { name: 'Retry', exact: true }));
    await alert(page).waitFor({ state: 'detached' });
    expect(await edited.held()).to.equal(null);
  });

  // docs/configuration.md#hold-undo
  it('undoes a held change by one key, and leaves one that another user has made meanwhile', async () => {
    await edited.refuse();
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await undo.waitFor();
    await page.getByRole('listitem').getByText('Name, Maximum number of clients').waitFor();
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
    await reach(undo);
    // The page does not read the other change before the key is pressed.
    const reads = '**/v1/networks/*/configuration';
    let letRead: () => void = () => undefined;
    const isLetRead = new Promise<void>((resolve) => {
      letRead = resolve;
    });
    await page.route(reads, async (route) => {
      await isLetRead;
      await route.continue();
    });
    await edit({ ssid_name: 'Pool' });
    const radio = { bands: { '5g': { channel: 52 } } };
    await service.fixture.call('PATCH', `/v1/networks/${network}`, { body: { radio } });
    await edited.refuse();
    await page.keyboard.press('Enter');
    letRead();
    await page.getByRole('status').getByText('nothing is undone').waitFor();
    await page.unroute(reads);
    expect(await shown()).to.include({ ssid_name: 'Pool', max_association: 2007 });
    await page.route('**/v1/network_ssids/**', (route) => route.abort('connectionrefused'));
    await page.getByRole('listitem').getByRole('link', { name: 'radio settings of the network' }).waitFor();
    await press(undo);
    await page.getByText('The service cannot be reached').waitFor();
    await page.unroute('**/v1/network_ssids/**');
    await press(undo);
    await page.getByRole('status').getByText('The change is undone').waitFor();
    await page.getByText('The service cannot be reached').waitFor({ state: 'detached' });
    await alert(page).waitFor({ state: 'detached' });
    expect(await edited.held()).to.equal(null);
    expect(await shown()).to.include({ ssid_name: 'Lobby', max_association: null });
    const { body } = await service.fixture.call('GET', `/v1/networks/${network}`);
    expect((body as { data: { network: object } }).data.network).to.deep.include({ radio: NO_RADIO });
  });

  it('says what to set back by hand where a key was changed', async () => {
    await edit({ wpa_key: 'night-shift-only' });
    await edited.refuse();
    await readAgain(page, () => page.getByText('the service does not show the former one').isVisible());
    const link = page.getByRole('listitem').getByRole('link', { name: `SSID ${ssid}` });
    expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).to.equal(0);
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
    await press(link);
    await page.getByRole('heading', { name: 'Lobby' }).waitFor();
  });

  it('shows how many devices an edit of an SSID changes before it is saved', async () => {
    await eventually('a count of the device', () => observe(service.api.deps));
    await page.goto(`/console/networks/${network}`);
    await press(page.getByRole('link', { name: 'Lobby' }));
    await openGroups(page, 'Clients');
    await fill(page.getByLabel('Maximum number of clients'), '20');
    const reach = '1 device of 1 hardware part; first one of each part, then the others.';
    await page.getByText(`Saving changes ${reach}`).waitFor();
    await choose(page, 'Only on these devices and tags', 'Roof');
    await page.getByText(`Saving changes at most ${reach}`).waitFor();
    await page.keyboard.press('Escape');
    await press(page.getByRole('button', { name: 'Undo changes', exact: true }));
    await page.getByText('Saving changes').waitFor({ state: 'detached' });
  });

  it('has settings, and marks the fields whose values the service refuses', async () => {
    await page.goto(`/console/networks/${network}?tab=settings`);
    const soak = page.getByLabel('Length of the test, in seconds');
    const within = page.getByLabel('Time to confirm a change, in seconds');
    await fill(soak, '86401');
    await fill(within, '');
    await fill(page.getByLabel('Refusals that hold a change'), '');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await markedInvalid(soak);
    await markedInvalid(within);
    await markedInvalid(page.getByLabel('Refusals that hold a change'));
    await fill(soak, '45');
    await fill(within, '90');
    await check(page.getByRole('checkbox', { name: 'Hold a change that devices refuse' }));
    await choose(page, 'When a device was changed by something else', 'Apply the configuration again');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved', { exact: true }).waitFor();
    const { body } = await service.fixture.call('GET', `/v1/networks/${network}`);
    expect(body).to.have.deep.nested.property('data.network.configuration', {
      canary: true,
      canary_forced: false,
      soak_s: 45,
      stop_after: null,
      confirm_within_s: 90,
      on_drift: 'restore',
    });
    await openTab(page, 'Configuration');
    await page.getByText('45 s', { exact: true }).waitFor();
    await page.getByText('Any number goes on').waitFor();
  });

  // docs/configuration.md#settings-forced
  it('says why canaries cannot be turned off where access points speak uCentral', async () => {
    const { devices } = service.api.deps.mongo.models;
    await devices.updateOne({ _id: edited.canary.device._id }, { $set: { isUcentral: true } });
    await page.goto(`/console/networks/${network}?tab=settings`);
    const box = page.getByRole('checkbox', {
      name: 'Test changes on one device of each hardware part first',
    });
    const why = 'Always: access points here speak uCentral, and restore nothing by themselves';
    await page.getByText(why).waitFor();
    expect([await box.isChecked(), await box.isDisabled()]).to.deep.equal([true, true]);
    await page.getByText('60 to 86,400').waitFor();
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
    await openTab(page, 'Configuration');
    await page.getByText(`One device of each part first. ${why}`).waitFor();
  });
});
