import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import type { Misdeeds } from '../browser/browser.js';
import { askingDevice, enrol, enrolledKey, waitingEnrolment } from '../fixtures/records/enrolment.js';
import { uniqueMac } from '../fixtures/records/device.js';
import { noteUnknownDevice } from '../../shared/enrolment/operations/note-unknown-device.js';
import { signInAt } from './console-page.js';
import { check, choose, fill, press } from './keyboard.js';

describe('enrolment in the console', () => {
  let service: BrowserService;
  let page: Page;
  let misdeeds: Misdeeds;

  before(async () => {
    service = await browserService('console-enrolment');
    ({ page, misdeeds } = await service.open({ reducedMotion: 'reduce' }));
    await signInAt(page, '/settings', service.email);
  });
  after(() => service.close());
  afterEach(() => {
    expect(misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
  });

  it('shows the command of a token once, and approves and refuses the devices that wait with it', async () => {
    const { network, part } = service.fixture;
    await page.goto('/console/devices');
    await press(page.getByRole('button', { name: 'Add devices', exact: true }));
    await press(page.getByRole('dialog').getByRole('link', { name: 'enrol themselves' }));
    await press(page.getByRole('button', { name: 'Create token', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Create enrolment token' });
    await fill(dialog.getByLabel('Name', { exact: true }), 'Depot');
    await choose(page, 'Network', network.networkName);
    await fill(dialog.getByLabel('Most devices'), '2');
    await check(dialog.getByRole('checkbox', { name: 'Every device waits for an approval' }));
    await press(dialog.getByRole('button', { name: 'Create', exact: true }));
    const shown = page.getByRole('dialog', { name: 'Enrol devices' });
    const command = await shown.locator('pre').innerText();
    expect(command).to.contain(`--url ${service.api.url}`);
    const [, secret = ''] = /echo ([\w-]{43}) >/.exec(command) ?? [];
    await press(shown.getByRole('button', { name: 'Done', exact: true }));
    await page.getByRole('row', { name: 'Depot' }).getByText('0 of 2').waitFor();
    expect(await page.getByText(secret).count()).to.equal(0);

    const [device, stranger] = [askingDevice({ secret }, 'a new board'), askingDevice({ secret })];
    for (const each of [device, stranger]) await waitingEnrolment(service.api, each);
    await page.goto('/console/enrolment');
    await page.getByRole('row', { name: device.mac_id }).getByText('a new board').waitFor();
    await press(page.getByRole('button', { name: `Approve ${device.mac_id}`, exact: true }));
    await choose(page, 'Hardware part', new RegExp(`^${part._id}`));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }));
    await page.getByRole('row', { name: device.mac_id }).waitFor({ state: 'detached' });
    await press(page.getByRole('button', { name: `Refuse ${stranger.mac_id}`, exact: true }));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Refuse', exact: true }));
    await page.getByText('No device waits.').waitFor();
    await enrolledKey(service.api, device);
    expect((await enrol(service.api, stranger)).status).to.equal(409);
    const { body } = await service.fixture.call('GET', '/v1/access_points/list_inventory', {
      query: { mac_id: device.mac_id },
    });
    expect(body).to.have.nested.property('data.devices[0].location_network_id', network._id);

    await page.goto('/console/enrolment?tab=tokens');
    await press(page.getByRole('button', { name: 'Revoke Depot', exact: true }));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }));
    await page.getByText('There is no token.').waitFor();
    expect((await enrol(service.api, askingDevice({ secret }))).status).to.equal(404);
  });

  // docs/enrolment.md#certificates
  it('adds a device with a certificate to the inventory and to a network', async () => {
    const { fixture, api } = service;
    const { network, part, org: organisationId } = fixture;
    const macId = uniqueMac();
    await noteUnknownDevice(api.deps, { organisationId, macId, authority: 'hash', publicIp: '192.0.2.7' });
    await page.goto('/console/devices');
    await press(page.getByRole('button', { name: 'Add devices', exact: true }));
    await press(page.getByRole('dialog').getByRole('link', { name: 'wait for an approval' }));
    await page.getByRole('row', { name: macId }).getByText('Its certificate is of your authority').waitFor();
    await press(page.getByRole('button', { name: `Approve ${macId}`, exact: true }));
    await choose(page, 'Hardware part', new RegExp(`^${part._id}`));
    await choose(page, 'Network', network.networkName);
    await press(page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }));
    await page.getByRole('row', { name: macId }).waitFor({ state: 'detached' });
    const { body } = await fixture.call('GET', '/v1/access_points/list_inventory', {
      query: { mac_id: macId },
    });
    expect(body).to.have.nested.property('data.devices[0].location_network_id', network._id);
  });
});
