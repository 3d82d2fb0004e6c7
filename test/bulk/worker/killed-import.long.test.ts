import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeMasterDevices } from '../../fixtures/records/device.js';
import { bulkFixture, shownBulk } from '../bulk-fixture.js';
import { useKilledBulk } from '../killed-bulk.js';

/** Where workers are killed, in the order in which an import comes to them. */
const DEATHS = [
  'bulk-name-created',
  'bulk-devices-read',
  'bulk-row-changed',
  'bulk-changed',
  'bulk-list-finished',
] as const satisfies readonly Failpoint[];

describe('an import of devices whose workers are killed', function () {
  this.timeout(600_000);
  const used = useKilledBulk();

  // docs/administration.md#import-5
  it('changes each row once, creates its network once, and counts all of them', async () => {
    const { service, workers } = used;
    const fixture = await bulkFixture(service.api);
    const { part, org } = fixture;
    const { models } = service.deps.mongo;
    const built = await makeMasterDevices(service.deps, part, 60);
    const rows = built.map(({ _id: mac }, index) => ({
      mac: index % 10 === 9 ? 'no mac' : mac,
      name: `Imported ${index}`,
      network: 'Imported',
      tags: ['imported'],
    }));
    const params = { rows, create_networks: true, create_tags: true };
    const { id } = shownBulk(await fixture.create({ action: 'import_devices', params }), 202);
    for (const failpoint of DEATHS) {
      await used.dieAt(failpoint, org);
    }
    workers.start();
    workers.start();
    await eventually('the import ends', async () => (await fixture.show(id)).state === 'completed');
    expect(await fixture.show(id)).to.include({ total: 60, done: 60, failed_count: 6 });
    const network = await models.networks.find({ organisationId: org, networkName: 'Imported' }).lean();
    expect(network.map(({ deviceCount }) => deviceCount)).to.deep.equal([54]);
    const devices = await models.devices.find({ organisationId: org, networkName: 'Imported' }).lean();
    expect(new Set(devices.map(({ name }) => name)).size).to.equal(54);
    const entries = await models.auditEntries
      .find({ organisationId: org, action: 'devices.imported' })
      .lean();
    expect(entries.map(({ after }) => after?.['count'])).to.deep.equal([54]);
    const shown = await fixture.call('GET', `/v1/bulk_operations/${id}/rows`, { query: { format: 'json' } });
    const { rows: done } = (shown.body as { data: { rows: { action: string }[] } }).data;
    expect(done.filter(({ action }) => action === 'claimed')).to.have.length(54);
    expect(done.filter(({ action }) => action === 'refused')).to.have.length(6);
  });
});
