import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import type { Misdeeds } from '../browser/browser.js';
import { makeUserWithPassword } from '../browser/web-session.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { signInAt } from './console-page.js';
import { fill, pick, press, reach } from './keyboard.js';

describe('the audit log in the console', () => {
  let service: BrowserService;
  let page: Page;
  let misdeeds: Misdeeds;
  let email: string;

  before(async () => {
    service = await browserService('console-audit');
    ({ page, misdeeds } = await service.open({ reducedMotion: 'reduce' }));
    const { user } = await makeUserWithPassword(service.api, service.fixture.org, { role: 'super_admin' });
    ({ email } = user);
    await signInAt(page, '/settings', email);
  });
  after(() => service.close());
  afterEach(() => {
    expect(misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
  });

  const rename = async (id: number, fields: object): Promise<void> => {
    const { status, text } = await service.fixture.call('PATCH', `/v1/networks/${id}`, { body: fields });
    expect(status, text).to.equal(200);
  };

  it('names records as they are now and as they were, and says what changed', async () => {
    const { api, org, admin } = service.fixture;
    const { _id: id } = await makeNetwork(api.deps, org, { networkName: 'Lobby' });
    await rename(id, { network_name: 'Hall' });
    await rename(id, { network_name: 'Atrium', time_zone: 'Europe/Berlin' });
    await page.goto(`/console/audit?subject=network:${id}`);
    const rows = page.getByRole('row').filter({ hasText: 'Network updated' });
    await rows.nth(1).waitFor();
    const [newest, older] = [rows.nth(0), rows.nth(1)];
    await older.getByText('Network name from “Lobby” to “Hall”').waitFor();
    await older.getByText('(then “Hall”)').waitFor();
    await newest.getByText('from “Hall” to “Atrium”').waitFor();
    expect(await newest.innerText())
      .to.contain('Time zone set to “Europe/Berlin”')
      .and.to.contain(admin.user.email);
    expect(await newest.innerText()).not.to.contain('then');
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await press(older.getByRole('link', { name: 'Atrium' }));
    await page.getByRole('heading', { level: 1, name: 'Atrium' }).waitFor();
  });

  it('says who has changed the key of an SSID, one step from it', async () => {
    const { fixture } = service;
    const { api, org, admin } = fixture;
    const { _id: networkId } = await makeNetwork(api.deps, org, { networkName: 'Pavilion' });
    const network_ssid = { ssid_name: 'Guests', wpa_key: 'the first key' };
    const made = await fixture.call('POST', '/v1/network_ssids', {
      body: { network_id: networkId, network_ssid },
    });
    expect(made.status, made.text).to.equal(200);
    const { id } = (made.body as { data: { id: number } }).data;
    const body = { network_ssid: { wpa_key: 'the second key' } };
    expect((await fixture.call('PATCH', `/v1/network_ssids/${id}`, { body })).status).to.equal(200);
    await page.goto(`/console/networks/${networkId}/ssids/${id}`);
    await press(page.getByRole('link', { name: 'Who changed what' }));
    const row = page.getByRole('row').filter({ hasText: 'SSID updated' });
    await row.getByText('WPA key changed (not shown)').waitFor();
    expect(await row.innerText()).to.contain(admin.user.email);
  });

  it('keeps the name of a deleted record', async () => {
    const { api, org } = service.fixture;
    const { _id: id } = await makeNetwork(api.deps, org, { networkName: 'Shed' });
    await service.fixture.call('DELETE', `/v1/networks/${id}`);
    await page.goto(`/console/audit?subject=network:${id}`);
    const row = page.getByRole('row').filter({ hasText: 'Network deleted' });
    await row.getByText('Shed (deleted)').waitFor();
    expect(await row.getByRole('link', { name: 'Shed' }).count()).to.equal(0);
  });

  it('is filtered by names that are picked, and by text', async () => {
    const { api, org } = service.fixture;
    const { _id: id } = await makeNetwork(api.deps, org, { networkName: 'Boathouse' });
    await rename(id, { network_name: 'Boathouse West' });
    await page.goto('/console/audit');
    await fill(page.getByLabel('Subject', { exact: true }), 'boathouse');
    await pick(page.getByRole('option', { name: /^Boathouse West/ }));
    await page.getByRole('row').filter({ hasText: 'Boathouse West' }).waitFor();
    expect(new URL(page.url()).searchParams.get('subject')).to.equal(`network:${id}`);
    expect(await page.getByLabel('Subject', { exact: true }).inputValue()).to.equal('Boathouse West');
    await reach(page.getByLabel('Action', { exact: true }));
    await pick(page.getByRole('option', { name: 'Network deleted' }));
    await page.getByText('Nothing matches the filters.').waitFor();
    expect(new URL(page.url()).searchParams.get('action')).to.equal('network.deleted');
    await fill(page.getByLabel('Action', { exact: true }), 'network.updated');
    await page.keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: 'Network updated' }).waitFor();
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Network updated' }).waitFor();
    expect(await page.getByLabel('Subject', { exact: true }).inputValue()).to.equal('Boathouse West');
    expect(await page.getByLabel('Action', { exact: true }).inputValue()).to.equal('Network updated');
  });
});
