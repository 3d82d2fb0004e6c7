import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { makeUserWithPassword } from '../browser/web-session.js';
import { ConfiguredDevice } from '../configuration/http/configured-device.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { sendHeartbeat } from '../fixtures/records/test-service.js';
import { markedInvalid, signInAt } from './console-page.js';
import { check, choose, fill, press } from './keyboard.js';

describe('the radio settings in the console', () => {
  let service: BrowserService;
  let page: Page;
  let network: number;
  let device: TestDevice;

  before(async () => {
    service = await browserService('console-radios');
    network = service.fixture.network._id;
    device = await service.fixture.device({ network: service.fixture.network });
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
    await signInAt(page, `/networks/${network}?tab=radios`, service.email);
  });
  after(() => service.close());

  const save = (): Promise<void> => press(page.getByRole('button', { name: 'Save', exact: true }));
  const radioOf = async (path: string): Promise<unknown> => {
    const { body } = await service.fixture.call('GET', path);
    const { data } = body as { data: Record<string, { radio: unknown }> };
    return Object.values(data)[0]?.radio;
  };

  it('of a network are set by band, and marked where the service refuses them', async () => {
    const channel = page.getByLabel('Channel at 5 GHz');
    await fill(page.getByLabel('Country'), 'xx');
    await fill(channel, '37');
    await save();
    await markedInvalid(page.getByLabel('Country'));
    await markedInvalid(channel);
    await fill(page.getByLabel('Country'), 'de');
    await fill(channel, 'auto');
    await fill(page.getByLabel('Channels to choose among at 5 GHz'), '52, 36');
    await choose(page, 'Width at 5 GHz', '80 MHz');
    await choose(page, 'Radios at 6 GHz', 'Off');
    await fill(page.getByLabel('Power at 2.4 GHz'), '0');
    await press(page.getByRole('button', { name: 'Add an option at 5 GHz', exact: true }));
    await fill(page.getByLabel('Name of option 1 at 5 GHz'), 'wpa');
    await fill(page.getByLabel('Value of option 1 at 5 GHz'), '1');
    await save();
    await page.getByText('is an option that changes the security of the SSID', { exact: true }).waitFor();
    await fill(page.getByLabel('Name of option 1 at 5 GHz'), 'rts_threshold');
    await save();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await radioOf(`/v1/networks/${network}`)).to.deep.nested.include({
      country: 'DE',
      'bands.5g.channel': 'auto',
      'bands.5g.channels': [36, 52],
      'bands.5g.width_mhz': 80,
      'bands.5g.options': { hostapd: { rts_threshold: '1' }, uci: {} },
      'bands.6g.enabled': false,
      'bands.2g.power_dbm': 0,
    });
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
  });

  it('are shown beside what the device reports, and its channel beside its neighbours', async () => {
    const radio = { name: 'phy0', band: '5g', on: true, up: true, channel: 40, width_mhz: 80, clients: 7 };
    const reporting = [device, await service.fixture.device({ network: service.fixture.network })];
    for (const one of reporting) {
      const { status } = await sendHeartbeat(service.fixture.api, one, { wifi: { radios: [radio] } });
      expect(status).to.equal(200);
    }
    await page.goto(`/console/devices/${device._id}?tab=radios`);
    const now = page.getByRole('table', { name: 'On the air' }).getByRole('row', { name: 'phy0' });
    await now.getByText('40 (set: auto)').waitFor();
    await now.getByText('80 MHz', { exact: true }).waitFor();
    await page.goto(`/console/networks/${network}?tab=radios`);
    const channels = page.getByRole('table', { name: 'Channels on the air' });
    await channels.getByRole('row', { name: '40' }).getByText('2 share the channel').waitFor();
    const devices = page.getByRole('table', { name: 'Devices by clients' });
    await devices
      .getByRole('row', { name: reporting[1]?.name ?? '' })
      .getByText('7', { exact: true })
      .waitFor();
    await page.goto(`/console/devices/${device._id}?tab=history`);
    await page.getByRole('heading', { name: 'Busiest channel' }).waitFor();
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
  });

  it('of a device show what it inherits, what it sets, and what it leaves out with what to do', async () => {
    const managed = new ConfiguredDevice(service, device);
    await managed.report('a'.repeat(64), {
      left_out: [
        { ssid_id: 0, feature: 'width', field: 'radio1', message: '40 MHz instead of 80' },
        { ssid_id: 0, feature: 'time_zone' },
      ],
    });
    await page.goto(`/console/devices/${device._id}?tab=radios`);
    const row = page.getByRole('table', { name: 'Settings' }).getByRole('row', { name: '5 GHz' });
    await row.getByText('80 MHz (network)').waitFor();
    await row.getByText('DE (network)').waitFor();
    const reported = page.getByRole('table', { name: 'Left out by the device' });
    await reported.getByRole('row', { name: 'radio1' }).getByText('Choose a narrower width').waitFor();
    expect(await reported.getByRole('row').count()).to.equal(2);
    await fill(page.getByLabel('Channel at 5 GHz'), '149');
    await save();
    await row.getByText('149 (own)').waitFor();
    expect(await radioOf(`/v1/devices/${device._id}`)).to.deep.nested.include({
      country: null,
      'bands.5g.channel': 149,
      'bands.5g.width_mhz': null,
    });
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
  });

  it('of many devices are set in bulk', async () => {
    // It is not managed, so that the operation does not wait for it.
    const other = await service.fixture.device({ network: service.fixture.network });
    await page.goto(`/console/devices?network_id=${network}`);
    await check(page.getByRole('row', { name: other.macId }).getByRole('checkbox'));
    await press(page.getByRole('button', { name: 'Set radios', exact: true }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Channel at 5 GHz'), '36');
    await press(dialog.getByRole('button', { name: 'Set radios', exact: true }));
    await page.getByText('radio: completed').waitFor();
    expect(await radioOf(`/v1/devices/${other._id}`)).to.deep.nested.include({ 'bands.5g.channel': 36 });
  });

  it('are shown to a viewer without a form', async () => {
    const { user } = await makeUserWithPassword(service.api, service.fixture.org, { role: 'viewer' });
    const { page: theirs } = await service.open();
    await signInAt(theirs, `/networks/${network}?tab=radios`, user.email);
    const row = theirs.getByRole('table', { name: 'Radios' }).getByRole('row', { name: '5 GHz' });
    await row.getByText('80 MHz').waitFor();
    await row.getByText('hostapd: rts_threshold=1').waitFor();
    expect(await theirs.getByRole('button', { name: 'Save', exact: true }).count()).to.equal(0);
    await theirs.context().close();
  });
});
