import { expect } from 'chai';
import { deviceEntry, FleetFixture, smallFleet } from '../fixtures/records/fleet.js';
import { upgradeEntry } from './entries.js';

// docs/administration.md#update_firmware_release-3
describe('the import of other files of a release', () => {
  let fixture: FleetFixture;
  before(async () => {
    fixture = await FleetFixture.open();
  });
  after(() => fixture.close());

  const fleet = (url: Record<string, string>) => ({
    ...smallFleet(),
    firmware_releases: [{ version: '2.0', url, organisation_id: null, is_released: true }],
    devices: [deviceEntry(1)],
    upgrades: [upgradeEntry(1)],
  });
  const file = { 'AP.1': 'https://fw.example/2.0' };

  it('is refused while the release is in use, and takes other parts', async () => {
    await fixture.import(fleet(file));
    for (const url of [{ 'AP.1': 'https://fw.example/other' }, { 'SW-1': 'https://fw.example/2.0' }])
      expect(await fixture.faultsOf(fleet(url))).to.deep.equal([
        'firmware_releases[0].url: the release is in use: 1 open upgrade',
      ]);
    await fixture.import(fleet({ ...file, 'SW-1': 'https://fw.example/2.0' }));
  });
});
