import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { bulkFixture, shownBulk } from '../bulk-fixture.js';
import { useKilledBulk } from '../killed-bulk.js';

/** Where workers are killed, in the order in which an operation comes to them. */
const DEATHS = [
  'bulk-leased',
  'bulk-listed',
  'bulk-devices-read',
  'bulk-changed',
  'bulk-list-finished',
] as const satisfies readonly Failpoint[];

describe('bulk operations whose workers are killed', function () {
  this.timeout(1_800_000);
  const used = useKilledBulk();

  // docs/administration.md#create_bulk_operation-3
  it('change each device once, and count all of them', async () => {
    const { service, workers } = used;
    const fixture = await bulkFixture(service.api);
    const { part, network, org, tag } = fixture;
    const { models } = service.deps.mongo;
    const devices = await makeDevices(service.deps, org, 1100, () => ({ part, network }));
    const ids = devices.map(({ _id }) => _id);
    const params = { version: '1.9.0', upgrade_type: 'manual' };
    const operations = [
      shownBulk(await fixture.create({ ids, action: 'tag', params: { tag_ids: [tag._id] } }), 202),
      shownBulk(await fixture.create({ ids: ids.slice(0, 600), action: 'remove' }), 202),
      shownBulk(await fixture.create({ ids: ids.slice(600), action: 'upgrade', params }), 202),
    ];
    for (const failpoint of [...DEATHS, 'bulk-scheduled'] as const) {
      await used.dieAt(failpoint, org);
    }
    workers.start();
    workers.start();
    for (const { id } of operations)
      await eventually('an operation ends', async () => (await fixture.show(id)).state === 'completed');
    const [tagged, removed, upgraded] = [
      await fixture.show(operations[0]?.id ?? 0),
      await fixture.show(operations[1]?.id ?? 0),
      await fixture.show(operations[2]?.id ?? 0),
    ];
    expect(tagged).to.include({ total: 1100, done: 1100, failed_count: 0 });
    expect(upgraded).to.include({ total: 500, done: 500, failed_count: 0 });
    expect(removed).to.include({ total: 600, done: 600, failed_count: 0 });
    expect(await models.devices.countDocuments({ organisationId: org, tagIds: tag._id })).to.equal(500);
    // One entry counts every device once, however often its batches were begun.
    for (const [action, count] of [
      ['devices.tagged', 1100],
      ['devices.removed', 600],
    ] as const) {
      const entries = await models.auditEntries.find({ organisationId: org, action }).lean();
      expect(entries.map(({ after }) => after?.['count'])).to.deep.equal([count]);
    }
    // The sweep writes the upgrades of a schedule whose writer died.
    await eventually(
      'every device has its upgrade',
      async () => {
        const of = await models.upgrades.distinct('routerInventoryId', { organisationId: org });
        return of.length === 500;
      },
      300_000,
    );
    expect(await models.upgrades.countDocuments({ organisationId: org })).to.equal(500);
  });
});
