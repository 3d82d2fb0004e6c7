import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import type { BrowserService } from '../../browser/browser-service.js';
import type { Misdeeds } from '../../browser/browser.js';
import { makeUserWithPassword } from '../../browser/web-session.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { makeSsid, shownSsid } from '../../fixtures/records/ssid.js';
import { confirmAction, markedInvalid, openGroups, signInAt } from '../console-page.js';
import { check, choose, fill, pick, press, reach } from '../keyboard.js';
import { openSsidScreens } from './ssid-screens.js';

const KEY = 'correct horse battery';

describe('SSIDs in the console', () => {
  let service: BrowserService;
  let page: Page;
  let misdeeds: Misdeeds;
  let network: number;

  before(async () => {
    ({ service, page, misdeeds, network } = await openSsidScreens('console-ssids'));
  });
  after(() => service.close());
  afterEach(() => {
    expect(misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
  });

  const ssid = (fields: Record<string, unknown>): Promise<number> =>
    makeSsid(service.api, service.fixture, fields, network);
  const shown = (id: number) => shownSsid(service.api, service.fixture.admin.token, id);

  it('asks a RADIUS server that an administrator adds, changes and cannot delete while it is named', async () => {
    await page.goto('/console/radius');
    await press(page.getByRole('button', { name: 'Add server', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Add RADIUS server' });
    await fill(dialog.getByLabel('Name'), 'Head office');
    await fill(dialog.getByLabel('IP address'), 'radius.example');
    await fill(dialog.getByLabel('Shared secret'), 'a shared secret');
    await press(dialog.getByRole('button', { name: 'Add', exact: true }));
    await markedInvalid(dialog.getByLabel('IP address'));
    await fill(dialog.getByLabel('IP address'), '192.0.2.1');
    await press(dialog.getByRole('button', { name: 'Add', exact: true }));
    await page.getByRole('row').filter({ hasText: 'Head office' }).waitFor();

    const id = await ssid({ ssid_name: 'Staff' });
    await page.goto(`/console/networks/${network}/ssids/${id}`);
    await page.getByRole('radio', { name: 'Company accounts' }).waitFor();
    await reach(page.getByRole('radio', { name: 'Clients with the password' }));
    await page.keyboard.press('ArrowDown');
    await choose(page, 'RADIUS server for authentication', /^Head office/);
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved', { exact: true }).waitFor();
    const { models } = service.api.deps.mongo;
    const stored = await models.radiusServers
      .findOne({ organisationId: service.fixture.org })
      .lean()
      .orFail();
    expect(await shown(id)).to.include({ auth_radius_id: stored._id, security_mode: '3' });

    await page.goto('/console/radius');
    await press(page.getByRole('button', { name: 'Edit Head office', exact: true }));
    const edit = page.getByRole('dialog', { name: 'Edit Head office' });
    await fill(edit.getByLabel('IP address'), '192.0.2.2');
    await press(edit.getByRole('button', { name: 'Save', exact: true }));
    await page.getByRole('cell', { name: '192.0.2.2' }).waitFor();
    const changed = await models.radiusServers.findById(stored._id).lean().orFail();
    expect(changed).to.deep.include({ host: '192.0.2.2', secret: stored.secret });

    await press(page.getByRole('button', { name: 'Delete Head office', exact: true }));
    const deletion = page.getByRole('dialog', { name: 'Delete Head office' });
    await press(deletion.getByRole('button', { name: 'Delete', exact: true }));
    await deletion.getByText(`Staff of network ${network} names the server`).waitFor();
  });

  it('hides the key until it is asked for', async () => {
    const id = await ssid({ ssid_name: 'With a key', security_mode: '2', wpa_key: KEY });
    await page.goto(`/console/networks/${network}/ssids/${id}`);
    const key = page.getByLabel('Key', { exact: true });
    expect(await key.getAttribute('type')).to.equal('password');
    await press(page.getByRole('button', { name: 'Show key', exact: true }));
    expect(await key.getAttribute('type')).to.equal('text');
    expect(await key.inputValue()).to.equal(KEY);
    await press(page.getByRole('button', { name: 'Hide key', exact: true }));
    expect(await key.getAttribute('type')).to.equal('password');
  });

  it('keeps the changes of two users to different fields, and asks when both change the same one', async () => {
    const id = await ssid({ ssid_name: 'Shared', max_association: 10, splash_url: 'https://one.example/' });
    const change = async (fields: Record<string, unknown>): Promise<void> => {
      const { status } = await service.fixture.call('PATCH', `/v1/network_ssids/${id}`, {
        body: { network_ssid: fields },
      });
      expect(status).to.equal(200);
    };
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await page.goto(`/console/networks/${network}/ssids/${id}`);
    await openGroups(page, 'Clients');
    await fill(page.getByLabel('Maximum number of clients'), '20');
    await change({ splash_url: 'https://two.example/' });
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await shown(id)).to.include({ max_association: 20, splash_url: 'https://two.example/' });

    await fill(page.getByLabel('Maximum number of clients'), '30');
    await change({ max_association: 40 });
    await page.keyboard.press('Enter');
    const question = page.getByRole('alert').filter({ hasText: 'Another user has changed the same fields' });
    await question.getByText('Maximum number of clients: 40').waitFor();
    expect(await shown(id)).to.include({ max_association: 40 });
    await press(question.getByRole('button', { name: 'Keep mine', exact: true }));
    await press(save);
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await shown(id)).to.include({ max_association: 30 });

    await fill(page.getByLabel('Maximum number of clients'), '50');
    await change({ max_association: 60 });
    await page.keyboard.press('Enter');
    await press(question.getByRole('button', { name: 'Take theirs', exact: true }));
    await eventually(
      'their value',
      async () => (await page.getByLabel('Maximum number of clients').inputValue()) === '60',
    );
    expect(await save.isDisabled()).to.equal(true);
  });

  it('keeps what is typed while it is being saved', async () => {
    const id = await ssid({ ssid_name: 'Slow line', max_association: 10 });
    await page.goto(`/console/networks/${network}/ssids/${id}`);
    await openGroups(page, 'Clients');
    const saves: Route[] = [];
    await page.route(`**/v1/network_ssids/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') saves.push(route);
      else await route.continue();
    });
    await fill(page.getByLabel('Name', { exact: true }), 'Slow line, renamed');
    await page.keyboard.press('Enter');
    await eventually('the save is under way', () => saves.length === 1);
    await fill(page.getByLabel('Maximum number of clients'), '20');
    await saves[0]?.continue();
    await page.unroute(`**/v1/network_ssids/${id}`);
    await page.getByRole('heading', { name: 'Slow line, renamed' }).waitFor();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await eventually('the save is over', () => save.isEnabled());
    expect(await page.getByLabel('Maximum number of clients').inputValue()).to.equal('20');
    expect(await page.getByText('Saved', { exact: true }).count()).to.equal(0);
    await press(save);
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await shown(id)).to.include({ ssid_name: 'Slow line, renamed', max_association: 20 });
  });

  it('creates one, copies it to networks with a result for each, disables it and deletes it', async () => {
    const { api, org } = service.fixture;
    const [free, full] = await Promise.all([
      makeNetwork(api.deps, org, { networkName: 'Free network' }),
      makeNetwork(api.deps, org, { networkName: 'Network with the name' }),
    ]);
    await makeSsid(api, service.fixture, { ssid_name: 'Lobby Wi-Fi' }, full._id);
    await page.goto(`/console/networks/${network}`);
    await press(page.getByRole('button', { name: 'Create SSID', exact: true }));
    await press(page.getByRole('button', { name: 'Create', exact: true }));
    await page.getByText(/^must be text of 1 to 32 bytes/).waitFor();
    await fill(page.getByLabel('Name', { exact: true }), 'Lobby Wi-Fi');
    await check(page.getByRole('radio', { name: 'Clients with the password' }));
    await fill(page.getByLabel('Key', { exact: true }), KEY);
    await press(page.getByRole('button', { name: 'Create', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Lobby Wi-Fi' }).waitFor();
    const id = Number(/\d+$/.exec(page.url())?.[0]);
    expect(await shown(id)).to.include({ is_enabled: true, wpa_key: KEY, network_id: network });

    await press(page.getByRole('button', { name: 'Copy to networks', exact: true }));
    await choose(page, 'Networks', 'Free network');
    await pick(page.getByRole('option', { name: 'Network with the name' }));
    await page.keyboard.press('Escape');
    await press(page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }));
    const results = page.getByRole('dialog', { name: 'Copies of Lobby Wi-Fi' });
    await results.getByText(/Network with the name: ssid_name is already the name/).waitFor();
    await results.getByText('Free network: copied').waitFor();
    const copies = await api.deps.mongo.models.networkSsids.countDocuments({ networkId: free._id });
    expect(copies).to.equal(1);
    await press(results.getByRole('button', { name: 'Done', exact: true }));

    await confirmAction(page, 'Disable');
    await page.getByRole('button', { name: 'Enable', exact: true }).waitFor();
    expect(await shown(id)).to.include({ is_enabled: false });
    await confirmAction(page, 'Delete');
    await page.getByRole('button', { name: 'Create SSID', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Lobby Wi-Fi' }).waitFor({ state: 'detached' });
  });

  it('shows a user without full access to the network its settings only, without the key', async () => {
    const id = await ssid({ ssid_name: 'Seen', wpa_key: KEY, splash_url: 'https://seen.example/' });
    const { user } = await makeUserWithPassword(service.api, service.fixture.org, {
      role: 'operator',
      tier: 2,
      networks: [{ id: network, access: 'read' }],
    });
    const { page: theirs } = await service.open();
    await signInAt(theirs, `/networks/${network}/ssids/${id}`, user.email);
    await theirs.getByText('https://seen.example/').waitFor();
    expect(await theirs.getByRole('main').getByRole('button').count()).to.equal(0);
    expect(await theirs.content()).to.not.contain(KEY);
    await theirs.context().close();
  });
});
