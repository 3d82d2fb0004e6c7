import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { loadAxe, violationsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { makeSsid } from '../fixtures/records/ssid.js';
import { confirmAction, readAgain, signInAt } from './console-page.js';
import { HeldNetwork } from './held-network.js';
import { openTab, press } from './keyboard.js';

// docs/configuration.md#hold-undo-broken-off
describe('an undo of several SSIDs that breaks off in the console', () => {
  let service: BrowserService;
  let page: Page;
  let network: HeldNetwork;
  let lobby: number;
  let pool: number;
  /** The SSIDs to which the page has sent an update. */
  let sent: number[];

  before(async () => {
    service = await browserService('console-broken-off-undo');
    network = await HeldNetwork.open(service, ['Lobby', 'Pool']);
    [lobby, pool] = network.ssids as [number, number];
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
    await signInAt(page, '/networks', service.email);
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(Number(/\d+$/.exec(request.url())?.[0]));
    });
  });
  after(() => service.close());

  beforeEach(async () => {
    await page.unrouteAll();
    await network.edit(lobby, { ssid_name: 'Bar' });
    await network.edit(pool, { ssid_name: 'Spa' });
    await network.refuse();
    await page.goto(`/console/networks/${service.fixture.network._id}?tab=configuration`);
    sent = [];
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const alert = () => page.getByRole('alert').filter({ hasText: 'The undo is incomplete' });
  const names = async () => [
    (await network.shown(lobby))['ssid_name'],
    (await network.shown(pool))['ssid_name'],
  ];
  const success = () => page.getByRole('status').getByText('The change is undone');

  /** Presses Undo; the update of one SSID meets what happens meanwhile. */
  async function undoWhile(ssid: number, meanwhile: (route: Route) => Promise<void>): Promise<void> {
    await button('Undo').waitFor();
    // Not `times: 1`: the end of the interception can leave the request that it has failed without an answer.
    let met = false;
    await page.route(`**/v1/network_ssids/${ssid}`, (route) => {
      if (met) return route.continue();
      met = true;
      return meanwhile(route);
    });
    await press(button('Undo'));
    await alert().getByText(`SSID ${lobby} was set back`).waitFor();
    expect(await success().count()).to.equal(0);
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
  }

  async function undoTheRest(): Promise<void> {
    sent = [];
    await press(button('Undo the rest'));
    await success().waitFor();
    await alert().waitFor({ state: 'detached' });
    expect(sent).to.deep.equal([pool]);
    expect(await names()).to.deep.equal(['Lobby', 'Pool']);
  }

  it('names the SSID that is set back and the one that is refused, and undoes the rest once it is mended', async () => {
    let other = 0;
    await undoWhile(pool, async (route) => {
      other = await makeSsid(service.api, service.fixture, { ssid_name: 'Pool' });
      await route.continue();
    });
    await alert()
      .getByText(
        `SSID ${pool} was not set back: The SSID could not be updated; ssid_name is already the name`,
      )
      .waitFor();
    expect(await names()).to.deep.equal(['Lobby', 'Spa']);
    expect(await network.held()).to.equal(null);
    await alert().getByText('which is new').waitFor();
    expect(await button('Undo the rest').count()).to.equal(0);
    await press(alert().getByRole('link', { name: `SSID ${other}` }));
    await confirmAction(page, 'Delete');
    await page.getByRole('button', { name: 'Create SSID', exact: true }).waitFor();
    await openTab(page, 'Configuration');
    await undoTheRest();
  });

  it('does not overwrite what another user changes between two updates', async () => {
    await undoWhile(lobby, async (route) => {
      const response = await route.fetch();
      await network.edit(pool, { ssid_name: 'Sauna' });
      await route.fulfill({ response });
    });
    await alert()
      .getByText(`SSID ${pool} was not set back: The network has been changed meanwhile`)
      .waitFor();
    expect(sent).to.deep.equal([lobby]);
    expect(await names()).to.deep.equal(['Lobby', 'Sauna']);
    await network.refuse();
    await readAgain(page, () => button('Undo').isVisible());
    expect(await button('Undo the rest').count()).to.equal(0);
    sent = [];
    await press(button('Undo'));
    await success().waitFor();
    expect(sent).to.deep.equal([pool]);
    expect(await names()).to.deep.equal(['Lobby', 'Pool']);
  });

  it('does not say whether an SSID is set back whose answer was lost', async () => {
    await undoWhile(pool, (route) => route.abort('connectionreset'));
    await alert()
      .getByText(`SSID ${pool} may have been set back or not: The service cannot be reached`)
      .waitFor();
    await undoTheRest();
  });

  it('says that an SSID was deleted meanwhile, which no update sets back', async () => {
    await undoWhile(pool, async (route) => {
      const deleted = await service.fixture.call('DELETE', `/v1/network_ssids/${pool}`);
      expect(deleted.status, deleted.text).to.equal(200);
      await route.continue();
    });
    await alert().getByText(`SSID ${pool} was not set back: SSID not found`).waitFor();
    await alert().getByText(`SSID ${pool}, which was deleted: create it again`).waitFor();
    expect(await button('Undo the rest').count()).to.equal(0);
  });
});
