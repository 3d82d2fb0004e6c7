import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { eventually } from '../../fixtures/eventually.js';
import { makePart } from '../../fixtures/records/device.js';
import { useKilledBulk } from '../killed-bulk.js';
import { StagedFleet } from '../staged-fleet.js';

describe('staged bulk operations whose workers are killed', function () {
  this.timeout(1_800_000);
  const used = useKilledBulk({ HEARTBEAT_INTERVAL_S: '5' });

  // docs/administration.md#staged
  it('change one canary of each part, then the rest, each device once', async () => {
    const { service, workers } = used;
    const fleet = await StagedFleet.open(service);
    const { org } = fleet.bulk;
    const { models } = service.deps.mongo;
    await fleet.patch({ soak_s: 1 });
    const part = await makePart(service.deps);
    const [good, bad] = [await fleet.managed(), await fleet.managed({ part })];
    const others = [await fleet.managed(), await fleet.managed({ part }), await fleet.managed()];
    const all = [good, bad, ...others].map(({ id }) => id);
    const id = await fleet.start(all);
    const dieAt = (failpoint: Failpoint): Promise<void> => used.dieAt(failpoint, org);
    await dieAt('bulk-listed');
    await dieAt('bulk-canaries-changed');
    const canaries = await models.bulkCanaries.find({ operationId: id, organisationId: org }).lean();
    expect(canaries).to.have.lengthOf(2);
    await dieAt('bulk-canaries-judged');
    const managed = [good, bad, ...others];
    for (const { deviceId } of canaries) {
      const device = managed.find((one) => one.id === deviceId);
      await (device?.device.partNumber === part._id ? device.refuse() : device?.apply());
    }
    const first = managed.find((one) => canaries.some(({ deviceId }) => deviceId === one.id) && one !== bad);
    const worker = workers.start('bulk-soaked');
    const beating = async (): Promise<boolean> => {
      await first?.beat();
      const { stage } = await models.bulkOperations.findById(id).orFail().lean();
      return stage === 'rest';
    };
    await eventually('the canaries have ended', beating, 60_000);
    expect(await worker.ended()).to.equal('SIGKILL');
    await models.locks.deleteOne({ _id: `bulk:${org}` });
    expect(await fleet.changed(all)).to.have.lengthOf(2);
    workers.start();
    workers.start();
    await eventually('the operation ends', async () => (await fleet.show(id)).state === 'completed', 60_000);
    expect(await fleet.show(id)).to.include({ total: 5, done: 5, failed_count: 1 });
    expect(await fleet.changed(all)).to.have.lengthOf(4);
    const entries = await models.auditEntries
      .find({ organisationId: org, action: 'devices.configured' })
      .lean();
    expect(entries.map(({ after }) => after?.['count'])).to.deep.equal([4]);
    const events = await models.deviceEvents.find({ deviceId: { $in: all }, kind: 'configured' }).lean();
    expect(events.filter(({ after }) => String(after).startsWith('Template'))).to.have.lengthOf(4);
  });
});
