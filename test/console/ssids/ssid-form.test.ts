import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../../browser/axe.js';
import type { BrowserService } from '../../browser/browser-service.js';
import type { Misdeeds } from '../../browser/browser.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeSsid, shownSsid } from '../../fixtures/records/ssid.js';
import { markedInvalid, openGroups } from '../console-page.js';
import { check, choose, fill, pick, press, reach } from '../keyboard.js';
import { openSsidScreens } from './ssid-screens.js';

const KEY = 'correct horse battery';

// What runs in the page uses no more of it than this.
const isFocused = (element: unknown): boolean =>
  (element as { matches(selector: string): boolean }).matches(':focus');
const fieldNames = (elements: readonly unknown[]): string[] =>
  elements.map((element) => (element as { dataset: { field: string } }).dataset.field);

describe('the form of an SSID in the console', () => {
  let service: BrowserService;
  let page: Page;
  let misdeeds: Misdeeds;
  let network: number;

  before(async () => {
    ({ service, page, misdeeds, network } = await openSsidScreens('console-ssid-form'));
  });
  after(() => service.close());
  afterEach(() => {
    expect(misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
  });

  const ssid = (fields: Record<string, unknown>): Promise<number> =>
    makeSsid(service.api, service.fixture, fields, network);
  const violations = async (): Promise<readonly string[]> => {
    await loadAxe(page);
    return violationsOf(page);
  };
  const shown = (id: number) => shownSsid(service.api, service.fixture.admin.token, id);

  it('opens the groups of what the service refuses, focuses the first field, and saves once all is mended', async () => {
    const id = await ssid({ ssid_name: 'Guests', ip_address: '10.0.0.1', subnet_mask: '255.255.255.0' });
    await page.goto(`/console/networks/${network}`);
    await press(page.getByRole('link', { name: 'Guests' }));
    await openGroups(page, 'Clients', 'Addresses');
    await choose(page, 'MAC access list policy', 'Only listed clients');
    await fill(page.getByLabel('Addresses in the MAC access list'), '02-00-5e-10-00-01\nno MAC');
    const start = page.getByLabel('First DHCP address');
    expect(await start.count()).to.equal(0);
    await choose(page, 'Mode', 'Router');
    await choose(page, 'DHCP', 'Server');
    await fill(start, '10.0.1.5');
    for (const title of ['Clients', 'Addresses'])
      await press(page.getByRole('button', { name: title, exact: true }));
    expect(await start.count()).to.equal(0);
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('[1] must be a MAC address', { exact: true }).waitFor();
    await markedInvalid(start);
    const list = page.getByLabel('Addresses in the MAC access list');
    await eventually('the first refused field has the focus', () => list.evaluate(isFocused));
    await fill(list, '02-00-5e-10-00-01');
    await fill(start, '10.0.0.5');
    await openGroups(page, 'Security');
    await choose(page, 'Security mode', 'WPA3 with a shared key');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await start.getAttribute('aria-invalid')).to.not.equal('true');
    expect(await shown(id)).to.deep.include({
      dhcp_range_start: '10.0.0.5',
      acl_mac_list: ['02:00:5E:10:00:01'],
      security_mode: '4',
    });
  });

  it('leads from who may join to what that needs, and says in one line what is set', async () => {
    await ssid({ ssid_name: 'Printers', v_lan_attributes: { v_lan_id: 20 } });
    await page.goto(`/console/networks/${network}/ssids/new`);
    await page.getByText('Devices do not get this SSID until you choose').waitFor();
    await fill(page.getByLabel('Name', { exact: true }), 'Visitors');
    expect(await page.getByLabel('Key', { exact: true }).count()).to.equal(0);
    await check(page.getByRole('radio', { name: 'Clients with the password' }));
    await fill(page.getByLabel('Key', { exact: true }), KEY);
    await reach(page.getByLabel('VLAN', { exact: true }));
    await pick(page.getByRole('option', { name: /^20/ }).first());
    await page.getByText('Nothing is set', { exact: true }).first().waitFor();
    await openGroups(page, 'Clients');
    await check(page.getByLabel('Client isolation'));
    await fill(page.getByLabel('Maximum number of clients'), '64');
    await page.getByText('Client isolation, Maximum number of clients: 64', { exact: true }).waitFor();
    await page
      .getByText('Visitors: password, VLAN 20, isolated, at most 64 on each access point', { exact: true })
      .waitFor();
    expect(await violations()).to.deep.equal([]);
    await press(page.getByRole('button', { name: 'Create', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Visitors' }).waitFor();
    const id = Number(/\d+$/.exec(page.url())?.[0]);
    expect(await shown(id)).to.deep.include({
      security_mode: '5',
      wpa_key: KEY,
      is_isolate: true,
      max_association: 64,
    });
    expect(await shown(id)).to.have.nested.property('v_lan_attributes.v_lan_id', 20);
  });

  it('shows on a phone, with all groups open, every setting once and without horizontal scrolling', async () => {
    const id = await ssid({ ssid_name: 'Everything', security_mode: '2', wpa_key: KEY });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/console/networks/${network}/ssids/${id}`);
    await page.getByRole('heading', { level: 3, name: 'Options' }).waitFor();
    const titles = await page.getByRole('heading', { level: 3 }).allInnerTexts();
    expect(titles).to.have.length(8);
    await openGroups(page, ...titles);
    const chooseOf = (field: string, label: string, option: string): Promise<void> =>
      choose(page, label, option, page.locator(`[data-field="${field}"]`));
    await chooseOf('ssid_mode', 'Mode', 'Router');
    await chooseOf('dhcp_relay_server', 'DHCP', 'Relay');
    await chooseOf('captive_portal', 'Captive portal', 'Acceptance of terms');
    const labels = await page.locator('[data-field]').evaluateAll(fieldNames);
    expect(labels).to.include.members([
      'wpa_key',
      'auth_radius_id',
      'extras.dhcp_relay_address',
      'splash_url',
    ]);
    expect(new Set(labels).size).to.equal(labels.length);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);
    expect(await violations()).to.deep.equal([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
