import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { linesOfCsv } from '../fixtures/csv.js';
import { makeUserWithPassword } from '../browser/web-session.js';
import { eventually } from '../fixtures/eventually.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { makeAlert } from '../fixtures/records/alert.js';
import { makeDevices, makeMasterDevices } from '../fixtures/records/device.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { makeSsid } from '../fixtures/records/ssid.js';
import { tomorrow } from '../fixtures/records/upgrade-fixture.js';
import { testsAll } from '../fixtures/seed.js';
import { markedInvalid, signInAt } from './console-page.js';
import { check, choose, fill, openTab, press } from './keyboard.js';
import { observe } from '../../dev/run-loop.js';

const MANY = testsAll ? 5000 : 1500;
const MANY_SHOWN = MANY.toLocaleString('en-GB');

describe('devices in the console', () => {
  let service: BrowserService;
  let page: Page;
  let device: TestDevice;

  before(async () => {
    service = await browserService('console-device');
    const { api, network, org } = service.fixture;
    device = await service.fixture.device({ network, name: 'Roof' });
    await makeNetwork(api.deps, org, { networkName: 'Annexe' });
    await eventually('a first observation of the device', () => observe(api.deps));
    ({ page } = await service.open());
    await signInAt(page, `/devices/${device._id}`, service.email);
  });
  after(() => service.close());

  it('move to another network, which their events show', async () => {
    await press(page.getByRole('button', { name: 'Move', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Move: 1 device' });
    await choose(page, 'Network', 'Annexe', dialog);
    await press(dialog.getByRole('button', { name: 'Move', exact: true }));
    await page.getByText('assign: completed').waitFor();
    await eventually('an observation of the moved device', () => observe(service.api.deps));
    await page.goto(`/console/devices/${device._id}?tab=history`);
    const { networkName } = service.fixture.network;
    await page.getByText(`Moved from ${networkName} to Annexe`).waitFor();
  });

  it('are upgraded as a selection, and show their upgrades and uplinks', async () => {
    await page.goto('/console/devices?search=Roof');
    await check(page.getByRole('checkbox', { name: 'Select Roof' }));
    await press(page.getByRole('button', { name: 'Upgrade', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Upgrade: 1 device' });
    await choose(page, 'Version', '1.10.0', dialog);
    await dialog.getByText(/^1\.10\.0 has files for .* No device of the selection is skipped\.$/).waitFor();
    await fill(dialog.getByLabel('Start', { exact: true }), '2001-01-01 02:00');
    await press(dialog.getByRole('button', { name: 'Upgrade', exact: true }));
    await markedInvalid(dialog.getByLabel('Start', { exact: true }));
    await fill(dialog.getByLabel('Start', { exact: true }), '');
    await press(dialog.getByRole('button', { name: 'Upgrade', exact: true }));
    await page.getByText('upgrade: completed').waitFor();
    await page.goto(`/console/devices/${device._id}?tab=upgrades`);
    await page.getByRole('row', { name: /1\.10\.0/ }).waitFor();
    await openTab(page, 'Uplinks');
    await page.getByText('The device has no uplink.').waitFor();
  });

  it('keep their version when their pending upgrade is cancelled', async () => {
    const { fixture } = service;
    const other = await fixture.device({ name: 'Cellar' });
    const later = { schedule_type: 'later', schedule_at: tomorrow(), time_zone: 'Etc/UTC' };
    expect((await fixture.post({ aps: [`AP:${other._id}`], ...later })).status).to.equal(200);
    await page.goto(`/console/devices/${other._id}?tab=upgrades`);
    const title = 'Cancel the upgrade to 1.10.0';
    await press(page.getByRole('button', { name: title }));
    const dialog = page.getByRole('dialog', { name: title });
    await press(dialog.getByRole('button', { name: 'Cancel upgrade', exact: true }));
    await page.getByText('This device has had no upgrade.').waitFor();
    expect(await fixture.pending(other)).to.equal(null);
  });

  it('show why they do not run their configuration, and try again when asked to', async () => {
    const { api } = service.fixture;
    const report = async (configuration: object): Promise<void> => {
      const reply = await api.call('POST', '/device/v1/heartbeat', {
        body: { mac_id: device.macId, firmware_version: device.firmwareVersion, configuration },
        headers: { Authorization: `Bearer ${device.deviceKey}` },
      });
      expect(reply.status, reply.text).to.equal(200);
    };
    const fetched = await api.call('GET', '/device/v1/configuration', {
      query: { mac_id: device.macId },
      headers: { Authorization: `Bearer ${device.deviceKey}` },
    });
    const { revision } = fetched.body as { revision: string };
    const error = { code: 'apply', message: 'no radio' };
    await report({ revision: null, state: 'failed', attempted: revision, attempt: 1, error });
    await page.goto(`/console/devices/${device._id}?tab=configuration`);
    await page.getByText('Failed', { exact: true }).waitFor();
    await page.getByText('apply: no radio').waitFor();
    await page.goto('/console/devices');
    await choose(page, 'Configuration', 'Failed');
    await page.getByRole('heading', { level: 1, name: 'Devices (1)' }).waitFor();
    await press(page.getByRole('link', { name: 'Roof' }));
    await openTab(page, 'Configuration');
    await press(page.getByRole('button', { name: 'Retry', exact: true }));
    await page.getByText('Pending', { exact: true }).waitFor();
  });

  it('are found among records of every kind with Ctrl K, by keyboard alone', async () => {
    const { api, fixture } = service;
    await makeSsid(api, fixture, { ssid_name: 'Roof guests' });
    await page.goto('/console');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.type('r');
    await page.getByText('Type at least two characters').waitFor();
    await page.keyboard.type('oof');
    await page.getByRole('option', { name: 'Roof guests' }).waitFor();
    expect(await page.getByRole('option').allInnerTexts()).to.have.length(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Roof' }).waitFor();
    expect(new URL(page.url()).pathname).to.equal(`/console/devices/${device._id}`);
    expect(await page.getByRole('dialog').count()).to.equal(0);
  });

  it('are looked up by serial numbers and MACs, and added to a network', async () => {
    const { api, part, network } = service.fixture;
    const built = await makeMasterDevices(api.deps, part, 4);
    // A serial number that could be a MAC.
    const digits = '100020003000';
    await api.deps.mongo.models.masterInventory.updateOne(
      { _id: built[2]?._id ?? '' },
      { routerSerialNumber: digits },
    );
    const dotted = built[3]?._id
      .replaceAll(':', '')
      .replace(/(....)(....)(....)/, '$1.$2.$3')
      .toLowerCase();
    await page.goto('/console/devices');
    await press(page.getByRole('button', { name: 'Add devices', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Add devices' });
    const [serial, mac] = [built[0]?.routerSerialNumber, built[1]?._id];
    const text = [`${serial};${digits}; ${dotted}`, mac, device.routerSerialNumber, 'none-such'].join('\n');
    await fill(dialog.getByLabel('Serial numbers or MAC addresses'), text);
    await choose(page, 'Network', network.networkName, dialog);
    await page.route('**/get_devices_from_serial*', (route) => route.abort('connectionrefused'));
    await press(dialog.getByRole('button', { name: 'Check', exact: true }));
    await dialog.getByText('The service cannot be reached').waitFor();
    await page.unroute('**/get_devices_from_serial*');
    await press(dialog.getByRole('button', { name: 'Check', exact: true }));
    await dialog.getByText('none-such: unknown serial number').waitFor();
    await dialog.getByText(/is in an inventory already/).waitFor();
    await press(dialog.getByRole('button', { name: 'Add 4 devices', exact: true }));
    await page.getByRole('dialog', { name: '4 devices added' }).waitFor();
    const macId = { $in: built.map(({ _id }) => _id) };
    const added = { macId, locationNetworkId: network._id };
    expect(await api.deps.mongo.models.devices.countDocuments(added)).to.equal(4);
    await press(page.getByRole('button', { name: 'Done', exact: true }));
  });

  it('show an administrator who may only read their network what cannot be done, and why', async () => {
    const { org, network } = service.fixture;
    const { user } = await makeUserWithPassword(service.api, org, {
      role: 'admin',
      networks: [{ id: network._id, access: 'read' }],
    });
    const { page: theirs } = await service.open();
    const { _id: id } = await service.fixture.device({ network });
    await signInAt(theirs, `/devices/${id}`, user.email);
    const isDisabled = async (name: string): Promise<boolean> =>
      (await theirs.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')) === 'true';
    for (const name of ['Edit', 'Upgrade', 'Move'])
      await eventually(`${name} is disabled`, () => isDisabled(name));
    const screens = theirs.getByRole('navigation', { name: 'Screens' });
    const names = await screens.getByRole('link').allInnerTexts();
    expect(names).to.include('Users');
    expect(names).not.to.include.oneOf(['Webhooks', 'Audit log']);
    await press(screens.getByRole('link', { name: 'Networks' }));
    await eventually('Create network is disabled', () => isDisabled('Create network'));
    await theirs.context().close();
  });

  it('say why they are down', async () => {
    const { api, org, network } = service.fixture;
    const porch = await service.fixture.device({ network });
    const other = await service.fixture.device({ network });
    const alert = (subjectId: number, text: string) =>
      makeAlert(api.deps, org, { subjectId, networkId: network._id, text });
    await alert(porch._id, 'Porch is down');
    await alert(other._id, 'Another device is down');
    const kind = 'network_down';
    const site = { subjectId: network._id, networkId: network._id, text: 'The site is silent' };
    await makeAlert(api.deps, org, { kind, ...site });
    await page.goto(`/console/devices/${porch._id}`);
    await page.getByText('Porch is down').waitFor();
    await page.getByText('The site is silent').waitFor();
    expect(await page.getByText('Another device is down').count()).to.equal(0);
  });

  it('have columns to choose, and are downloaded with the filters of the page', async () => {
    await page.goto('/console/devices?search=Roof');
    await press(page.getByRole('button', { name: 'Columns', exact: true }));
    await check(page.getByRole('checkbox', { name: 'Serial' }));
    await press(page.getByRole('button', { name: 'Done', exact: true }));
    await page.getByRole('columnheader', { name: 'Serial' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: 'Roof' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Serial' }).count()).to.equal(0);
    const downloading = page.waitForEvent('download');
    await press(page.getByRole('link', { name: 'CSV' }));
    const lines = linesOfCsv(readFileSync(await (await downloading).path(), 'utf8'));
    expect(lines).to.have.length(2);
    expect(lines[0]).to.match(/^id,name,mac_id,serial_number,/);
    expect(lines[1]).to.include(`${device._id},Roof,${device.macId}`);
  });

  it(`move, ${MANY_SHOWN} of them by one filter, while the page shows how many are done`, async () => {
    const { api, org, part } = service.fixture;
    const warehouse = await makeNetwork(api.deps, org, { networkName: 'Warehouse' });
    const campus = await makeNetwork(api.deps, org, { networkName: 'Campus' });
    await makeDevices(api.deps, org, MANY, () => ({ network: warehouse, part }));
    await page.goto(`/console/devices?network_id=${warehouse._id}`);
    await check(page.getByRole('row').nth(1).getByRole('checkbox'));
    await press(page.getByRole('button', { name: `Select all ${MANY_SHOWN} matching`, exact: true }));
    await page.getByText(`${MANY_SHOWN} devices selected`).waitFor();
    await press(page.getByRole('button', { name: 'Move', exact: true }));
    const dialog = page.getByRole('dialog', { name: `Move: ${MANY_SHOWN} devices` });
    await choose(page, 'Network', 'Campus', dialog);
    await fill(dialog.getByLabel(`Type ${MANY} to confirm`), String(MANY));
    await press(dialog.getByRole('button', { name: 'Move', exact: true }));
    await page.getByRole('heading', { name: `Change of ${MANY_SHOWN} devices` }).waitFor();
    await page.getByRole('progressbar').waitFor();
    await page.getByText('assign: completed').waitFor();
    await page.getByText(`${MANY_SHOWN} done, of which 0 could not be changed`).waitFor();
    const moved = { organisationId: org, locationNetworkId: campus._id };
    expect(await api.deps.mongo.models.devices.countDocuments(moved)).to.equal(MANY);
  });
});
