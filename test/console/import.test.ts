import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import type { Misdeeds } from '../browser/browser.js';
import { linesOfCsv } from '../fixtures/csv.js';
import { makeMasterDevices } from '../fixtures/records/device.js';
import { eventually } from '../fixtures/eventually.js';
import type { OwnProcess } from '../processes/own-process.js';
import { startWorkerProcess } from '../processes/worker-process.js';
import { signInAt } from './console-page.js';
import { check, press } from './keyboard.js';

const ROWS = 400;
/** The rows of the file with a fault, by their position among the devices. */
const FAULTS = new Map<number, (mac: string, first: string) => string>([
  [3, () => 'no-mac'],
  [40, () => ''],
  [77, (_mac, first) => first],
  [120, () => '02:00:5E:00:00:0'],
  [200, () => 'ff-ff-ff-ff-ff-ff'],
  [201, () => '00:00:00:00:00:00'],
  [250, (mac) => `${mac}:00`],
  [299, () => '02:00:5E:99:99:98'],
  [300, () => 'zz:zz:zz:zz:zz:zz'],
  [350, () => '01:00:5E:00:00:01'],
  [399, () => 'x'],
]);

describe('devices from a file in the console', () => {
  let service: BrowserService;
  let page: Page;
  let misdeeds: Misdeeds;
  let survivor: OwnProcess | undefined;

  before(async () => {
    service = await browserService('console-import');
    ({ page, misdeeds } = await service.open({ reducedMotion: 'reduce' }));
    await signInAt(page, '/settings', service.email);
  });
  after(async () => {
    await survivor?.kill();
    await service.close();
  });
  afterEach(() => {
    expect(misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
  });

  const choose = async (name: string, buffer: Buffer): Promise<void> => {
    await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  };
  const table = () => page.getByRole('table', { name: 'Rows of the file' });

  it('are shown with their faults before anything is written, then imported, though a worker dies half-way, with the result as a file', async () => {
    const { api, part, org } = service.fixture;
    const { models } = api.deps.mongo;
    const devices = await makeMasterDevices(api.deps, part, ROWS);
    const first = devices[0]?._id ?? '';
    const lines = devices.map(({ _id: mac }, index) => {
      const written =
        FAULTS.get(index)?.(mac, first) ?? (index % 2 ? mac : mac.replaceAll(':', '').toLowerCase());
      return `${written};"Room ${index}; ""A""";Depot;"floor 1,spare";'=note ${index}`;
    });
    const text = ['MAC address;Name;Site;Labels;Notes', ...lines, ''].join('\r\n');
    const before = await models.devices.countDocuments({ organisationId: org });

    await page.goto('/console/devices');
    await press(page.getByRole('button', { name: 'Add devices', exact: true }));
    await press(page.getByRole('dialog').getByRole('link', { name: 'read from a file' }));
    await choose('devices.csv', Buffer.from(`\uFEFF${text}`));
    // Without their network and tags, all rows are refused.
    await page.getByText('400 rows: 0 will change something, 400 will be refused.').waitFor();
    await check(page.getByRole('checkbox', { name: 'Create networks that do not exist' }));
    await check(page.getByRole('checkbox', { name: 'Create tags that do not exist' }));
    await page.getByText('400 rows: 388 will change something, 12 will be refused.').waitFor();
    const rows = await table().getByRole('row').allInnerTexts();
    const refused = rows.slice(1).map((row) => row.includes('Refused'));
    expect(refused.slice(0, 14)).to.deep.equal([...Array.from({ length: 12 }, () => true), false, false]);
    await table().getByText('The device is also in row 79').waitFor();
    expect(await models.devices.countDocuments({ organisationId: org })).to.equal(before);
    expect(await models.networks.countDocuments({ organisationId: org, networkName: 'Depot' })).to.equal(0);

    // Half of the rows have changed a device when the worker dies.
    const settings = await service.endWorker();
    const dying = startWorkerProcess({ ...settings, AIRFLEET_KILL_AT: 'bulk-row-changed:200' });
    await press(page.getByRole('button', { name: 'Import 388 devices', exact: true }));
    expect(await dying.ended()).to.equal('SIGKILL');
    expect(await models.devices.countDocuments({ organisationId: org, networkName: 'Depot' })).to.be.within(
      150,
      200,
    );
    await page.getByText(/^\d+ of 400 rows done/).waitFor();
    survivor = startWorkerProcess(settings);
    await eventually(
      'the import ends',
      () => page.getByText('400 of 400 rows done, of which 12 were refused').isVisible(),
      120_000,
    );
    const found = await models.devices.find({ organisationId: org, networkName: 'Depot' }).lean();
    expect(found).to.have.length(388);
    expect(found.find(({ macId }) => macId === devices[9]?._id)).to.include({
      name: 'Room 9; "A"',
      notes: '=note 9',
    });
    const downloading = page.waitForEvent('download');
    await press(page.getByRole('link', { name: 'Result of 400 rows as CSV' }));
    const result = linesOfCsv(readFileSync(await (await downloading).path(), 'utf8'));
    expect(result.filter((line) => line.includes(',claimed,'))).to.have.length(388);
    expect(result.filter((line) => line.includes(',refused,'))).to.have.length(12);
  });

  it('are refused when they are there twice, however many rows are between them', async () => {
    const { api, part } = service.fixture;
    const [device] = await makeMasterDevices(api.deps, part, 1);
    const { _id: mac = '' } = device ?? {};
    const unknown = Array.from(
      { length: 2000 },
      (_, index) => `0200fe${index.toString(16).padStart(6, '0')}`,
    );
    const rows = [mac, ...unknown, mac.replaceAll(':', '').toLowerCase()];
    await page.goto('/console/devices/import');
    await choose('long.csv', Buffer.from(['MAC', ...rows].join('\n')));
    await page.getByText('2,002 rows: 0 will change something, 2,002 will be refused.').waitFor();
    await table().getByText('The device is also in row 2003').waitFor();
  });

  it('are read from files of other products, encodings and separators, and from the result itself', async () => {
    const { api, part } = service.fixture;
    const [device] = await makeMasterDevices(api.deps, part, 1);
    const { _id: mac = '', routerSerialNumber: serial = '' } = device ?? {};
    const tabbed = `Name\tMAC Address\tSite\nRoom Ä\t${mac}\t\n`;
    const utf16 = Buffer.from(`\uFEFF${tabbed}`, 'utf16le');
    const files: readonly (readonly [name: string, content: Buffer])[] = [
      [
        'meraki.csv',
        Buffer.from(`Name,Model,Serial number,MAC address,Notes\nRoom Ä,MR,${serial},${mac},"a\nb"\n`),
      ],
      ['unifi.csv', utf16],
      ['big-endian.csv', Buffer.from(utf16).swap16()],
      ['no-mark.txt', Buffer.from(tabbed.replace('Ä', 'A'), 'utf16le')],
      ['omada.csv', Buffer.from(`DEVICE NAME;SN;SITE\r\nRoom Ä;${serial};\r\n`)],
      ['openwisp.csv', Buffer.from(`name,mac_address,organization,notes\n'=Room,${mac},x,\n`)],
      ['sep.csv', Buffer.from(`sep=;\r\nmac;name\r\n${mac};Room\r\n`)],
      ['result.csv', Buffer.from(`\uFEFFrow,mac,serial,name,action\r\n2,${mac},,Room,refused\r\n`)],
    ];
    for (const [name, content] of files) {
      await page.goto('/console/devices/import');
      await choose(name, content);
      await page.getByText('1 row: 1 will change something, 0 will be refused.').waitFor();
      await table().getByText(/Room/).waitFor();
    }
    await choose('latin.csv', Buffer.from(`mac,name\n${mac},Caf\u00e9\n`, 'latin1'));
    await page.getByText(/neither in UTF-8 nor in UTF-16/).waitFor();
    await choose('other.csv', Buffer.from('a,b\n1,2\n'));
    await page.getByText(/No column has MAC addresses/).waitFor();
    await choose('broken.csv', Buffer.from('mac,name\n"a,b\n'));
    await page.getByText(/is no CSV/).waitFor();
  });
});
