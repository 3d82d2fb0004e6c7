import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { BrowserService } from '../../browser/browser-service.js';
import type { Misdeeds } from '../../browser/browser.js';
import { makeUserWithPassword } from '../../browser/web-session.js';
import { makeSsid, shownSsid } from '../../fixtures/records/ssid.js';
import { markedInvalid, openGroups, signInAt } from '../console-page.js';
import { check, choose, fill, press } from '../keyboard.js';
import { openSsidScreens } from './ssid-screens.js';

const NONE = {
  fast_roaming: null,
  neighbor_reports: null,
  bss_transition: null,
  dynamic_vlan: null,
  dtim_period: null,
  dhcp_relay_address: null,
  options: null,
};

describe('advanced settings of SSIDs in the console', () => {
  let service: BrowserService;
  let page: Page;
  let misdeeds: Misdeeds;
  let network: number;

  before(async () => {
    ({ service, page, misdeeds, network } = await openSsidScreens('console-ssid-extras'));
  });
  after(() => service.close());
  afterEach(() => {
    expect(misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
  });

  const ssid = (fields: Record<string, unknown>): Promise<number> =>
    makeSsid(service.api, service.fixture, fields, network);
  const extrasOf = async (id: number) =>
    (await shownSsid(service.api, service.fixture.admin.token, id))['extras'];
  const save = async (): Promise<void> => {
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved', { exact: true }).waitFor();
  };

  it('are saved, and removed again', async () => {
    const id = await ssid({ ssid_name: 'Roaming', security_mode: '2', wpa_key: 'room-service-only' });
    await page.goto(`/console/networks/${network}/ssids/${id}`);
    await openGroups(page, 'Radio and roaming', 'Addresses');
    await choose(page, 'Mode', 'Router');
    await choose(page, 'DHCP', 'Relay');
    await check(page.getByLabel('Fast roaming (802.11r)'));
    await check(page.getByLabel('Neighbor reports (802.11k)'));
    await fill(page.getByLabel('DTIM period'), '3');
    await fill(page.getByLabel('DHCP server to relay to'), '192.0.2.9');
    await save();
    const set = { ...NONE, fast_roaming: true, neighbor_reports: true, dtim_period: 3 };
    expect(await extrasOf(id)).to.deep.equal({ ...set, dhcp_relay_address: '192.0.2.9' });
    await fill(page.getByLabel('DHCP server to relay to'), '');
    await check(page.getByLabel('Neighbor reports (802.11k)'));
    await save();
    expect(await extrasOf(id)).to.deep.equal({ ...set, neighbor_reports: null });
  });

  it('have options as rows', async () => {
    const id = await ssid({ ssid_name: 'Options', extras: { options: { hostapd: { okc: '1' } } } });
    await page.goto(`/console/networks/${network}/ssids/${id}`);
    await page.getByText('hostapd: okc=1').waitFor();
    await openGroups(page, 'Options');
    await page.getByLabel('Value of option 1').waitFor();
    expect(await page.getByLabel('Name of option 1').inputValue()).to.equal('okc');
    await press(page.getByRole('button', { name: 'Add an option', exact: true }));
    await choose(page, 'Kind of option 2', 'OpenWrt (UCI)');
    await fill(page.getByLabel('Name of option 2'), 'uapsd');
    await fill(page.getByLabel('Value of option 2'), '0');
    await save();
    expect(await extrasOf(id)).to.deep.equal({
      ...NONE,
      options: { hostapd: { okc: '1' }, uci: { uapsd: '0' } },
    });
    await fill(page.getByLabel('Name of option 1'), 'uapsd');
    await choose(page, 'Kind of option 1', 'OpenWrt (UCI)');
    await page.getByText('A later row has the same name and is used instead').waitFor();
    await press(page.getByRole('button', { name: 'Remove option 1', exact: true }));
    await save();
    expect(await extrasOf(id)).to.deep.equal({ ...NONE, options: { hostapd: {}, uci: { uapsd: '0' } } });
    await press(page.getByRole('button', { name: 'Remove option 1', exact: true }));
    await save();
    expect(await extrasOf(id)).to.equal(undefined);
  });

  it('show what the service refuses at their fields', async () => {
    const id = await ssid({ ssid_name: 'Refused', security_mode: '0' });
    await page.goto(`/console/networks/${network}/ssids/${id}`);
    await openGroups(page, 'Radio and roaming', 'Options');
    await fill(page.getByLabel('DTIM period'), '0');
    await press(page.getByRole('button', { name: 'Add an option', exact: true }));
    await fill(page.getByLabel('Name of option 1'), 'wpa_key_mgmt');
    await fill(page.getByLabel('Value of option 1'), 'NONE');
    await press(page.getByRole('button', { name: 'Add an option', exact: true }));
    await fill(page.getByLabel('Name of option 2'), 'no name');
    await fill(page.getByLabel('Value of option 2'), '1');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await markedInvalid(page.getByLabel('DTIM period'));
    await page.getByText('is an option that changes the security of the SSID', { exact: true }).waitFor();
    await page.getByText('hostapd: must have names of 1 to 64 characters', { exact: false }).waitFor();
    await press(page.getByRole('button', { name: 'Remove option 2', exact: true }));
    await press(page.getByRole('button', { name: 'Remove option 1', exact: true }));
    await fill(page.getByLabel('DTIM period'), '2');
    await check(page.getByLabel('Fast roaming (802.11r)'));
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('must be off without a key or a RADIUS server', { exact: true }).waitFor();
    await check(page.getByLabel('Fast roaming (802.11r)'));
    await save();
    expect(await extrasOf(id)).to.deep.equal({ ...NONE, dtim_period: 2 });
  });

  it('have options that other users than administrators only see', async () => {
    const id = await ssid({ ssid_name: 'Seen', extras: { options: { hostapd: { okc: '1' } } } });
    const { user } = await makeUserWithPassword(service.api, service.fixture.org, {
      role: 'operator',
      networks: [{ id: network, access: 'full' }],
    });
    const { page: theirs } = await service.open();
    await signInAt(theirs, `/networks/${network}/ssids/${id}`, user.email);
    await openGroups(theirs, 'Radio and roaming', 'Options');
    await theirs.getByText('hostapd: okc=1', { exact: true }).waitFor();
    expect(await theirs.getByRole('button', { name: 'Add an option', exact: true }).count()).to.equal(0);
    await fill(theirs.getByLabel('DTIM period'), '4');
    await press(theirs.getByRole('button', { name: 'Save', exact: true }));
    await theirs.getByText('Saved', { exact: true }).waitFor();
    expect(await extrasOf(id)).to.deep.include({ dtim_period: 4 });
    await theirs.context().close();
  });

  it('say on the page of a device which SSID another one of the name keeps off it', async () => {
    const { fixture } = service;
    const device = await fixture.device({ network: fixture.network, name: 'Lobby AP' });
    const general = await ssid({ ssid_name: 'Lobby' });
    await ssid({ ssid_name: 'Lobby', associated_aps_and_tags: [`AP:${device._id}`] });
    await page.goto(`/console/devices/${device._id}?tab=configuration`);
    const row = page.getByRole('table', { name: 'Left out' }).getByRole('row', { name: `SSID ${general}` });
    await row.getByText('The device has another SSID of this name').waitFor();
  });
});
