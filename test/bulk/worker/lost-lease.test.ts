import { expect } from 'chai';
import { writeScope } from '../../../shared/access/domain/access.js';
import { bulkEntry, CLI } from '../../../shared/audit/domain/audit-entry.js';
import { changeList } from '../../../shared/bulk/operations/change-list.js';
import type { Accompany } from '../../../shared/platform/mongo/transaction.js';
import { bulkFixture, shownBulk } from '../bulk-fixture.js';
import { runLoop } from '../../../dev/run-loop.js';

describe('a worker that goes on with a bulk operation', () => {
  // docs/administration.md#create_bulk_operation-3
  it('counts a device once that another worker has changed after the lease was lost', async () => {
    const fixture = await bulkFixture();
    const { api, org } = fixture;
    const { stores, mongo } = api.deps;
    const device = await fixture.device({ network: fixture.network });
    const { id } = shownBulk(await fixture.create({ ids: [device._id], action: 'remove' }), 202);
    // One worker stops after it has listed the device.
    const stop = (step: string) =>
      step === 'bulk-listed' ? Promise.reject(new Error('Stopped')) : undefined;
    await runLoop('bulk', { ...api.deps, failpoint: stop });
    const running = await mongo.models.bulkOperations.findById(id).orFail().lean();
    expect(running.state).to.equal('running');
    const at = new Date();
    const entry = bulkEntry({ organisationId: org, at, action: 'devices.removed', kind: 'devices' }, CLI);
    const { caller } = fixture.admin;
    // Another one removes it, and has not finished the list, when this one comes to the removal.
    const overtake = async (step: string): Promise<void> => {
      if (step !== 'bulk-devices-read') return;
      const record: Accompany<readonly number[]> = (ids, session) =>
        stores.bulkOperations.recordChanged(running, ids, session);
      await stores.removal.remove(writeScope(caller), [device._id], at, entry, record);
    };
    await changeList({ ...api.deps, failpoint: overtake }, running, caller);
    expect(await fixture.show(id)).to.include({ state: 'completed', total: 1, done: 1, failed_count: 0 });
  });
});
